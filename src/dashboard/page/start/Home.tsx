import { useEffect, useState } from 'preact/hooks'
import type { LiveSession, Page, Product } from '../../../protocol/resources.ts'
import { service } from '../app/page.ts'
import { go, href } from '../app/router.ts'
import { readTenant, tenant } from '../app/tenant.ts'
import { attempt } from '../ui/errorText.ts'
import { Screen } from '../ui/Screen.tsx'
import { say } from '../ui/toasts.ts'
import { TwoPressButton } from '../ui/TwoPressButton.tsx'
import { t, tn } from '../words/words.ts'
import { ConnectionHealth } from './ConnectionHealth.tsx'
import { readConnection, type Connection } from './connection.ts'
import { PracticeStep } from './PracticeStep.tsx'
import { Step } from './Step.tsx'

/** Where a seller begins: what is ready, what is still to do, and the way into the next show. */
export function Home() {
  const [products, setProducts] = useState<readonly Product[]>([])
  const [sessions, setSessions] = useState<readonly LiveSession[]>([])
  const [connection, setConnection] = useState<Connection | null>(null)
  const shop = tenant.value
  useEffect(() => {
    greetReturn()
    void attempt(async () => {
      const [productPage, sessionPage, state] = await Promise.all([
        service.get<Page<Product>>('/products?limit=100'),
        service.get<Page<LiveSession>>('/sessions?limit=20'),
        readConnection(),
        readTenant(),
      ])
      setProducts(productPage.items.filter((product) => product.status !== 'archived'))
      setSessions(sessionPage.items.filter((session) => session.status !== 'ended'))
      setConnection(state)
    })
  }, [])
  const disconnect = (): Promise<boolean> =>
    attempt(async () => {
      await service.delete('/auth/social')
      const [state] = await Promise.all([readConnection(), readTenant()])
      setConnection(state)
    })
  if (shop === null) return null
  const isConnected = shop.socialAccountId !== null
  const isReady = isConnected && products.length > 0 && sessions.length > 0
  const next = sessions.find((session) => session.status === 'live') ?? sessions[0]
  return (
    <Screen title={t('home.title', { shop: shop.name })} lead={isReady ? t('home.leadDone') : t('home.lead')}>
      <ol class="steps">
        <Step
          done={isConnected}
          title={t('home.connect')}
          why={
            isConnected
              ? t('home.connected', { account: connection?.username ?? shop.socialAccountId ?? '' })
              : t('home.connectWhy')
          }
        >
          {isConnected && connection?.status !== 'needs_reconnect' ? (
            <TwoPressButton act="disconnect" confirm={t('do.confirm')} onConfirm={() => void disconnect()}>
              {t('home.disconnect')}
            </TwoPressButton>
          ) : (
            <a class="button primary" href="/api/v1/auth/social">
              {t('home.connectDo')}
            </a>
          )}
        </Step>
        <Step
          done={products.length > 0}
          title={t('home.product')}
          why={products.length > 0 ? tn('home.products', products.length) : t('home.productWhy')}
        >
          <a class="button" href={href('/products')}>
            {t('nav.products')}
          </a>
        </Step>
        <Step
          done={sessions.length > 0}
          title={t('home.session')}
          why={sessions.length > 0 ? tn('home.sessionsReady', sessions.length) : t('home.sessionWhy')}
        >
          {next === undefined ? (
            <a class="button" href={href('/shows')}>
              {t('nav.sessions')}
            </a>
          ) : (
            <a class="button primary" href={href(`/room/${next.id}`)}>
              {t('home.sessionOpen')}
            </a>
          )}
        </Step>
        <PracticeStep products={products} isConnected={isConnected} />
      </ol>
      {connection !== null && <ConnectionHealth connection={connection} />}
    </Screen>
  )
}

/** After the platform sent the seller back: says so once and tidies the address. */
function greetReturn(): void {
  const query = new URLSearchParams(location.search)
  const account = query.get('social_username')
  if (query.get('social_connected') !== 'true') return
  say(t('home.connectedNow', { account: account ?? '' }))
  go('/', { replace: true })
}
