import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Icon, type IconName } from '../ui/Icon.tsx'
import { t } from '../words/words.ts'
import { LinkNotice } from './LinkNotice.tsx'
import { account } from './page.ts'
import { href } from './router.ts'
import { tenant } from './tenant.ts'

const PLACES = [
  ['/', 'home'],
  ['/shows', 'sessions'],
  ['/products', 'products'],
  ['/results', 'results'],
  ['/viewers', 'viewers'],
  ['/deliveries', 'deliveries'],
  ['/settings', 'settings'],
] as const satisfies readonly (readonly [string, IconName])[]

/** The frame of all screens but the control room: where one is, where one can go, and whether the line stands. */
export function Shell({ screen, children }: { screen: string; children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div class="shell">
      <a class="skip" href="#content">
        {t('app.skip')}
      </a>
      <nav class="places" aria-label={t('nav.label')} data-open={isOpen}>
        <p class="shop-name">{tenant.value?.name ?? ' '}</p>
        <ul onClick={() => setOpen(false)}>
          {PLACES.map(([place, name]) => (
            <li key={place}>
              <a href={href(place)} aria-current={place === screen ? 'page' : undefined}>
                <Icon name={name} />
                {t(`nav.${name}`)}
              </a>
            </li>
          ))}
        </ul>
        <button type="button" class="sign-out" onClick={() => void signOut()}>
          <Icon name="out" />
          {t('nav.signOut')}
        </button>
        <button type="button" class="more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name="menu" />
          {t('nav.more')}
        </button>
      </nav>
      <main id="content">
        <LinkNotice />
        {children}
      </main>
    </div>
  )
}

async function signOut(): Promise<void> {
  await account.signOut()
  tenant.value = null
}
