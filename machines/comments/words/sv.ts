import type { Language } from './language.ts'

/** Swedish. */
export const sv: Language = {
  claims: `
    jag tar den, jag tar det, jag tar denna, den tar jag, jag köper den, jag köper det, den är min,
    det är min, den vill jag ha, paxar, paxa, paxad
  `,
  weakClaims: `
    jag vill ha, jag vill ha den, jag vill ha det, vill ha, vill ha den, jag tar, jag köper, köper, såld,
    sålt, till mig, för mig, jag reserverar, min tack, köpt
  `,
  notClaims: 'slutsåld, för dyr för mig, för stor för mig',
  bids: 'bjuder, lägger, höjer',
  negations: `
    inte, aldrig, utan, inget, ingenting, dyrt, dyr, avbryt, ångrar, tyvärr, misstag, skojar, nej, icke
  `,
  questions: 'vad, hur, hur mycket, vem, när, finns, kan jag, får jag, vilken, vilket',
  unitsBehind: 'år',
  sizes: 'storlek, stl, strl, stycken, styck, paret, låda, lådor, artikel',
  units: `
    personer, följare, tittare, minuter, timmar, timme, dagar, dag, veckor, vecka, månader, meter, procent,
    grader, miljon, miljoner, klockan, kl, människor, kilogram
  `,
  currencies: 'kronor, krona, spänn, riksdaler',
  multipliers: { tusen: 1_000 },
  courtesies: 'tusen tack, god dag',
  fillers: `
    tack, snälla, jag, vi, den, det, denna, detta, en, ett, här, hej, gärna, okej, svart, vit, röd, blå,
    grön
  `,
  local: {
    weakClaims: 'min tack, mitt',
    negations: 'ej, ingen',
  },
}
