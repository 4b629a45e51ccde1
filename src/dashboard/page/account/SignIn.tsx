import type { TokenPair } from '../../../protocol/resources.ts'
import { account, service } from '../app/page.ts'
import { go, href, screenPath } from '../app/router.ts'
import { FormError } from '../ui/FormError.tsx'
import { useForm } from '../ui/useForm.ts'
import { t } from '../words/words.ts'
import { Credentials } from './Credentials.tsx'
import { Door } from './Door.tsx'

export function SignIn() {
  const { error, isBusy, onSubmit, errorOf } = useForm(async ({ email, password }) => {
    account.signIn(await service.post<TokenPair>('/auth/login', { email, password }))
    if (screenPath() === '/sign-up') go('/', { replace: true })
  })
  return (
    <Door title={t('signIn.title')} lead={t('signIn.lead')}>
      <form onSubmit={onSubmit} noValidate>
        <Credentials password="current-password" errorOf={errorOf} />
        <FormError error={error} />
        <button class="button primary wide" disabled={isBusy}>
          {t('signIn.submit')}
        </button>
      </form>
      <p class="aside">
        {t('signIn.new')} <a href={href('/sign-up')}>{t('signIn.toSignUp')}</a>
      </p>
    </Door>
  )
}
