import { Button, Form, Input } from 'antd'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { TWO_FACTOR_TEXTS } from '#contracts/identity/two-factor-texts.ts'
import { sendLoginCode } from '../../shared/account/sign-in-calls.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { getUnavailableProps } from '../components/unavailable-button.ts'
import { session } from '../session/session.ts'
import { SignInError } from './sign-in-error.tsx'

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
