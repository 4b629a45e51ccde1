import type { ComponentChildren } from 'preact'
import { FormError } from '../ui/FormError.tsx'
import { say } from '../ui/toasts.ts'
import { useForm } from '../ui/useForm.ts'
import { t } from '../words/words.ts'

interface Props {
  title: string
  save: (fields: Record<string, string>) => Promise<void>
  children: (errorOf: (field: string) => string | undefined) => ComponentChildren
}

/** One part of the settings, saved by itself. */
export function SettingsForm({ title, save, children }: Props) {
  const { error, isBusy, onSubmit, errorOf } = useForm(async (fields) => {
    await save(fields)
    say(t('settings.saved'))
  })
  return (
    <form class="sheet" aria-label={title} onSubmit={onSubmit}>
      <h2>{title}</h2>
      {children(errorOf)}
      <FormError error={error} />
      <button class="button" disabled={isBusy}>
        {isBusy ? t('do.saving') : t('do.save')}
      </button>
    </form>
  )
}
