import { Field } from '../ui/Field.tsx'
import { t } from '../words/words.ts'

interface Props {
  /** Tells password managers whether to fill in one or to make one. */
  password: 'current-password' | 'new-password'
  passwordHint?: string
  errorOf: (field: string) => string | undefined
}

/** Email and password, as they are asked for at the door. */
export function Credentials({ password, passwordHint, errorOf }: Props) {
  return (
    <>
      <Field
        label={t('signIn.email')}
        name="email"
        type="email"
        autocomplete="username"
        inputMode="email"
        error={errorOf('email')}
        required
      />
      <Field
        label={t('signIn.password')}
        name="password"
        type="password"
        autocomplete={password}
        hint={passwordHint}
        error={errorOf('password')}
        required
      />
    </>
  )
}
