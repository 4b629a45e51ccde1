import type { Language } from './language.ts'

/** Finnish. */
export const fi: Language = {
  claims: `
    minä otan, mä otan, otan tämän, otan sen, ostan tämän, ostan sen, haluan tämän, haluan sen,
    tämä on minun
  `,
  weakClaims: 'otan, ostan, haluan, minulle, mulle, minun, mun, varaan, myyty, mä ostan, minä ostan',
  bids: 'tarjoan, tarjous, tarjoukseni, huudan, korotan, maksan',
  negations: 'älä, ikinä, koskaan, ilman, kallis, kallista, perun, valitettavasti, mitään, kukaan, paitsi',
  questions: 'paljonko, kuinka, mitä, mikä, kuka, missä, milloin, miksi, onko, voinko, saanko',
  courtesies: 'hyvää päivää',
  sizes: 'kokoa, kpl, kappale, kappaletta, pari, paria, laatikko, numero',
  units: `
    ihmistä, seuraajaa, katsojaa, minuuttia, sekuntia, tuntia, päivää, viikkoa, kuukautta, vuotta, senttiä,
    metriä, kiloa, grammaa, litraa, prosenttia, astetta, miljoonaa
  `,
  currencies: 'euroa, euroo, egeä',
  multipliers: { tuhat: 1_000, tuhatta: 1_000 },
  fillers: `
    kiitos, kyllä, joo, minä, mä, tämä, tämän, sen, yksi, hei, moi, musta, valkoinen, punainen, sininen
  `,
  local: {
    negations: 'ei, en',
    sizes: 'koko',
  },
}
