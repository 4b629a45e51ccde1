import type { Language } from './language.ts'

/** Turkish. */
export const tr: Language = {
  claims: `
    aldım, aldim, alırım, alıyorum, benim olsun, benim oldu, ben aldım, benimdir, bana ayır, bana ayırın
  `,
  claimsAtEnd: 'benim',
  weakClaims: `
    benim, istiyorum, isterim, alayım, bana, benimki, ben istiyorum, sepete, ayır, ayırın, rezerve, kaptım,
    kapıyorum, alacağım, alıcam, alcam, almak istiyorum, satın almak istiyorum, satın alıyorum, bana olsun,
    alıyom, alıyorm, aldm, ben alıcam
  `,
  notClaims: `
    benim adım, nefes aldım, geçen aldım, dün aldım, daha önce aldım, geçen sefer aldım, geçen hafta aldım,
    aldım geçen
  `,
  bids: `
    teklif, teklifim, veriyorum, veririm, verdim, vereyim, artırıyorum, arttırıyorum, yükseltiyorum,
    çıkıyorum, basıyorum, peyim, pey
  `,
  negations: `
    değil, yok, hayır, asla, olmaz, almam, almıyorum, almadım, alamadım, alamam, almayacağım, istemem,
    istemiyorum, vermem, vermiyorum, veremem, vermedim, vermez, iptal, vazgeçtim, pahalı, fazla, etmez, hiç,
    olmadı, yanlış, yanlışlıkla, şaka, deil
  `,
  questions: `
    kaç, kaça, ne kadar, nasıl, nerede, hangi, neden, niye, ne zaman, acaba, kim aldı, kim alıyor,
    kim alacak, kim istiyor, kim verdi, kim veriyor, kim var, kimin, kime, kimde
  `,
  questionEndings: 'miyim, mıyım, misin, mısın, musun, müsün, kaç',
  unitsBehind: 'ay',
  sizes: `
    beden, numara, numarası, no, adet, tane, parça, çift, takım, kutu, paket, ürün, sıra, küçük, büyük,
    orta, nolu, boy, numarayı, numaralı, numaradan, bedeni, şişe
  `,
  units: `
    kişi, takipçi, izleyici, beğeni, yorum, dakika, dk, saniye, sn, saat, gün, hafta, yıl, yaş, yaşında,
    yaşındayım, santim, metre, kilo, gram, litre, yüzde, telefon, milyon, milyar, yüz, derece, puan, yıldız,
    ocak, şubat, mart, nisan, mayıs, haziran, temmuz, ağustos, eylül, ekim, kasım, aralık, çocuk, göster,
    gösterin, gösterir, takipçim, abonem, abone, kez
  `,
  currencies: `
    lira, liraya, liradan, liralık, tl'ye, tl'den, tlye, tlden, türk, kuruş, dolar, euro, avro, papel, kağıt
  `,
  multipliers: { bin: 1_000 },
  numberEndings: 'e, a, ye, ya, den, dan, ten, tan, de, da, i, ı, u, ü, yi, yı',
  fillers: `
    lütfen, lutfen, evet, tamam, olur, abla, ablacım, ablam, abi, abicim, kardeş, kardeşim, hocam, canım,
    tatlım, hanım, bey, ben, biz, bu, bunu, şu, şunu, o, onu, bir, bi, hemen, selam, merhaba, kolay, gelsin,
    teşekkürler, teşekkür, ederim, sağol, ya, valla, vallahi, inşallah, hayırlısı, siyah, beyaz, kırmızı,
    mavi, yeşil, pembe, sarı, gri, mor, turuncu, kahverengi, olan, olanı
  `,
  local: { questions: 'kim', negations: 'sakın', questionEndings: 'mi, mı, mu, mü' },
  questionEndingsAfterNumber: 'mi, mı, mu, mü',
}
