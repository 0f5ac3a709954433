import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import type { LoginInput } from '#contracts/account.ts'
import { ADMIN_MESSAGES } from '#contracts/messages.ts'
import { API } from '#contracts/paths.ts'
import type { LoginReply } from '#contracts/two-factor.ts'
import { callApi } from '../../shared/api.ts'
import { isReadFailure } from '../../shared/read-failure.ts'
import { CodeForm } from './code-form.tsx'
import { session } from './session.ts'

/** Signs in; what the server says of a refusal is shown as it is. `username` fills the first field. */
export function SignInForm({ username = '', onDone }: { username?: string; onDone?: () => void }) {
  const [challenge, setChallenge] = useState<string | null>(null)
  const signIn = useMutation({
    mutationFn: (input: LoginInput) => callApi<LoginReply>(API.login, { method: 'POST', body: input }),
    onSuccess(reply) {
      if (!reply.success) return setChallenge(reply.challenge)
      session.signIn(reply)
      onDone?.()
    },
  })
  if (challenge) return <CodeForm challenge={challenge} onBack={() => setChallenge(null)} onDone={onDone} />
  return (
    <Form<LoginInput>
      layout="vertical"
      requiredMark={false}
      initialValues={{ email: username, password: '' }}
      onFinish={(input) => signIn.mutate(input)}
      scrollToFirstError={{ focus: true }}
    >
      {signIn.isError && (
        <Alert
          className="mb-4"
          type="error"
          showIcon
          role="alert"
          title={
            isReadFailure(signIn.error) && signIn.error.status > 0 ? signIn.error.message : ADMIN_MESSAGES.signInFailed
          }
        />
      )}
      <Form.Item label="用户名" name="email" rules={[{ required: true, whitespace: true, message: '请输入用户名' }]}>
        <Input size="large" autoComplete="username" autoFocus={username === ''} maxLength={254} />
      </Form.Item>
      <Form.Item label="密码" name="password" rules={[{ required: true, message: '请输入密码' }]}>
        <Input.Password size="large" autoComplete="current-password" autoFocus={username !== ''} maxLength={128} />
      </Form.Item>
      <Button type="primary" size="large" htmlType="submit" block disabled={signIn.isPending}>
        {signIn.isPending ? '登录中...' : '登录'}
      </Button>
    </Form>
  )
}
