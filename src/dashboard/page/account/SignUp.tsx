import type { Registration } from '../../../client/index.ts'
import { account, service } from '../app/page.ts'
import { go, href } from '../app/router.ts'
import { Field } from '../ui/Field.tsx'
import { FormError } from '../ui/FormError.tsx'
import { useForm } from '../ui/useForm.ts'
import { t } from '../words/words.ts'
import { Credentials } from './Credentials.tsx'
import { Door } from './Door.tsx'
import { shownKeys } from './NewKeys.tsx'

export function SignUp() {
  const { error, isBusy, onSubmit, errorOf } = useForm(async ({ name, email, password }) => {
    const registered = await service.post<Registration>('/auth/register', { name, email, password })
    shownKeys.value = { apiKey: registered.tenant.apiKey, apiSecret: registered.apiSecret }
    account.signIn(registered)
    go('/', { replace: true })
  })
  return (
    <Door title={t('signUp.title')} lead={t('signUp.lead')}>
      <form onSubmit={onSubmit} noValidate>
        <Field
          label={t('signUp.name')}
          name="name"
          autocomplete="organization"
          error={errorOf('name')}
          required
        />
        <Credentials password="new-password" passwordHint={t('signUp.passwordHint')} errorOf={errorOf} />
        <FormError error={error} />
        <button class="button primary wide" disabled={isBusy}>
          {t('signUp.submit')}
        </button>
      </form>
      <p class="aside">
        {t('signUp.known')} <a href={href('/')}>{t('signUp.toSignIn')}</a>
      </p>
    </Door>
  )
}
