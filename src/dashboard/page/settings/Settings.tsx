import { changeTenant, tenant } from '../app/tenant.ts'
import { Field } from '../ui/Field.tsx'
import { Screen } from '../ui/Screen.tsx'
import { t } from '../words/words.ts'
import { ClaimWords } from './ClaimWords.tsx'
import { Keys } from './Keys.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { OverlayAddress } from './OverlayAddress.tsx'
import { Replies } from './Replies.tsx'
import { SettingsForm } from './SettingsForm.tsx'

const CURRENCIES = ['USD', 'EUR', 'TRY', 'GBP', 'BRL', 'IDR', 'MXN', 'PHP', 'INR', 'SAR']

/** Everything a seller can set, in the order it is needed; each part is saved by itself. */
export function Settings() {
  const shop = tenant.value
  if (shop === null) return null
  const { currency = 'USD', countdownSeconds = 10, antiSnipe } = shop.settings
  return (
    <Screen title={t('settings.title')}>
      <div class="settings">
        <SettingsForm
          title={t('settings.shop')}
          save={({ name = '', currency: chosen = currency }) =>
            changeTenant({ name, settings: { currency: chosen } })
          }
        >
          {(errorOf) => (
            <>
              <Field
                label={t('settings.name')}
                name="name"
                defaultValue={shop.name}
                error={errorOf('name')}
                maxLength={120}
                required
              />
              <label class="field">
                <span class="label">{t('settings.currency')}</span>
                <select name="currency" defaultValue={currency}>
                  {[...new Set([currency, ...CURRENCIES])].map((code) => (
                    <option key={code} value={code} selected={code === currency}>
                      {code}
                    </option>
                  ))}
                </select>
              </label>
              <div class="field">
                <span class="label">{t('settings.language')}</span>
                <LanguageChoice />
              </div>
            </>
          )}
        </SettingsForm>
        <ClaimWords shop={shop} />
        <SettingsForm
          title={t('settings.clock')}
          save={({ countdown, window, extend }) =>
            changeTenant({
              settings: {
                countdownSeconds: Number(countdown),
                antiSnipe: { ...antiSnipe, windowSeconds: Number(window), extendSeconds: Number(extend) },
              },
            })
          }
        >
          {(errorOf) => (
            <div class="fields-row">
              <Field
                label={t('settings.countdownSeconds')}
                name="countdown"
                type="number"
                min="0"
                step="1"
                defaultValue={String(countdownSeconds)}
                error={errorOf('settings.countdownSeconds')}
                required
              />
              <Field
                label={t('settings.antiSnipe')}
                name="window"
                type="number"
                min="0"
                step="1"
                defaultValue={String(antiSnipe?.windowSeconds ?? 0)}
                error={errorOf('settings.antiSnipe.windowSeconds')}
                required
              />
              <Field
                label={t('settings.antiSnipeExtend')}
                name="extend"
                type="number"
                min="1"
                step="1"
                defaultValue={String(antiSnipe?.extendSeconds ?? 10)}
                error={errorOf('settings.antiSnipe.extendSeconds')}
                required
              />
            </div>
          )}
        </SettingsForm>
        <Replies shop={shop} />
        <SettingsForm
          title={t('settings.webhook')}
          save={({ webhookUrl }) =>
            changeTenant({ webhookUrl: webhookUrl === '' ? null : (webhookUrl ?? null) })
          }
        >
          {(errorOf) => (
            <Field
              label={t('settings.webhook')}
              name="webhookUrl"
              type="url"
              placeholder="https://"
              defaultValue={shop.webhookUrl ?? ''}
              hint={t('settings.webhookHint')}
              error={errorOf('webhookUrl')}
            />
          )}
        </SettingsForm>
        <OverlayAddress />
        <Keys shop={shop} />
      </div>
    </Screen>
  )
}
