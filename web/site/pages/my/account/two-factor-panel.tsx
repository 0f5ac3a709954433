import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { twoFactorCalls } from '#contracts/identity/security-calls.ts'
import type { TwoFactorSecret, TwoFactorStatus } from '#contracts/identity/two-factor.ts'
import { call } from '../../../../shared/call.ts'
import { useSession } from '../../../../shared/session.ts'
import { CredentialsForm } from '../../../account/credentials-form.tsx'
import { Button } from '../../../components/buttons.tsx'
import { Tag } from '../../../components/tag.tsx'
import { useToast } from '../../../components/toast.tsx'
import { QrCode } from '../../evaluation-report/qr-code.tsx'
import { AccountPanel, PanelError } from './account-panel.tsx'
import { RecoveryCodeList } from './recovery-code-list.tsx'

type Step =
  | { name: 'idle' | 'enter-password' | 'renew-codes' | 'turn-off' }
  | { name: 'scan-code'; secret: TwoFactorSecret }
  | { name: 'show-codes'; codes: readonly string[] }

/** Enables and disables two-factor sign-in, and renews recovery codes. */
export function TwoFactorPanel() {
  const userId = useSession().user?._id
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['two-factor', userId],
    queryFn: async ({ signal }) => (await call(twoFactorCalls.status, { signal })).data,
  })
  const [step, setStep] = useState<Step>({ name: 'idle' })
  const heading = useRef<HTMLHeadingElement>(null)

  function finish() {
    heading.current?.focus()
    setStep({ name: 'idle' })
  }

  return (
    <AccountPanel title="两步验证" headingRef={heading} aside={data && <Tag>{data.enabled ? '已开启' : '未开启'}</Tag>}>
      <p className="mt-1 mb-4 text-muted">登录时除密码外，还需输入验证器应用中的6位数字。</p>
      {isPending && <div className="skeleton h-11" />}
      {error && !data && <PanelError error={error} onRetry={() => refetch()} />}
      {step.name === 'idle' && data && <StatusActions status={data} onStart={(name) => setStep({ name })} />}
      <StepForm step={step} onStep={setStep} onFinish={finish} onChange={() => void refetch()} />
    </AccountPanel>
  )
}

type StatusActionsProps = {
  status: TwoFactorStatus
  onStart: (name: 'enter-password' | 'renew-codes' | 'turn-off') => void
}

/** Shows the actions that the current status permits. */
function StatusActions({ status: { enabled, recoveryCodesLeft, required }, onStart }: StatusActionsProps) {
  if (!enabled)
    return (
      <Button variant="outline" onClick={() => onStart('enter-password')}>
        开启两步验证
      </Button>
    )
  return (
    <>
      <p className="mb-4">还有{recoveryCodesLeft}个恢复码可用。</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => onStart('renew-codes')}>
          重新生成恢复码
        </Button>
        {!required && (
          <Button variant="outline" onClick={() => onStart('turn-off')}>
            关闭两步验证
          </Button>
        )}
      </div>
      {required && <p className="mt-3 text-sm text-muted">{IDENTITY_MESSAGES.twoFactorMandatory}。</p>}
    </>
  )
}

type StepFormProps = {
  step: Step
  onStep: (step: Step) => void
  /** Returns to the actions. */
  onFinish: () => void
  /** Called after each change of the status. */
  onChange: () => void
}

/** Shows the form of a step, if any. The keys clear the input of the previous step. */
function StepForm({ step, onStep, onFinish, onChange }: StepFormProps) {
  const showToast = useToast()
  const showCodes = ({ data, message }: { data: { recoveryCodes: string[] }; message: string }) => {
    showToast(message, 'success')
    onStep({ name: 'show-codes', codes: data.recoveryCodes })
    onChange()
  }
  switch (step.name) {
    case 'idle':
      return null
    case 'enter-password':
      return (
        <CredentialsForm
          key={step.name}
          name="开启两步验证"
          fields={['password']}
          submitLabel="下一步"
          onSubmit={async ({ password }) =>
            onStep({ name: 'scan-code', secret: (await call(twoFactorCalls.begin, { body: { password } })).data })
          }
          onCancel={onFinish}
        />
      )
    case 'scan-code':
      return (
        <>
          <SecretDetails secret={step.secret} />
          <CredentialsForm
            key={step.name}
            name="开启两步验证"
            fields={['code']}
            submitLabel="开启"
            onSubmit={async ({ code }) => showCodes(await call(twoFactorCalls.confirm, { body: { code } }))}
            onCancel={onFinish}
          />
        </>
      )
    case 'show-codes':
      return <RecoveryCodeList codes={step.codes} onDone={onFinish} />
    case 'renew-codes':
      return (
        <CredentialsForm
          key={step.name}
          name="重新生成恢复码"
          fields={['code']}
          submitLabel="重新生成"
          onSubmit={async ({ code }) => showCodes(await call(twoFactorCalls.renewRecoveryCodes, { body: { code } }))}
          onCancel={onFinish}
        />
      )
    case 'turn-off':
      return (
        <CredentialsForm
          key={step.name}
          name="关闭两步验证"
          fields={['password', 'code']}
          submitLabel="关闭两步验证"
          onSubmit={async (credentials) => {
            const { message } = await call(twoFactorCalls.turnOff, { body: credentials })
            showToast(message, 'success')
            onFinish()
            onChange()
          }}
          onCancel={onFinish}
        />
      )
  }
}

/** The secret for an authenticator app: as a QR code, as text, and as a link that opens the app on this device. */
const SecretDetails = ({ secret: { secret, otpauthUri } }: { secret: TwoFactorSecret }) => (
  <>
    <p className="mb-3">用验证器应用扫描二维码，或手工输入密钥，然后填写应用显示的验证码。</p>
    <QrCode text={otpauthUri} label="两步验证的二维码" className="size-50 rounded-lg" />
    <p className="my-3 font-mono break-all">{secret}</p>
    <p className="mb-4">
      <a href={otpauthUri} className="inline-flex min-h-11 items-center text-indigo underline">
        在本机的验证器应用中打开
      </a>
    </p>
  </>
)
