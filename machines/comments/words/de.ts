import type { Language } from './language.ts'

/** German. */
export const de: Language = {
  claims: `
    meins, nehme ich, nehm ich, ich nehms, ich nehm's, nehm's, gehört mir, ist meins, das ist meins,
    ich kaufe es, ich kaufe das, das will ich haben, will ich haben, ich möchte es, möchte ich haben,
    hätte ich gern, hätte ich gerne, reservier mir, haben will, will haben
  `,
  weakClaims: `
    will ich, ich will, kaufe, ich kaufe, kaufe ich, kaufen, ich möchte, möchte ich, möchte, ich hätte gern,
    ich hätte gerne, verkauft, nehmen, bestelle, ich nehme, ich nehm, gekauft, für mich, reserviert, meine,
    meiner, fuer mich, an mich, mein, ich will das haben, ich will die haben, ich will den haben,
    ich hätte die gerne, hätt ich gern, hätt ich gerne, kauf ich, ich kauf es, ich kauf das, bestellt,
    bitte reservieren, reservieren
  `,
  notClaims: `
    ich nehme an, ich nehme ab, meine güte, meine meinung, meine liebe, zu groß für mich, zu klein für mich,
    zu teuer für mich, groß für mich, klein für mich, teuer für mich, meine mutter, meine tochter,
    meine schwester, meine frau, ausverkauft, nehme ich an, nehme ich ab, meine größe, ist verkauft,
    schon verkauft, mein gott, mein mann, mein sohn, mein kind
  `,
  bids: 'gebot, biete, bieten, biet, geboten, angebot, erhöhe, steigere, gebe, geh, gehe',
  negations: `
    nicht, kein, keine, keinen, keiner, keins, nein, nie, niemals, nö, nee, ohne, leider, teuer, storno,
    storniere, stornieren, außer, falsch, spaß, weder, nichts, niemand, zurück, zuviel, nix
  `,
  questions: `
    ist das, ist es, was, wer, wie, wieviel, wie viel, welche, welcher, welches, wann, warum, wieso,
    gibt es, gibts, habt ihr, hast du, kann ich, kann man, darf ich
  `,
  sizes: `
    größe, gr, nummer, nr, stück, stk, stücke, paar, paare, packung, karton, kiste, artikel, art, klein,
    mittel, groß, mal, mm, groesse, gross, menge
  `,
  units: `
    leute, personen, person, follower, zuschauer, kommentare, minute, minuten, sekunde, sekunden, stunde,
    stunden, uhr, tag, tage, tagen, woche, wochen, monat, monate, jahr, jahre, jahren, zentimeter, meter,
    kilo, gramm, liter, prozent, grad, million, millionen, hundert, punkte, telefon, seite, januar, februar,
    märz, juni, juli, oktober, dezember, zeig, zeigen, zeigst, menschen, abonnenten, kinder, alter,
    kilogramm
  `,
  currencies: 'euro, euronen, franken, rappen, stutz, cent',
  multipliers: { tausend: 1_000, tsd: 1_000 },
  courtesies: 'tausend dank, guten tag, schönen tag',
  fillers: `
    bitte, danke, dankeschön, ja, jo, jaa, ok, gern, gerne, ich, wir, es, das, der, die, den, dies, dieses,
    diese, diesen, ein, eins, eine, einen, hallo, hi, liebe, schatz, süße, mensch, dann, mal, auch, sofort,
    bin, schwarz, weiß, rot, rote, roten, blau, blaue, grün, grüne, rosa, gelb, grau, gold, silber, braun
  `,
  claimsAtEnd: 'meine, meiner',
  local: { questions: 'wo', sizes: 'los', negations: 'net' },
}
