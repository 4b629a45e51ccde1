import { changeTenant, type ReplyName, type Tenant } from '../app/tenant.ts'
import { Labelled } from '../ui/Field.tsx'
import { t } from '../words/words.ts'
import { SettingsForm } from './SettingsForm.tsx'

const NAMES: readonly ReplyName[] = ['bidAccepted', 'claimAccepted', 'stockExhausted']

/** What viewers are answered on the stream. An empty text leaves the service's own words. */
export function Replies({ shop }: { shop: Tenant }) {
  const { enabled = true, templates = {} } = shop.settings.autoReply ?? {}
  const save = (fields: Record<string, string>): Promise<void> => {
    const filled = NAMES.filter((name) => fields[name] !== '').map((name) => [name, fields[name]])
    return changeTenant({
      settings: {
        autoReply: {
          enabled: fields.enabled === 'on',
          templates: Object.fromEntries(filled) as Partial<Record<ReplyName, string>>,
        },
      },
    })
  }
  return (
    <SettingsForm title={t('settings.replies')} save={save}>
      {() => (
        <>
          <label class="check">
            <input type="checkbox" name="enabled" defaultChecked={enabled} />
            {t('settings.repliesOn')}
          </label>
          {NAMES.map((name) => (
            <Labelled key={name} label={t(`settings.reply.${name}`)}>
              <textarea name={name} rows={2} maxLength={300} defaultValue={templates[name] ?? ''} />
            </Labelled>
          ))}
          <p class="hint">
            {t('settings.replyHint', {
              username: '{username}',
              amount: '{amount}',
              currency: '{currency}',
              product: '{product}',
            })}
          </p>
        </>
      )}
    </SettingsForm>
  )
}
