import type { TenantSettings } from '../../persistence/entities/index.ts'
import { toMajor, type Minor } from '../../../machines/money.ts'

/** Texts with `{username} {amount} {currency} {product}` in them. */
export interface ReplyTemplates {
  claimAccepted: string
  bidAccepted: string
  stockExhausted: string
}

const ENGLISH: ReplyTemplates = {
  claimAccepted: '@{username} it is yours! {product} for {amount} {currency} is in your cart.',
  bidAccepted: '@{username} your bid of {amount} {currency} leads.',
  stockExhausted: '@{username} {product} is sold out; you are on the waiting list.',
}

/** What a shop that wrote no texts of its own says, by language. */
const DEFAULTS: Record<string, ReplyTemplates> = {
  en: ENGLISH,
  tr: {
    claimAccepted: '@{username} senin oldu! {product}, {amount} {currency}, sepetinde.',
    bidAccepted: '@{username} {amount} {currency} teklifin şu an en yüksek.',
    stockExhausted: '@{username} {product} tükendi; bekleme listesindesin.',
  },
  es: {
    claimAccepted: '@{username} ¡es tuyo! {product} por {amount} {currency} ya está en tu carrito.',
    bidAccepted: '@{username} tu puja de {amount} {currency} va en cabeza.',
    stockExhausted: '@{username} {product} está agotado; estás en la lista de espera.',
  },
  pt: {
    claimAccepted: '@{username} é seu! {product} por {amount} {currency} está no seu carrinho.',
    bidAccepted: '@{username} seu lance de {amount} {currency} está na frente.',
    stockExhausted: '@{username} {product} esgotou; você está na lista de espera.',
  },
  fr: {
    claimAccepted: '@{username} c’est à vous ! {product} à {amount} {currency} est dans votre panier.',
    bidAccepted: '@{username} votre offre de {amount} {currency} est en tête.',
    stockExhausted: '@{username} {product} est épuisé ; vous êtes sur la liste d’attente.',
  },
  de: {
    claimAccepted: '@{username} gehört dir! {product} für {amount} {currency} liegt in deinem Warenkorb.',
    bidAccepted: '@{username} dein Gebot von {amount} {currency} liegt vorn.',
    stockExhausted: '@{username} {product} ist ausverkauft; du stehst auf der Warteliste.',
  },
  it: {
    claimAccepted: '@{username} è tuo! {product} a {amount} {currency} è nel tuo carrello.',
    bidAccepted: '@{username} la tua offerta di {amount} {currency} è in testa.',
    stockExhausted: '@{username} {product} è esaurito; sei in lista d’attesa.',
  },
  id: {
    claimAccepted: '@{username} jadi milikmu! {product} seharga {amount} {currency} ada di keranjangmu.',
    bidAccepted: '@{username} tawaranmu {amount} {currency} memimpin.',
    stockExhausted: '@{username} {product} habis; kamu masuk daftar tunggu.',
  },
  ar: {
    claimAccepted: '@{username} أصبح لك! {product} بسعر {amount} {currency} في سلتك.',
    bidAccepted: '@{username} عرضك {amount} {currency} هو الأعلى الآن.',
    stockExhausted: '@{username} نفد {product}؛ أنت على قائمة الانتظار.',
  },
}

/** The tenant's own texts, the language's defaults for those it did not write. */
export function replyTemplates(settings: TenantSettings): ReplyTemplates {
  const language = (settings.locale ?? 'en').split('-')[0]?.toLowerCase() ?? 'en'
  const own = settings.autoReply?.templates ?? {}
  return { ...ENGLISH, ...DEFAULTS[language], ...dropUndefined(own) }
}

const dropUndefined = (templates: Partial<ReplyTemplates>): Partial<ReplyTemplates> =>
  Object.fromEntries(Object.entries(templates).filter(([, text]) => typeof text === 'string'))

/** Fills a template in. Values are inserted as they are and never read as templates again. */
export function renderReply(
  template: string,
  values: { username: string; amount: Minor; currency: string; product: string },
): string {
  const words: Record<string, string> = {
    username: values.username,
    amount: String(toMajor(values.amount)),
    currency: values.currency,
    product: values.product,
  }
  return template.replaceAll(/\{(username|amount|currency|product)\}/g, (_, key: string) => words[key] ?? '')
}
