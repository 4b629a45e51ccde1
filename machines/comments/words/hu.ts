import type { Language } from './language.ts'

/** Hungarian. */
export const hu: Language = {
  claims: `
    az enyém, az enyém lesz, elviszem, megveszem, kérem szépen, lefoglalom, ezt kérem, ezt viszem,
    ezt kérném
  `,
  weakClaims: `
    enyém, viszem, kérem, kérném, kérek, kérek egyet, nekem, nekem kell, kell, kell nekem, veszem, vinném,
    szeretném, eladva, foglalom, megvenném, kérnék egyet, kérnék
  `,
  bids: 'ajánlok, ajánlatom, licitálok, licit, adok, emelek',
  negations: `
    nem, soha, nélkül, semmi, senki, mégsem, lemondom, sajnos, tévedés, vicc, kivéve, nincs, sincs
  `,
  questions: 'mennyi, mennyibe, hány, mikor, miért, hogyan, melyik, milyen',
  unitsBehind: 'óra',
  sizes: 'méret, méretű, méretben, darab, db, pár, doboz, cikkszám, kicsi, közepes, nagy',
  units: `
    ember, fő, követő, néző, perc, másodperc, óráig, nap, hónap, év, éves, centi, méter, kiló, deka, gramm,
    liter, százalék, fok, millió, telefon
  `,
  currencies: 'forint, forintot, forintért, huf',
  multipliers: { ezer: 1_000, ezret: 1_000 },
  courtesies: 'ezer köszönet, ezer hála',
  fillers: `
    szépen, köszönöm, köszi, igen, rendben, én, ezt, ez, azt, az, egyet, egy, szia, sziasztok, hölgyem,
    fekete, fehér, piros, kék, zöld
  `,
  local: { units: 'hét, óra', negations: 'ne, drága', questions: 'ki, mi, hol, van' },
}
