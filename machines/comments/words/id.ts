import type { Language } from './language.ts'

/** Indonesian and Malay. */
export const id: Language = {
  claims: `
    punya saya, punyaku, punya aku, saya ambil, aku ambil, fix beli, jadi beli, saya beli, aku beli,
    ini punyaku
  `,
  weakClaims: `
    beli, mau, saya mau, aku mau, gue mau, mauu, ambil, keep, fix, order, checkout, nak, pesan, pesen,
    minat, bungkus, booking, angkut, buat saya, buat aku, untuk saya, saya nak, utk saya, utk aku, sy nak,
    sy mau, gw mau, gua mau, sy ambil, terjual
  `,
  notClaims: 'mau tanya, mau nanya, mau lihat, mau liat, mau tau, mau tahu, x nak, x mau, x beli, x ambil',
  bids: 'tawar, nawar, tawaran, tawaranku, bidding, penawaran, lelang, naik, berani',
  negations: `
    tidak, tdk, tidk, gak, gk, nggak, ngga, nggk, enggak, engga, bukan, jangan, batal, cancel, mahal,
    kemahalan, belum, ogah, kagak, tanpa, salah, bercanda, kecuali, jgn, tiada, takde, gamau, gajadi, taknak
  `,
  questions: `
    berapa, brp, brapa, apa, apakah, siapa, kapan, dimana, di mana, mana, kenapa, bagaimana, gimana, ada,
    bisa, masih ada
  `,
  questionEndings: 'berapa, brp, kah, gak, ga, apa',
  negationsAhead: 'ga',
  denials: `
    ga mau, ga jadi, ga ada, ga usah, ga bisa, ga beli, ga minat, ga ambil, ga order, ga keep, ga fix,
    ga pesan, ga naik, ga berani, ga nawar, ga dulu, ga deh, ga punya, ga cukup, ga kuat
  `,
  sizes: `
    ukuran, nomor, nomer, no, nmr, buah, biji, potong, pasang, kotak, bungkus, helai, lembar, kecil, sedang,
    besar, lusin, kodi, barang, item, uk, uk., etalase, keranjang, ld, saiz
  `,
  units: `
    orang, pengikut, penonton, suka, komentar, menit, mnt, detik, dtk, jam, pukul, hari, minggu, bulan,
    tahun, thn, umur, senti, meter, kilo, gram, liter, persen, derajat, miliar, kali, poin, telepon, telp,
    hp, wa, januari, februari, maret, mei, juni, juli, agustus, oktober, desember, spill
  `,
  currencies: 'rupiah, perak, idr, ringgit',
  multipliers: { rb: 1_000, ribu: 1_000, rban: 1_000, rebu: 1_000, jt: 1_000_000, juta: 1_000_000 },
  fillers: `
    tolong, mohon, ya, iya, iyaa, yaa, yak, oke, siap, boleh, terima, kasih, makasih, mksh, saya, aku, gue,
    gua, kami, ini, itu, yang, yg, satu, 1, kak, kakak, ka, sis, gan, min, mimin, bang, abang, mas, mba,
    mbak, bu, ibu, pak, bapak, bund, bunda, om, tante, cici, koko, dong, deh, sih, nih, lah, donk, halo,
    hai, hitam, putih, merah, biru, hijau, kuning, pink, abu, coklat, gw, sy, utk, untuk, buat, banget, bgt,
    ni, warna, aja, saja
  `,
  local: { negations: 'tak, ga', weakClaims: 'co' },
}
