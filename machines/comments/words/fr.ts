import type { Language } from './language.ts'

/** French. */
export const fr: Language = {
  claims: `
    je prends, j'prends, je le prends, je la prends, je les prends, pour moi, à moi, c'est à moi,
    c'est pour moi, c'est le mien, c'est la mienne, le mien, la mienne, j'achète, j'achete, je l'achète,
    je réserve, je le réserve, je la réserve, je le veux, je la veux, je le veux bien, preneur, preneuse,
    je suis preneur, je suis preneuse, mets-le-moi, mettez-le-moi, je prend, j'prend, je le prend,
    je la prend
  `,
  weakClaims: `
    je veux, je voudrais, je valide, vendu, vendue, prends, acheter, réservé, réservée, je commande, moi,
    adjugé, mets moi de côté, mettez moi de côté, de côté pour moi, mis de côté, vendu à moi, vendue à moi
  `,
  notClaims: `
    je prends soin, je prends note, je prends mon temps, trop cher pour moi, trop grand pour moi,
    trop petit pour moi, grand pour moi, petit pour moi, parfait pour moi, cher pour moi, comme moi,
    avec moi, selon moi, excusez moi, excuse moi, dis moi, aide moi, je prends le temps, c'est vendu,
    déjà vendu, est vendu, pour moi c'est, à moi de, je prends combien, vendu à qui, vendu à, vendue à
  `,
  bids: 'offre, enchère, enchéris, propose, mise, surenchère, monte, offres',
  negations: `
    non, pas, jamais, aucun, aucune, rien, personne, sans, trop, cher, chère, annule, annuler, annulez,
    sauf, n'ai, erreur, blague, nan
  `,
  questions: `
    combien, c'est combien, quel, quelle, quels, quelles, quoi, comment, où, quand, pourquoi, est-ce,
    est-ce que, y a-t-il, il y a, vous avez, tu as, puis-je, peut-on, c'est quoi, qu'est-ce, qui est,
    qui veut, qui prend, qui offre, qui mise, qui achète
  `,
  percentages: 'pour cent',
  unitsBehind: 'mai',
  sizes: `
    taille, tailles, pointure, numéro, pièce, pièces, unité, unités, paire, paires, boîte, boîtes, lot,
    lots, article, petit, petite, moyen, moyenne, grand, grande, exemplaires, réf, référence, quantité
  `,
  units: `
    gens, abonnés, abonnées, followers, vues, minute, minutes, seconde, secondes, heure, heures, jour,
    jours, semaine, semaines, mois, ans, année, années, centimètres, mètre, mètres, kilo, kilos, grammes,
    litre, litres, pourcent, degrés, million, millions, milliard, fois, points, téléphone, tél, rue,
    janvier, février, mars, avril, juin, juillet, août, septembre, octobre, novembre, décembre, montre,
    montrez, montrer, personnes, enfants, kilogramme, kilogrammes
  `,
  currencies: 'euros, balles, francs, franc, dollars, dirhams, dinars',
  multipliers: { mille: 1_000 },
  courtesies: 'mille merci, mille mercis',
  fillers: `
    s'il, te, vous, plaît, plait, svp, stp, oui, ouais, d'accord, dac, merci, bonjour, bonsoir, salut,
    coucou, je, moi, nous, le, la, les, un, une, ce, cette, celui, celle, ça, ci, là, cela, c'est, madame,
    monsieur, chérie, belle, alors, bien, volontiers, noir, noire, blanc, blanche, rouge, bleu, bleue, vert,
    verte, rose, jaune, gris, grise, doré
  `,
  local: { questions: 'qui', units: 'an', negations: 'ni' },
}
