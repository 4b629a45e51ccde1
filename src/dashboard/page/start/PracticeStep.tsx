import { useEffect, useState } from 'preact/hooks'
import type { Product } from '../../../protocol/resources.ts'
import { go } from '../app/router.ts'
import { attempt } from '../ui/errorText.ts'
import { say } from '../ui/toasts.ts'
import { t } from '../words/words.ts'
import { isPracticeAvailable, startPractice } from './practice.ts'
import { Step } from './Step.tsx'

/** A show with the stand-in crowd: the whole thing once, with nothing at stake. */
export function PracticeStep({
  products,
  isConnected,
}: {
  products: readonly Product[]
  isConnected: boolean
}) {
  const [isBusy, setBusy] = useState(false)
  const [isAvailable, setAvailable] = useState(false)
  useEffect(() => {
    isPracticeAvailable().then(setAvailable, () => undefined)
  }, [])
  const start = async (): Promise<void> => {
    setBusy(true)
    await attempt(async () => {
      const sessionId = await startPractice(products)
      say(t('home.practiceStarted'))
      go(`/room/${sessionId}`)
    })
    setBusy(false)
  }
  return (
    <Step
      done={false}
      title={t('home.practice')}
      why={isAvailable ? t('home.practiceWhy') : t('home.practiceNotHere')}
    >
      <button
        type="button"
        class="button"
        disabled={isBusy || !isAvailable || products.length === 0 || !isConnected}
        onClick={() => void start()}
      >
        {t('home.practiceDo')}
      </button>
    </Step>
  )
}
