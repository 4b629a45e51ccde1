import type { Language } from './language.ts'

/** Danish and Norwegian. */
export const da: Language = {
  claims: `
    jeg tager den, jeg tar den, jeg tager det, jeg tar det, den tager jeg, den tar jeg, jeg køber den,
    jeg kjøper den, jeg køber det, jeg kjøper det, den er min, det er min
  `,
  weakClaims: `
    jeg vil have, jeg vil have den, jeg vil ha, jeg vil ha den, jeg vil gerne have, vil have, vil have den,
    jeg tager, jeg tar, jeg køber, jeg kjøper, køber, kjøper, solgt, til mig, til meg, for meg
  `,
  notClaims: 'udsolgt, utsolgt',
  bids: 'byder, byr, bud, hæver',
  negations: `
    ikke, aldrig, aldri, uden, uten, ingenting, dyrt, fortryder, annuller, desværre, dessverre, fejl, feil,
    nej, nei, ikkje
  `,
  questions: 'hvad, hva, hvor, hvor meget, hvor mye, hvem, hvornår, hvilken, hvilket, kan jeg, må jeg',
  unitsBehind: 'år',
  sizes: 'størrelse, str, stykker, stykke, stk, æske, varenummer',
  units: `
    personer, følgere, seere, minutter, timer, dage, dager, uger, uker, måneder, meter, procent, prosent,
    grader, million, millioner, klokken, kl, mennesker
  `,
  currencies: 'kroner, krone, kr',
  multipliers: { tusind: 1_000, tusen: 1_000 },
  courtesies: 'tusind tak, tusen takk, god dag',
  fillers: `
    takk, gerne, jeg, vi, den, det, denne, en, et, hej, hei, okay, sort, svart, hvid, hvit, rød, blå, grøn
  `,
  local: {
    weakClaims: 'mit, mitt',
    negations: 'ingen',
    fillers: 'tak',
  },
}
