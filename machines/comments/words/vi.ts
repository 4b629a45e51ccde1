import type { Language } from './language.ts'

/** Vietnamese. Tone marks are folded away, as hurried viewers leave them out. */
export const vi: Language = {
  claims: 'em lấy, mình lấy, tôi lấy, chị lấy, anh lấy, lấy cho em, để cho em, chốt cho em, giữ cho em',
  weakClaims: `
    lấy, mua, chốt, chốt đơn, đặt, đặt hàng, muốn mua, em muốn, tôi muốn, mình muốn, giữ, lên đơn, của em,
    của mình, của tôi, em chốt, mình chốt, em mua, mình mua, tôi mua, em đặt, mình đặt, để em, cho em,
    cho mình, cho tôi, cho chị, cho anh, bán cho em, bán cho mình, để mình
  `,
  notClaims: `
    em ơi, em chào, mua ở đâu, cho em hỏi, cho mình hỏi, cho chị hỏi, cho tôi hỏi, cho em xem, cho mình xem
  `,
  bids: 'giá, đấu, nâng',
  negations: 'không, khong, hok, đừng, chẳng, hủy, huỷ, nhầm',
  questions: `
    bao nhiêu, bnh, nhiêu, giá bao nhiêu, giá sao, gì, ở đâu, khi nào, tại sao, mấy, ai trả, ai mua, ai lấy,
    ai chốt, ai muốn, bn tiền
  `,
  questionEndings: 'không, vậy, chưa, nhiêu',
  unitsBehind: 'ký',
  sizes: 'cỡ, chiếc, hộp, gói, cái',
  units: `
    người, lượt, phút, giây, giờ, ngày, tuần, tháng, năm, tuổi, gam, lít, phần, điểm, thoại, sđt
  `,
  currencies: 'đồng, vnđ',
  multipliers: { ngàn: 1_000, nghìn: 1_000, ng: 1_000, triệu: 1_000_000, tr: 1_000_000 },
  fillers: `
    làm ơn, vâng, dạ, ạ, ừ, được, cảm ơn, em, mình, tôi, này, nay, kia, nó, một, 1, chị, anh, shop, ơi, nhé,
    nha, nhen, đi, với, luôn, liền, cho, màu, đen, trắng, đỏ, xanh, vàng, hồng, nâu, xám
  `,
  local: {
    negations: 'ko, hông, hong, mắc, trừ, chưa, thôi, khỏi',
    questions: 'có, còn, bn, ai, sao',
    questionEndings: 'hả, nhỉ',
    sizes: 'số, mã, mẫu, món, lớn, bộ, nhỏ, vừa, đôi, cái',
    units: 'cân, kí, tỷ, lần, mét, lạng',
    currencies: 'đ, d, xu',
    bids: 'trả',
  },
}
