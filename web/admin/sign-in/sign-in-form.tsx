import { Alert, Button, Form, Input } from 'antd'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { EmailInput } from '#contracts/account-links/account-link.ts'
import { accountLinkCalls } from '#contracts/account-links/calls.ts'
import { ACCOUNT_LINK_MESSAGES } from '#contracts/account-links/messages.ts'
import type { LoginInput } from '#contracts/identity/account.ts'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { PASSKEY_TEXTS } from '#contracts/identity/passkey-messages.ts'
import { TWO_FACTOR_TEXTS } from '#contracts/identity/two-factor-texts.ts'
import { sendLogin, sendLoginCode } from '../../shared/account/sign-in-calls.ts'
import { usePasskeySignIn } from '../../shared/account/use-passkey-sign-in.ts'
import { call } from '../../shared/call.ts'
import type { CallError } from '../../shared/call-error.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { showServerErrors } from '../components/field-errors.ts'
import { FormError } from '../components/form-error.tsx'
import { getUnavailableProps } from '../components/unavailable-button.ts'
import { session } from '../session/session.ts'
import { SignInError } from './sign-in-error.tsx'

/** Requests the password-reset email; doesn't reveal whether one is sent. */
function ForgotPasswordForm({ email, onBack }: { email: string; onBack: () => void }) {
  const [form] = Form.useForm<EmailInput>()
  const requestResetMutation = useMutation({
    mutationFn: (body: EmailInput) => call(accountLinkCalls.forgotPassword, { body }),
    onError: (error) => showServerErrors(form, error),
  })
  return (
    <Form<EmailInput>
      name="forgotten-password"
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={{ email }}
      onFinish={(input) => requestResetMutation.mutate(input)}
    >
      {requestResetMutation.isSuccess ? (
        <Alert
          type="success"
          showIcon
          role="status"
          title={requestResetMutation.data.message}
          description="没有收到时，请查看垃圾邮件，或过几分钟再试。"
        />
      ) : (
        <>
          <p className="pb-4 text-muted">填写账号的邮箱，我们会把重置密码的链接发给您。</p>
          <FormError error={requestResetMutation.error} fallback={ACCOUNT_LINK_MESSAGES.sendFailed} />
          <Form.Item
            label="邮箱"
            name="email"
            rules={[
              { required: true, whitespace: true, message: IDENTITY_MESSAGES.email },
              { type: 'email', message: IDENTITY_MESSAGES.emailFormat },
            ]}
          >
            <Input size="large" type="email" autoComplete="email" autoFocus maxLength={254} />
          </Form.Item>
          <Button
            type="primary"
            size="large"
            htmlType="submit"
            block
            {...getUnavailableProps(requestResetMutation.isPending)}
          >
            {requestResetMutation.isPending ? '发送中……' : '发送重置邮件'}
          </Button>
        </>
      )}
      <Button type="link" size="large" block className="mt-2" onClick={onBack}>
        返回登录
      </Button>
    </Form>
  )
}

type CodeFormProps = { challenge: string; onBack: () => void; onDone?: (() => void) | undefined }

/** The second step of a sign-in; `onBack` returns to the first one, for example when the challenge has expired. */
export function CodeForm({ challenge, onBack, onDone }: CodeFormProps) {
  const signInMutation = useMutation({
    mutationFn: ({ code }: { code: string }) => sendLoginCode({ challenge, code }),
    onSuccess(reply) {
      session.signIn(reply)
      onDone?.()
    },
  })
  return (
    <Form<{ code: string }>
      name="sign-in-code"
      layout="vertical"
      requiredMark={false}
      onFinish={(input) => signInMutation.mutate(input)}
    >
      <SignInError error={signInMutation.error} />
      <Form.Item
        label="两步验证码"
        name="code"
        extra={TWO_FACTOR_TEXTS.codeHint}
        rules={[{ required: true, whitespace: true, message: IDENTITY_MESSAGES.code }]}
      >
        <Input size="large" autoComplete="one-time-code" autoFocus maxLength={40} />
      </Form.Item>
      <Button type="primary" size="large" htmlType="submit" block {...getUnavailableProps(signInMutation.isPending)}>
        {signInMutation.isPending ? '登录中...' : '验证并登录'}
      </Button>
      <Button type="link" size="large" block className="mt-2" onClick={onBack}>
        返回，重新输入密码
      </Button>
      <p className="pt-2 text-sm text-muted">{TWO_FACTOR_TEXTS.lostFactor}</p>
    </Form>
  )
}

/** Prefixes the field ids, since the dialog may cover another form with a password field. */
const FORM_NAME = 'sign-in'
export const PASSWORD_FIELD_ID = `${FORM_NAME}_password`

/**
 * The sign-in form, and the forms for the second step and for a forgotten password. `username` prefills the form; `onDone`
 * is called once the user is signed in.
 */
export function SignInForm({ username = '', onDone }: { username?: string; onDone?: () => void }) {
  const [form] = Form.useForm<LoginInput>()
  const [challenge, setChallenge] = useState<string | null>(null)
  /** The user name in the form when "forgot password" was chosen; `null` if it wasn't. */
  const [forgottenUsername, setForgottenUsername] = useState<string | null>(null)
  const signInMutation = useMutation({
    mutationFn: sendLogin,
    onSuccess(reply) {
      if (!reply.success) {
        setChallenge(reply.challenge)
        return
      }
      session.signIn(reply)
      onDone?.()
    },
  })
  const [passkeyError, setPasskeyError] = useState<CallError | null>(null)
  const passkey = usePasskeySignIn({
    onSignedIn(reply) {
      session.signIn(reply)
      onDone?.()
    },
    onFailed(error) {
      signInMutation.reset()
      setPasskeyError(error)
    },
  })
  if (challenge) return <CodeForm challenge={challenge} onBack={() => setChallenge(null)} onDone={onDone} />
  if (forgottenUsername !== null)
    return (
      <ForgotPasswordForm
        email={forgottenUsername.includes('@') ? forgottenUsername : ''}
        onBack={() => setForgottenUsername(null)}
      />
    )
  return (
    <Form<LoginInput>
      name={FORM_NAME}
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={{ email: username, password: '' }}
      onFinish={(input) => {
        setPasskeyError(null)
        signInMutation.mutate(input)
      }}
    >
      <SignInError error={signInMutation.error ?? passkeyError} />
      <Form.Item label="用户名" name="email" rules={[{ required: true, whitespace: true, message: '请输入用户名' }]}>
        <Input size="large" autoComplete="username webauthn" autoFocus={username === ''} maxLength={254} />
      </Form.Item>
      <Form.Item label="密码" name="password" rules={[{ required: true, message: IDENTITY_MESSAGES.password }]}>
        <Input.Password size="large" autoComplete="current-password" autoFocus={username !== ''} />
      </Form.Item>
      <Button type="primary" size="large" htmlType="submit" block {...getUnavailableProps(signInMutation.isPending)}>
        {signInMutation.isPending ? '登录中...' : '登录'}
      </Button>
      {passkey.isAvailable && (
        <Button
          size="large"
          block
          icon={<KeyRound className="size-4" aria-hidden />}
          onClick={passkey.signIn}
          {...getUnavailableProps(passkey.isBusy, 'mt-3')}
        >
          {passkey.isBusy ? PASSKEY_TEXTS.signingIn : PASSKEY_TEXTS.signIn}
        </Button>
      )}
      <Button
        type="link"
        size="large"
        block
        className="mt-2"
        onClick={() => setForgottenUsername(form.getFieldValue('email')?.trim() ?? '')}
      >
        忘记密码？
      </Button>
    </Form>
  )
}
