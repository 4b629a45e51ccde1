import type { Language } from './language.ts'

/** Hindi, in its own script and as it is typed in Latin letters. */
export const hi: Language = {
  claims: `
    मैं लूंगा, मैं लूंगी, मैं लेता हूं, मैं लेती हूं, ले लिया, बुक करो, बुक कर दो, main lunga, main lungi,
    mai lunga, mai lungi, book karo, book kar do, le liya
  `,
  weakClaims: `
    चाहिए, मुझे, खरीदना है, लेना है, लूंगा, लूंगी, बुक, mera, meri, chahiye, lena hai, lunga, lungi,
    kharidna hai, mujhe, मेरा, मेरी, ये मेरा, यह मेरा, मुझे चाहिए, ye mera, mujhe chahiye, मुझे दो,
    मुझे दे दो, मुझे दीजिए, मैं लूँगा, मैं लूँगी, लूँगा, लूँगी, खरीदूंगा, खरीदूंगी, खरीदूँगा, खरीदूँगी,
    lelo, le lunga, le lungi, mujhe do, mujhe de do, kharidunga, kharidungi, mujhe dedo, dedo, mera ho gaya,
    mere liye, मेरे लिए, मैं ले लूंगा, मैं ले लूंगी, ले लूंगा, ले लूंगी
  `,
  notClaims: 'mera naam, मेरा नाम, meri jaan, मेरी जान, mera bhai, meri behen',
  bids: 'बोली, दूंगा, दूंगी, देता, देती, boli, dunga, dungi, lagata, lagati',
  negations: `
    नहीं, नही, मत, ना, न, बिना, महंगा, महंगी, रद्द, कैंसिल, गलती, nahi, nahin, nhi, bina, mehenga, mehnga,
    mahanga, galti
  `,
  questions: `
    कितना, कितने, कितनी, क्या, कौन, कब, कहां, कहाँ, क्यों, कैसे, kitna, kitne, kitni, kya, kaun, kab, kahan,
    kyu, kyun, kaise
  `,
  questionEndings: 'क्या, kya, कितने, kitne',
  sizes: 'साइज, साइज़, नंबर, नग, पीस, जोड़ी, डिब्बा, पैकेट, छोटा, बड़ा, nag, jodi',
  units: `
    लोग, फॉलोअर्स, मिनट, सेकंड, घंटा, घंटे, बजे, दिन, हफ्ते, महीना, महीने, साल, सेंटीमीटर, मीटर, किलो,
    ग्राम, लीटर, प्रतिशत, बार, करोड़, फोन, log, ghante, baje, din, mahine, saal, crore, cr
  `,
  currencies: 'रुपये, रुपए, रुपया, रुपयों, रु, rupay, rupaye, rupya, rupiya, bucks',
  multipliers: {
    हजार: 1_000,
    हज़ार: 1_000,
    लाख: 100_000,
    hazar: 1_000,
    hajar: 1_000,
    lakh: 100_000,
    lakhs: 100_000,
    lac: 100_000,
    lacs: 100_000,
  },
  fillers: `
    कृपया, प्लीज, प्लीज़, हां, हाँ, जी, ठीक, है, धन्यवाद, शुक्रिया, मैं, हम, ये, यह, वो, वह, एक, दीदी, भैया,
    भाई, बहन, मैडम, नमस्ते, को, का, की, वाला, वाली, kripya, haan, ha, ji, theek, thik, hai, dhanyavad,
    shukriya, main, mai, hum, ye, yeh, wo, woh, ek, didi, bhaiya, bhai, behen, wala, wali, काला, सफेद, लाल,
    नीला, में, mein, bhi, भी
  `,
  local: { weakClaims: 'book', negations: 'mat' },
}
