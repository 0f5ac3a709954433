import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import type { LoginInput } from '#contracts/identity/account.ts'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { sendLogin } from '../../shared/account/sign-in-calls.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { getUnavailableProps } from '../components/unavailable-button.ts'
import { session } from '../session/session.ts'
import { CodeForm } from './code-form.tsx'
import { ForgotPasswordForm } from './forgot-password-form.tsx'
import { SignInError } from './sign-in-error.tsx'

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
      onFinish={(input) => signInMutation.mutate(input)}
    >
      <SignInError error={signInMutation.error} />
      <Form.Item label="用户名" name="email" rules={[{ required: true, whitespace: true, message: '请输入用户名' }]}>
        <Input size="large" autoComplete="username" autoFocus={username === ''} maxLength={254} />
      </Form.Item>
      <Form.Item label="密码" name="password" rules={[{ required: true, message: IDENTITY_MESSAGES.password }]}>
        <Input.Password size="large" autoComplete="current-password" autoFocus={username !== ''} />
      </Form.Item>
      <Button type="primary" size="large" htmlType="submit" block {...getUnavailableProps(signInMutation.isPending)}>
        {signInMutation.isPending ? '登录中...' : '登录'}
      </Button>
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
