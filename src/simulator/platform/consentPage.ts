import type { AuthorizeRequest } from './oauthRoutes.ts'
import type { Seller } from './seller.ts'

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f3f3f0, #17171a) }
  main { width: min(24rem, calc(100vw - 2rem)); padding: 2rem; border-radius: 1rem; background: light-dark(#fff, #222226);
    box-shadow: 0 1px 2px #0002, 0 12px 32px #0001 }
  h1 { font-size: 1.25rem; margin: 0 0 .25rem } p { margin: 0 0 1.25rem; color: light-dark(#555, #aaa) }
  label { display: flex; gap: .75rem; align-items: center; padding: .6rem .75rem; border: 1px solid #8884; border-radius: .6rem; margin-bottom: .5rem }
  label:has(:checked) { border-color: #3457d5; outline: 1px solid #3457d5 } small { display: block; color: light-dark(#666, #999) }
  div { display: flex; gap: .75rem; margin-top: 1.25rem }
  button { flex: 1; font: inherit; padding: .7rem; border-radius: .6rem; border: 1px solid #8886; background: none; cursor: pointer }
  button[value=allow] { background: #3457d5; border-color: #3457d5; color: #fff; font-weight: 600 }`

/** The page on which a person allows the app to use one of the platform's accounts, or denies it. */
export function consentPage(request: AuthorizeRequest, sellers: readonly Seller[], signedIn: Seller): string {
  const hidden = {
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    state: request.state,
    scope: request.scope,
    response_type: 'code',
  }
  const fields = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  const choices = sellers.map(
    (
      seller,
    ) => `<label><input type="radio" name="seller" value="${seller.id}"${seller === signedIn ? ' checked' : ''}>
      <span>${escapeHtml(seller.name)}<small>@${escapeHtml(seller.username)}</small></span></label>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Allow access · stand-in platform</title><style>${STYLE}</style></head>
<body><main>
  <h1>Connect your account</h1>
  <p>An app wants to read live comments and reply to them on your behalf. This is the stand-in platform: nothing here is real.</p>
  <form action="/oauth/decide" method="get">
    ${fields.join('')}
    ${choices.join('')}
    <label><input type="radio" name="seller" value="new"><span>A new account<small>made when you allow</small></span></label>
    <div><button name="decision" value="deny">Deny</button><button name="decision" value="allow">Allow</button></div>
  </form>
</main></body></html>`
}
