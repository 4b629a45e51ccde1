import type { Language } from './language.ts'

/** Signs, codes and abbreviations that people of all languages type. */
export const international: Language = {
  claims: '+1',
  weakClaims: 'cf',
  units: `
    cm, mm, km, kg, gr, gram, grams, mg, ml, cl, lt, lb, lbs, oz, ft, inch, inches, mt, mts, min, mins, sec,
    secs, sek, hr, hrs, am, pm, gb, tb, mb, kcal, watt, volt, k, mph, kmh, g, h, st, nd, rd, th, mil
  `,
  sizes: `
    size, sz, s, m, l, xs, xxs, xl, xxl, xxxl, xxxxl, 2xl, 3xl, 4xl, 5xl, pcs, pc, set, x, nr, num, sku, ref
  `,
  currencies: `
    usd, eur, gbp, try, tl, trl, jpy, cny, rmb, krw, inr, idr, php, vnd, thb, brl, mxn, ars, clp, cop, pen,
    uyu, cad, aud, nzd, hkd, twd, ntd, sgd, myr, rm, chf, sek, nok, dkk, pln, czk, huf, ron, bgn, rub, uah,
    kzt, azn, gel, amd, aed, sar, qar, kwd, bhd, omr, jod, egp, dzd, mad, tnd, lbp, iqd, irr, ils, pkr, bdt,
    lkr, npr, ngn, ghs, kes, tzs, ugx, zar, xof, xaf, fcfa, kr, zl, zł, kc, kč, lei, lv, лв, din, rs, rp,
    afn, aoa, awg, bbd, bif, bmd, bnd, bsd, btn, bwp, byn, bzd, cdf, crc, cve, djf, dop, etb, fjd, fkp, gmd,
    gnf, gtq, gyd, hnl, htg, isk, jmd, kgs, khr, kmf, kpw, kyd, lrd, lsl, lyd, mdl, mga, mkd, mmk, mnt, mru,
    mur, mvr, mwk, mzn, nio, pab, pgk, pyg, rsd, rwf, sbd, scr, sdg, sle, srd, ssp, stn, svc, syp, szl, tjs,
    tmt, ttd, uzs, ves, vuv, wst, xcd, xpf, yer, zmw, zwg, ksh, sr, qr, dhs, dh
  `,
  multipliers: { k: 1_000 },
  fillers: `
    ok, okay, okey, okk, pls, plz, plss, hi, hello, hey, haha, hahaha, hehe, lol, omg, wow, xd, xoxo, super,
    top, bravo, merci, sis, bro, sir, madam, mam, baby, bb, admin
  `,
}
