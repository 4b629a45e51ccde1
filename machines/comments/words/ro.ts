import type { Language } from './language.ts'

/** Romanian. */
export const ro: Language = {
  claims: `
    îl iau, o iau, îl iau eu, o iau eu, le iau, îi iau, îl cumpăr, o cumpăr, îl vreau, o vreau, îl vreau eu,
    o vreau eu, al meu, a mea, e al meu, e a mea, este al meu, este a mea, îl rezerv, o rezerv, ale mele,
    sunt ale mele
  `,
  weakClaims: `
    vreau, eu vreau, iau, eu iau, cumpăr, eu cumpăr, pentru mine, vândut, vândută, rezerv, rezervat,
    rezervă-mi, îmi doresc, comand, dați-mi, mie, rezervați-mi, păstrează-mi, păstrați-mi
  `,
  notClaims: `
    iubitul meu, dragul meu, draga mea, mama mea, viața mea, fiica mea, dumnezeul meu, soțul meu,
    prea mare pentru mine, prea mic pentru mine, prea scump pentru mine, prietena mea, prietenul meu
  `,
  bids: 'ofer, dau, licitez, ofertă, oferta, plătesc, ridic',
  negations: `
    niciodată, fără, nimic, nimeni, anulez, anulați, anulare, scump, scumpă, greșeală, glumesc, renunț,
    nici, deloc
  `,
  questions: `
    cât costă, cât e, cât este, cât face, cât, câți, câte, cine, ce preț, ce mărime, unde, când, cum, aveți
  `,
  unitsBehind: 'oră',
  negationsAhead: 'nu',
  denials: `
    nu vreau, nu îl, nu iau, nu cumpăr, nu mai, nu este, nu dau, nu pot, nu am, nu al, nu a, nu ale,
    nu sunt, nu e al, nu e a, nu-l, nu-i, nu o, nu le, nu îi, nu eu, nu pentru, nu rezerv, nu comand,
    nu ofer, nu licitez, nu plătesc, nu mersi, nu mulțumesc
  `,
  sizes: `
    mărime, mărimea, măsura, măsură, bucată, bucăți, buc, pereche, perechi, cutie, cutii, număr, numărul,
    articol, articolul, port, înălțime
  `,
  units: `
    oameni, persoane, persoană, urmăritori, spectatori, minut, minute, secunde, ore, zile, zi, săptămâni,
    luni, ani, centimetri, metri, kilograme, grame, litri, sută, procente, grade, milion, milioane, telefon,
    ianuarie, februarie, martie, aprilie, iunie, iulie, septembrie, octombrie, noiembrie, decembrie
  `,
  currencies: 'lei, leu, leuți, bani',
  multipliers: { mii: 1_000 },
  fillers: `
    vă, rog, te, mulțumesc, mersi, da, bine, eu, noi, acesta, aceasta, asta, ăsta, unul, una, un, o, e, cu,
    la, doamnă, domnule, dragă, draga, scumpo, bună, salut, negru, neagră, alb, albă, roșu, roșie, albastru
  `,
  local: { units: 'ora', negations: 'nu' },
}
