import { App, Button, QRCode, Skeleton, Tag } from 'antd'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import type { TwoFactorSecret, TwoFactorStatus } from '#contracts/identity/two-factor.ts'
import { TWO_FACTOR_TEXTS as TEXTS } from '#contracts/identity/two-factor-texts.ts'
import {
  RECOVERY_CODES_FILE,
  type TwoFactorAction,
  toRecoveryCodesFile,
  toRecoveryCodesText,
  useTwoFactorSetup,
} from '../../../shared/account/use-two-factor-setup.ts'
import { callAdmin } from '../../calls/call.ts'
import { useTwoFactorStatus } from '../../calls/two-factor-status.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { LoadError } from '../../components/load-error.tsx'
import { useUser } from '../../session/session.ts'
import { CredentialsForm } from './credentials-form.tsx'

/** Shows the recovery codes, which can be copied or saved as a file. They are shown only once. */
function RecoveryCodeList({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { email } = useUser()
  return (
    <div>
      <p className="pb-3">{TEXTS.saveCodes}</p>
      <ul className="grid max-w-100 grid-cols-2 gap-x-6 gap-y-2 border-y border-line py-3 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3 pt-4">
        <CopyButton text={toRecoveryCodesText(codes)} label="复制" copiedMessage={TEXTS.codesCopied} />
        <Button
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(toRecoveryCodesFile(codes, email))}`}
          download={RECOVERY_CODES_FILE}
        >
          下载
        </Button>
        <Button type="primary" onClick={onDone}>
          {TEXTS.codesSaved}
        </Button>
      </div>
    </div>
  )
}

type TwoFactorPanelProps = {
  /** Called if the user starts an action. */
  onStart?: () => void
  /** Called if the action ends: cancelled, completed, or with the recovery codes saved. */
  onFinish?: () => void
}

/** Enables and disables two-factor sign-in, and renews recovery codes. */
export function TwoFactorPanel({ onStart, onFinish }: TwoFactorPanelProps) {
  const { message } = App.useApp()
  const statusQuery = useTwoFactorStatus()
  const { step, form, start, submit, finish } = useTwoFactorSetup({
    call: callAdmin,
    onChange: (text) => message.success(text),
    onFinish,
  })
  function startAction(action: TwoFactorAction) {
    onStart?.()
    start(action)
  }
  return (
    <section className="panel mb-5 px-5 py-5">
      <h2 className="flex flex-wrap items-center gap-2 text-lg">
        {TEXTS.title}
        {statusQuery.data && (
          <Tag color={statusQuery.data.enabled ? 'blue' : 'default'}>
            {statusQuery.data.enabled ? TEXTS.enabled : TEXTS.disabled}
          </Tag>
        )}
      </h2>
      <p className="pt-1 pb-4 text-muted">{TEXTS.description}</p>
      {statusQuery.isPending && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {statusQuery.isError && (
        <LoadError error={statusQuery.error} fallback="获取两步验证状态失败" onRetry={statusQuery.refetch} />
      )}
      {step.name === 'idle' && statusQuery.data && <StatusActions status={statusQuery.data} onStart={startAction} />}
      {step.name === 'scan-code' && <SecretDetails secret={step.secret} />}
      {form?.description && <p className="pb-4">{form.description}</p>}
      {form && (
        // The key clears the input of the previous step.
        <CredentialsForm
          key={step.name}
          fields={form.fields}
          label={form.submitLabel}
          isDanger={step.name === 'turn-off'}
          onSubmit={submit}
          onCancel={finish}
        />
      )}
      {step.name === 'show-codes' && <RecoveryCodeList codes={step.codes} onDone={finish} />}
    </section>
  )
}

type StatusActionsProps = { status: TwoFactorStatus; onStart: (action: TwoFactorAction) => void }

/** Shows the actions that the current status permits. */
function StatusActions({ status, onStart }: StatusActionsProps) {
  if (!status.enabled)
    return (
      <Button type="primary" onClick={() => onStart('enter-password')}>
        {TEXTS.turnOn}
      </Button>
    )
  return (
    <>
      <p className="pb-4">{TEXTS.codesLeft(status.recoveryCodesLeft)}</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => onStart('renew-codes')}>{TEXTS.renewCodes}</Button>
        {!status.required && (
          <Button danger onClick={() => onStart('turn-off')}>
            {TEXTS.turnOff}
          </Button>
        )}
      </div>
      {status.required && <p className="pt-3 text-sm text-muted">{IDENTITY_MESSAGES.twoFactorMandatory}。</p>}
    </>
  )
}

/** The secret for an authenticator app: as a QR code, as text, and as a link that opens the app on this device. */
const SecretDetails = ({ secret: { secret, otpauthUri } }: { secret: TwoFactorSecret }) => (
  <>
    <p className="pb-3">{TEXTS.scan}</p>
    <QRCode value={otpauthUri} size={200} type="svg" color="#000000" bgColor="#ffffff" />
    <p className="py-3 font-mono break-all">{secret}</p>
    <p className="pb-4">
      <a href={otpauthUri} className="inline-flex min-h-11 items-center">
        {TEXTS.openInApp}
      </a>
    </p>
  </>
)
