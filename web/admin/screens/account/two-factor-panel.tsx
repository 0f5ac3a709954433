import { useQueryClient } from '@tanstack/react-query'
import { App, Button, QRCode, Skeleton, Tag } from 'antd'
import { useState } from 'react'
import { twoFactorCalls } from '#contracts/identity/security-calls.ts'
import type { RecoveryCodes, TwoFactorSecret, TwoFactorStatus } from '#contracts/identity/two-factor.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { callAdmin } from '../../calls/call.ts'
import { TWO_FACTOR_KEY, useTwoFactorStatus } from '../../calls/two-factor-status.ts'
import { LoadError } from '../../components/load-error.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { RecoveryCodeList } from './recovery-code-list.tsx'

type Step =
  | { name: 'idle' | 'enter-password' | 'renew-codes' | 'turn-off' }
  | { name: 'scan-code'; secret: TwoFactorSecret }
  | { name: 'show-codes'; codes: readonly string[] }

/**
 * Enables and disables two-factor sign-in, and renews recovery codes. `onSetUp` is called when the user has saved the
 * recovery codes.
 */
export function TwoFactorPanel({ onSetUp }: { onSetUp?: () => void }) {
  const [step, setStep] = useState<Step>({ name: 'idle' })
  const statusQuery = useTwoFactorStatus()
  return (
    <section className="panel mb-5 px-5 py-5">
      <h2 className="flex flex-wrap items-center gap-2 text-lg">
        两步验证
        {statusQuery.data && (
          <Tag color={statusQuery.data.enabled ? 'blue' : 'default'}>
            {statusQuery.data.enabled ? '已开启' : '未开启'}
          </Tag>
        )}
      </h2>
      <p className="pt-1 pb-4 text-muted">登录时除密码外，还需输入验证器应用中的6位数字。</p>
      {statusQuery.isPending && <Skeleton active paragraph={{ rows: 2 }} />}
      {statusQuery.isError && (
        <LoadError error={statusQuery.error} fallback="获取两步验证状态失败" onRetry={() => statusQuery.refetch()} />
      )}
      {step.name === 'idle' && statusQuery.data && (
        <StatusActions status={statusQuery.data} onStart={(name) => setStep({ name })} />
      )}
      <StepForm step={step} onStep={setStep} onSetUp={onSetUp} />
    </section>
  )
}

type StatusActionsProps = {
  status: TwoFactorStatus
  onStart: (name: 'enter-password' | 'renew-codes' | 'turn-off') => void
}

/** Shows the actions that the current status permits. */
function StatusActions({ status, onStart }: StatusActionsProps) {
  if (!status.enabled)
    return (
      <Button type="primary" onClick={() => onStart('enter-password')}>
        开启两步验证
      </Button>
    )
  return (
    <>
      <p className="pb-4">还有{status.recoveryCodesLeft}个恢复码可用。</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => onStart('renew-codes')}>重新生成恢复码</Button>
        {!status.required && (
          <Button danger onClick={() => onStart('turn-off')}>
            关闭两步验证
          </Button>
        )}
      </div>
      {status.required && <p className="pt-3 text-sm text-muted">系统要求开启两步验证，不能关闭。</p>}
    </>
  )
}

type StepFormProps = { step: Step; onStep: (step: Step) => void; onSetUp: (() => void) | undefined }

/** Shows the form of a step, if any. The keys clear the input of the previous step. */
function StepForm({ step, onStep, onSetUp }: StepFormProps) {
  const { message } = App.useApp()
  const client = useQueryClient()
  const resetStep = () => onStep({ name: 'idle' })
  const refetchStatus = () => client.invalidateQueries({ queryKey: TWO_FACTOR_KEY })
  const showCodes = ({ recoveryCodes }: RecoveryCodes, successMessage: string) => {
    message.success(successMessage)
    onStep({ name: 'show-codes', codes: recoveryCodes })
    void refetchStatus()
  }
  switch (step.name) {
    case 'idle':
      return null
    case 'enter-password':
      return (
        <CredentialsForm
          key="enter-password"
          fields={['password']}
          label="下一步"
          onSubmit={async ({ password }) => (await callAdmin(twoFactorCalls.begin, { body: { password } })).data}
          onSuccess={(secret) => onStep({ name: 'scan-code', secret })}
          onCancel={resetStep}
        />
      )
    case 'scan-code':
      return (
        <>
          <SecretDetails secret={step.secret} />
          <CredentialsForm
            key="scan-code"
            fields={['code']}
            label="开启"
            onSubmit={async ({ code }) => (await callAdmin(twoFactorCalls.confirm, { body: { code } })).data}
            onSuccess={(codes) => showCodes(codes, MESSAGES.twoFactorTurnedOn)}
            onCancel={resetStep}
          />
        </>
      )
    case 'show-codes':
      return (
        <RecoveryCodeList
          codes={step.codes}
          onDone={() => {
            resetStep()
            onSetUp?.()
          }}
        />
      )
    case 'renew-codes':
      return (
        <CredentialsForm
          key="renew-codes"
          fields={['code']}
          label="重新生成"
          onSubmit={async ({ code }) => (await callAdmin(twoFactorCalls.renewRecoveryCodes, { body: { code } })).data}
          onSuccess={(codes) => showCodes(codes, MESSAGES.recoveryCodesRenewed)}
          onCancel={resetStep}
        />
      )
    case 'turn-off':
      return (
        <CredentialsForm
          key="turn-off"
          fields={['password', 'code']}
          label="关闭两步验证"
          isDanger
          onSubmit={(body) => callAdmin(twoFactorCalls.turnOff, { body })}
          onSuccess={(reply) => {
            message.success(reply.message)
            resetStep()
            void refetchStatus()
          }}
          onCancel={resetStep}
        />
      )
  }
}

/** The secret for an authenticator app: as a QR code, as text, and as a link that opens the app on this device. */
const SecretDetails = ({ secret: { secret, otpauthUri } }: { secret: TwoFactorSecret }) => (
  <>
    <p className="pb-3">用验证器应用扫描二维码，或手工输入密钥，然后填写应用显示的验证码。</p>
    <QRCode value={otpauthUri} size={200} type="svg" color="#000000" bgColor="#ffffff" />
    <p className="py-3 font-mono break-all">{secret}</p>
    <p className="pb-4">
      <a href={otpauthUri} className="inline-flex min-h-11 items-center">
        在本机的验证器应用中打开
      </a>
    </p>
  </>
)
