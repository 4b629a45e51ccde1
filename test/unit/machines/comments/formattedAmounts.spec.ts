import { expect } from 'chai'
import fc from 'fast-check'
import { createReader } from '../../../../machines/comments/index.ts'

/** Locales whose formats differ in digits, grouping, separators or the place of the money, and what they pay with. */
const LOCALES = `en-US USD, en-GB GBP, en-IN INR, en-ZA ZAR, en-AU AUD, en-CA CAD, tr-TR TRY, es-ES EUR, es-MX MXN,
  es-AR ARS, es-CO COP, es-PE PEN, pt-BR BRL, pt-PT EUR, fr-FR EUR, fr-CH CHF, fr-CA CAD, de-DE EUR, de-CH CHF,
  de-AT EUR, it-IT EUR, it-CH CHF, ar-EG EGP, ar-SA SAR, ar-AE AED, ar-MA MAD, fa-IR USD, ur-PK PKR, id-ID IDR,
  ms-MY MYR, fil-PH PHP, vi-VN VND, th-TH THB, th-TH-u-nu-thai THB, zh-CN CNY, zh-TW TWD, zh-HK HKD, ja-JP JPY,
  ja-JP-u-nu-fullwide JPY, ko-KR KRW, ru-RU RUB, uk-UA UAH, hi-IN INR, hi-IN-u-nu-deva INR, mr-IN INR, bn-BD BDT,
  ne-NP NPR, my-MM USD, ta-IN-u-nu-tamldec INR, km-KH-u-nu-khmr USD, pl-PL PLN, nl-NL EUR, sv-SE SEK, nb-NO NOK,
  da-DK DKK, cs-CZ CZK, hu-HU HUF, ro-RO RON, bg-BG EUR, he-IL ILS, el-GR EUR, ka-GE GEL`

describe('an amount as computers format it', () => {
  for (const [locale = '', currency = ''] of LOCALES.split(/,\s+/).map((pair) => pair.split(' '))) {
    const read = createReader({ locale, currency })
    const styles: readonly Intl.NumberFormatOptions[] = [
      { maximumFractionDigits: 2 },
      { minimumFractionDigits: 2, maximumFractionDigits: 2 },
      { style: 'currency', currency, minimumFractionDigits: 2, maximumFractionDigits: 2 },
      {
        style: 'currency',
        currency,
        currencyDisplay: 'code',
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
      },
    ]
    it(`${locale} reads back as itself`, () => {
      const formats = styles.map((style) => new Intl.NumberFormat(locale, style))
      fc.assert(
        fc.property(
          fc.oneof(fc.nat(999_999_999_999), fc.nat(10_000_000)),
          fc.constantFrom(...formats),
          (amount, format) => {
            const text = format.format(amount / 100)
            expect(read(text, 'auction'), text).to.deep.equal({ kind: 'bid', amount })
          },
        ),
      )
    })
  }
})
