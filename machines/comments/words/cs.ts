import type { Language } from './language.ts'

/** Czech and Slovak. */
export const cs: Language = {
  claims: `
    beru, já beru, beru to, to beru, beru si, beriem, ja beriem, beriem to, vezmu si to, to je moje,
    zamlouvám, rezervuji, rezervuju, rezervujem
  `,
  weakClaims: `
    chci, chci to, já chci, chcem, ja chcem, vezmu, vezmu si, vezmem, kupuji, kupuju, kupujem, koupím,
    kúpim, prodáno, predané, pro mě, pre mňa, moje, můj, moja, môj, objednávám, zamluvit
  `,
  notClaims: 'můj bože, moje máma, můj manžel, moje dcera',
  bids: 'dávám, nabízím, nabídka, přihazuji, přihazuju, dám, dávam, ponúkam',
  negations: `
    není, nie, nechci, nechcem, neberu, neberiem, nikdy, bez, nic, nič, nikdo, drahé, draho, ruším, zrušit,
    omyl, bohužel, nemám
  `,
  questions: 'kolik, koľko, kdo, kto, kde, kdy, kedy, proč, prečo, jaká, jaký, jaké, aká, aký, můžu, môžem',
  sizes: `
    velikost, velkost, veľkosť, vel, kus, kusy, kusů, kusov, ks, pár, párů, krabice, číslo, položka, malá,
    velká
  `,
  units: `
    lidí, osob, sledujících, diváků, minut, minuty, minúta, sekund, hodin, hodiny, hodina, hodín, dní, dny,
    týden, týdnů, měsíc, měsíce, měsíců, roky, roků, metrů, kilo, gramů, litrů, procent, stupňů, milion,
    milionů, telefon, ledna, února, března, dubna, května, června, července, srpna, září, října, listopadu,
    prosince, ľudí, rokov, děti, dětí, procenta
  `,
  currencies: 'korun, koruna, koruny, kč, eur, eura',
  multipliers: { tisíc: 1_000, tisíce: 1_000, tis: 1_000 },
  fillers: `
    prosím, prosim, děkuji, díky, ďakujem, ano, jo, já, tohle, tento, tuto, jeden, jednu, jedno, za, ahoj,
    dobrý, černá, černou, bílá, bílou, červená, modrá
  `,
  local: { units: 'let', negations: 'ne' },
}
