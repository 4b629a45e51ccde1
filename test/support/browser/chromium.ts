import { existsSync } from 'node:fs'
import { chromium, type Browser, type Page } from 'playwright-core'

const INSTALLED = '/usr/bin/chromium'
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Debian's Chromium, headless; a process of its own, for what must not share one. */
export function openBrowser(): Promise<Browser> {
  if (!existsSync(INSTALLED)) throw new Error('no Chromium found: apt-get install chromium')
  return chromium.launch({ executablePath: INSTALLED, args: ARGUMENTS })
}

let shared: Promise<Browser> | undefined

/** The one browser that all specs of a run share; each opens contexts of its own, which share nothing. */
export const sharedBrowser = (): Promise<Browser> => (shared ??= openBrowser())

// At the top of a module that specs import, this is a hook of the whole run. A bench has no hooks and ends its process.
if (typeof after === 'function') after(async () => (await shared)?.close())

/** What went wrong on a page that no test asked for: faults of its code, refused contents, foreign hosts. */
export function watchFaults(page: Page, origin: string): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`fault: ${error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    if (/Content Security Policy|Trusted ?Types?/i.test(text)) faults.push(`policy: ${text}`)
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    const isForeign = url.protocol.startsWith('http') && url.origin !== origin
    // The way to the platform and back is the seller's own.
    if (isForeign && !request.isNavigationRequest()) faults.push(`foreign: ${url.href}`)
  })
  return faults
}
