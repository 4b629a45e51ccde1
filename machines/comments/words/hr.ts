import type { Language } from './language.ts'

/** Croatian, Serbian and Bosnian in Latin letters. */
export const hr: Language = {
  claims: 'uzimam, ja uzimam, uzimam ovo',
  weakClaims: 'želim, hoću, kupujem, moje, za mene',
  bids: 'nudim, dajem, ponuda',
  negations: 'nije, neću, nema, nisam, nemoj, nikad, ništa',
  units: 'posto',
  currencies: 'dinara, eura, evra',
  fillers: 'molim, hvala, ja, ovo, da',
}
