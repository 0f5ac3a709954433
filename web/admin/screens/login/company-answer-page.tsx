import { App, Button, Form, Input, Spin } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import type { SignedIn } from '#contracts/identity/account.ts'
import { COMPANY_TEXTS } from '#contracts/identity/company-messages.ts'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { TWO_FACTOR_TEXTS } from '#contracts/identity/two-factor-texts.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { joinAccount } from '../../../shared/account/company-flow.ts'
import { useCompanyAnswer } from '../../../shared/account/use-company-answer.ts'
import { findFieldMessage } from '../../../shared/call-error.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { callAdmin } from '../../calls/call.ts'
import { CodeField } from '../../components/code-field.tsx'
import { showServerErrors } from '../../components/field-errors.ts'
import { FormError } from '../../components/form-error.tsx'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { session } from '../../session/session.ts'
import { CodeForm } from '../../sign-in/sign-in-form.tsx'

/** Longer than the default: it says what to do. */
const NOTICE_SECONDS = 10

/** Completes what began before the user went to the company's identity provider, or says what is missing or wrong. */
export function CompanyAnswerPage() {
  const { message } = App.useApp()
  const navigate = useNavigate()
  const goTo = (path: string) => void navigate(path, { replace: true })
  function acceptSignIn(reply: SignedIn, returnTo: string): void {
    session.signIn(reply)
    goTo(returnTo)
    if (reply.notice !== undefined) message.warning(`${reply.notice}。`, NOTICE_SECONDS)
  }
  const state = useCompanyAnswer({
    callSignedIn: callAdmin,
    onSignedIn: acceptSignIn,
    onLinked(text) {
      message.success(text)
      goTo(ADMIN_PAGES.account)
    },
  })
  if (state.step === 'checking')
    return (
      <Frame title={COMPANY_TEXTS.title}>
        <p role="status" className="flex items-center gap-3">
          <Spin size="small" />
          {COMPANY_TEXTS.checking}
        </p>
      </Frame>
    )
  if (state.step === 'failed') {
    const [title, target, label] = state.isLink
      ? [COMPANY_TEXTS.linkFailedTitle, ADMIN_PAGES.account, COMPANY_TEXTS.backToAccount]
      : [COMPANY_TEXTS.failedTitle, ADMIN_PAGES.login, COMPANY_TEXTS.backToSignIn]
    return (
      <Frame title={title}>
        <p role="alert" className="pb-5 wrap-anywhere">
          {state.message}。
        </p>
        <Button type="primary" size="large" block onClick={() => goTo(target)}>
          {label}
        </Button>
      </Frame>
    )
  }
  if (state.step === 'code')
    return (
      <Frame title={COMPANY_TEXTS.title}>
        <CodeForm
          challenge={state.challenge}
          onBack={() => goTo(ADMIN_PAGES.login)}
          onDone={() => goTo(state.returnTo)}
        />
      </Frame>
    )
  return (
    <Frame title={COMPANY_TEXTS.joinTitle}>
      <JoinForm
        challenge={state.challenge}
        email={state.email}
        onSignedIn={(reply) => acceptSignIn(reply, state.returnTo)}
      />
    </Frame>
  )
}

const Frame = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className="grid h-dvh place-items-center overflow-y-auto p-4">
    <div className="panel w-full max-w-100 px-6 py-8 md:px-8">
      <h1 className="pb-4 text-2xl">{title}</h1>
      {children}
    </div>
  </main>
)

type JoinFields = { email?: string; password: string; code?: string }
type JoinFormProps = { challenge: string; email: string | null; onSignedIn: (reply: SignedIn) => void }

/** Asks for the password of the account that a company's account is to be joined to, and for a code if it needs one. */
function JoinForm({ challenge, email, onSignedIn }: JoinFormProps) {
  const [form] = Form.useForm<JoinFields>()
  const [needsCode, setNeedsCode] = useState(false)
  const joinMutation = useMutation({
    mutationFn: (fields: JoinFields) => joinAccount({ ...fields, challenge }),
    onSuccess: onSignedIn,
    onError(error) {
      if (findFieldMessage(error, 'code') !== undefined) setNeedsCode(true)
      showServerErrors(form, error)
    },
  })
  return (
    <Form<JoinFields>
      name="company-join"
      form={form}
      layout="vertical"
      requiredMark={false}
      onFinish={(fields) => joinMutation.mutate(fields)}
    >
      <p className="pb-4 wrap-anywhere">
        {email === null ? COMPANY_TEXTS.joinUnknown : COMPANY_TEXTS.joinKnown(email)}
      </p>
      <FormError error={joinMutation.error} fallback={ADMIN_MESSAGES.signInFailed} />
      {email === null && (
        <Form.Item
          label="邮箱"
          name="email"
          rules={[{ required: true, whitespace: true, message: IDENTITY_MESSAGES.email }]}
        >
          <Input size="large" autoComplete="username" autoFocus maxLength={254} />
        </Form.Item>
      )}
      <Form.Item label="密码" name="password" rules={[{ required: true, message: IDENTITY_MESSAGES.password }]}>
        <Input.Password size="large" autoComplete="current-password" autoFocus={email !== null} />
      </Form.Item>
      {needsCode && <CodeField hint={TWO_FACTOR_TEXTS.codeHint} />}
      <Button type="primary" size="large" htmlType="submit" block {...getUnavailableProps(joinMutation.isPending)}>
        {joinMutation.isPending ? COMPANY_TEXTS.joining : COMPANY_TEXTS.join}
      </Button>
    </Form>
  )
}
