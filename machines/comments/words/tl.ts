import type { Language } from './language.ts'

/** Tagalog (Filipino), which claims in English as a rule. */
export const tl: Language = {
  claims: `
    akin na, akin yan, akin ito, sa akin, sakin, kunin ko, kukunin ko, kuha ko, bibilhin ko, bilhin ko,
    mine po, mine ko, akin po, ako po bibili
  `,
  weakClaims: `
    bili, pabili, bibili, gusto ko, ako po, kuha, grab, pa mine, pamine, pareserve, pa reserve, reserve,
    order, akin, para sa akin, grab ko, grab po, ako na, ako na po, ako nalang, ako na lang, gusto ko bilhin
  `,
  notClaims: 'tulungan mo ako, di akin, di sakin, di ko, sana akin, nasa akin, kuha na',
  bids: 'tawad, taas, alok, itaas',
  negations: `
    hindi, hinde, wag, huwag, wala, walang, ayaw, ayoko, mahal, kansel, icancel, mali, joke, maliban
  `,
  questions: `
    magkano, hm, ilan, anong, alin, sino, saan, kailan, bakit, paano, pano, meron, may, pwede, puwede,
    ano po, ano ba, ano ang, ano yung
  `,
  questionEndings: 'ba, magkano',
  sizes: 'sukat, piraso, pares, kahon, numero, bilang, maliit, malaki',
  units: `
    tao, katao, minuto, segundo, oras, araw, linggo, buwan, taon, sentimetro, metro, kilo, gramo, litro,
    porsyento, milyon, beses, anyos
  `,
  currencies: 'piso, pesos, pisos',
  multipliers: { libo: 1_000 },
  fillers: `
    po, opo, oo, sige, salamat, paki, pakiusap, ako, kami, ito, eto, iyan, yan, yun, isa, ate, kuya, mamsh,
    mommy, momsh, sissy, beshie, lods, madam, nga, na, naman, ng, ang, pula, puti, itim, asul, berde, dilaw,
    nalang, lang
  `,
  local: { questions: 'ano, pila', currencies: 'p, php', negations: 'di', weakClaims: 'steal' },
}
