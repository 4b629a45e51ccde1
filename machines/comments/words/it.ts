import type { Language } from './language.ts'

/** Italian. */
export const it: Language = {
  claims: `
    mio, mia, è mio, è mia, lo prendo, la prendo, li prendo, le prendo, lo prendo io, la prendo io,
    prendo io, lo compro, la compro, lo voglio, la voglio, lo voglio io, lo riservo, aggiudicato
  `,
  weakClaims: `
    voglio, vorrei, prendo, compro, comprato, comprata, venduto, venduta, a me, riservami, prenotato,
    prenotata, prenoto, preso, presa, per me, mettimelo da parte, mettimela da parte, da parte per me,
    tienimelo, tienimela, tienilo per me, venduto a me, venduta a me
  `,
  notClaims: `
    mamma mia, amore mio, dio mio, tesoro mio, figlio mio, figlia mia, amica mia, amico mio, caro mio,
    cara mia, mio marito, mio figlio, mia figlia, mia madre, mia mamma, mia sorella, mio padre, mio dio,
    mia moglie, mio fratello, grande per me, piccolo per me, caro per me, mia nonna, mia offerta,
    mia puntata, mia proposta, mio prezzo, è venduto, è venduta, già venduto, già venduta, mia cara,
    mia cugina, mia zia, mia amica, mio fidanzato, mio tesoro, mia vita, venduto a chi, venduta a chi,
    venduto a, venduta a
  `,
  bids: 'offro, offerta, offerte, rilancio, punto, propongo',
  negations: `
    non, no, niente, nessuno, nessuna, senza, caro, troppo, annulla, annullo, annullare, neanche, nemmeno,
    tranne, sbagliato, scherzo
  `,
  questions: `
    quanto, quanta, quanti, quante, quale, quali, qual è, che cosa, cosa, dove, quando, perché, posso,
    ci sono, avete, quant'è, come si, come posso, come faccio, come mai
  `,
  unitsBehind: 'ora',
  sizes: `
    taglia, taglie, misura, numero, pezzo, pezzi, paio, paia, scatola, scatole, lotto, articolo, piccola,
    piccolo, media, grande, confezione, tg, porto, unità, quantità
  `,
  units: `
    persone, follower, seguaci, spettatori, commenti, minuto, minuti, secondo, secondi, ore, giorno, giorni,
    settimana, settimane, mese, mesi, anno, anni, centimetri, metro, metri, chilo, chili, grammi, etti,
    litro, litri, gradi, milione, milioni, cento, volte, punti, telefono, gennaio, febbraio, marzo, aprile,
    maggio, giugno, luglio, agosto, settembre, ottobre, novembre, dicembre, alta, alto, mostra, mostrami,
    iscritti, figli, età, chilogrammi
  `,
  currencies: 'euro, euri, eurini, sterline, dollari, franchi, centesimi',
  multipliers: { mila: 1_000 },
  courtesies: 'mille grazie',
  fillers: `
    per, favore, perfavore, piacere, sì, va, bene, certo, grazie, io, noi, questo, questa, quello, quella,
    uno, una, un, il, lo, la, cara, bella, tesoro, amore, signora, ragazze, ciao, salve, buonasera, è,
    subito, nero, nera, bianco, bianca, rosso, rossa, blu, verde, giallo, gialla, grigio, grigia, oro, viola
  `,
  local: { negations: 'mai', bids: 'do', questions: "hai, chi, come, c'è" },
}
