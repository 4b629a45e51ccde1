import type { Language } from './language.ts'

/** Dutch. */
export const nl: Language = {
  claims: `
    van mij, die is van mij, ik neem hem, ik neem het, ik neem deze, ik koop hem, ik koop het, die wil ik,
    deze wil ik, wil ik hebben
  `,
  weakClaims: `
    ik wil, wil ik, ik koop, koop ik, koop, kopen, wil graag, ik wil graag, verkocht, reserveer,
    gereserveerd, bestel, voor mij, neem ik, ik neem, gekocht, mijn, doe mij die, doe mij deze,
    doe mij maar, doe mij
  `,
  notClaims: `
    uitverkocht, te duur voor mij, te groot voor mij, te klein voor mij, vriend van mij, vriendin van mij,
    mijn maat, mijn moeder, mijn vader, mijn man, voor mij te
  `,
  bids: 'bod, bied, bieden, geboden, geef, verhoog',
  negations: `
    niet, geen, nee, nooit, zonder, duur, helaas, annuleer, annuleren, behalve, niks, niets, niemand, fout,
    vergissing, grapje, teveel, neen
  `,
  questions: `
    hoeveel, wat, wie, hoe, waar, wanneer, waarom, welke, welk, is het, is dit, is deze, kan ik, heb je,
    hebben jullie, mag ik
  `,
  unitsBehind: 'ons',
  sizes: 'maat, maten, nummer, stuk, stuks, paar, doos, dozen, kavel, klein, middel, groot, keer, lengte',
  units: `
    mensen, personen, persoon, volgers, kijkers, reacties, minuut, minuten, seconde, seconden, uur, uren,
    dag, dagen, weken, maand, maanden, jaar, jaren, centimeter, meter, kilo, gram, liter, procent, graden,
    miljoen, punten, telefoon, bladzijde, januari, februari, maart, mei, juni, juli, augustus, oktober,
    kinderen
  `,
  currencies: 'euro, euros, piek, centen',
  multipliers: { duizend: 1_000 },
  courtesies: 'duizend dank',
  fillers: `
    alsjeblieft, alstublieft, aub, ajb, graag, ja, jaa, prima, goed, dank, bedankt, dankjewel, ik, wij, we,
    deze, dit, die, dat, een, hem, het, de, lieverd, schat, mevrouw, meneer, hoi, hallo, ook, zwart, zwarte,
    wit, witte, rood, rode, blauw, blauwe, groen, groene, roze, geel, grijs, bruin
  `,
  local: { bids: 'ga' },
}
