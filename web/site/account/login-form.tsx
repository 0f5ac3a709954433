import { KeyRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { LoginInput } from '#contracts/identity/account.ts'
import { PASSKEY_TEXTS } from '#contracts/identity/passkey-messages.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { usePasskeySignIn } from '../../shared/account/use-passkey-sign-in.ts'
import { toErrorMessage } from '../../shared/call-error.ts'
import { useExclusive } from '../../shared/use-exclusive.ts'
import { Button } from '../components/buttons.tsx'
import { focusFirstField } from '../components/focus-first-field.ts'
import { createSchemaResolver } from '../components/schema-resolver.ts'
import { showError } from '../components/show-error.ts'
import { FormError, TextField } from '../components/text-field.tsx'
import { useSession } from '../session/session.ts'
import { acceptSignIn, login } from '../session/sign-in.ts'
import { AccountForm } from './account-form.tsx'
import { CodeForm } from './code-form.tsx'
import { LinkButton } from './link-button.tsx'
import type { MailRequest } from './mail-request-form.tsx'
import { PasswordField } from './password-field.tsx'

const CompanyButtons = lazy(async () => ({ default: (await import('./company-buttons.tsx')).CompanyButtons }))

const { resolver, preload: preloadSchema } = createSchemaResolver(
  async () => (await import('#contracts/identity/account.ts')).LoginSchema,
)

type LoginFormProps = { onDone: () => void; onRequestMail: (request: MailRequest) => void }

/** Signs in, in one step or two. Calls `onRequestMail` if the visitor needs a mail, such as to reset the password. */
export function LoginForm({ onDone, onRequestMail }: LoginFormProps) {
  const form = useForm<LoginInput>({ resolver, defaultValues: { email: '', password: '' } })
  const { errors, isSubmitting } = form.formState
  const [challenge, setChallenge] = useState<string | null>(null)
  const [isUnverified, setIsUnverified] = useState(false)
  const { isExpired } = useSession()

  const submit = useExclusive(async (input: LoginInput) => {
    const { failure, result: newChallenge } = await login(input)
    setIsUnverified(failure?.reason === 'email-not-verified')
    if (newChallenge) return setChallenge(newChallenge)
    if (!failure) return onDone()
    if (!showError(failure, { names: ['email', 'password'], setError: form.setError }))
      form.setFocus('password', { shouldSelect: true })
  })

  const passkey = usePasskeySignIn({
    onSignedIn(reply) {
      acceptSignIn(reply)
      onDone()
    },
    onFailed: (error) => form.setError('root', { message: toErrorMessage(error, SITE_MESSAGES.loginFailed) }),
  })

  const requestMailFor = (purpose: MailRequest['purpose']) => {
    const email = form.getValues('email').trim()
    onRequestMail({ purpose, email: email.includes('@') ? email : '' })
  }

  if (challenge) return <CodeForm challenge={challenge} onDone={onDone} onBack={() => setChallenge(null)} />
  return (
    <AccountForm name="登录" form={form} preloadSchema={preloadSchema} onSubmit={submit} ref={focusFirstField}>
      <TextField form={form} name="email" label="用户名或邮箱" isRequired autoComplete="username webauthn" />
      <PasswordField form={form} name="password" label="密码" autoComplete="current-password" />
      <FormError>{errors.root?.message}</FormError>
      <Button type="submit" isBusy={isSubmitting} className="w-full">
        {isSubmitting ? '登录中...' : '登录'}
      </Button>
      {passkey.isAvailable && (
        <Button variant="outline" isBusy={passkey.isBusy} className="w-full" onClick={passkey.signIn}>
          <KeyRound className="size-4" aria-hidden />
          {passkey.isBusy ? PASSKEY_TEXTS.signingIn : PASSKEY_TEXTS.signIn}
        </Button>
      )}
      {/* Leaving the page would give up what a user whose session has expired has entered on it. */}
      {!isExpired && (
        <Suspense>
          <CompanyButtons
            onFailed={(error, fallback) => form.setError('root', { message: toErrorMessage(error, fallback) })}
          />
        </Suspense>
      )}
      <p className="flex flex-wrap justify-center gap-x-3">
        {isUnverified && <LinkButton onClick={() => requestMailFor('verification')}>重新发送验证邮件</LinkButton>}
        <LinkButton onClick={() => requestMailFor('password-reset')}>忘记密码？</LinkButton>
      </p>
    </AccountForm>
  )
}
