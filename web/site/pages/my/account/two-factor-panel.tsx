import { Download } from 'lucide-react'
import { useRef } from 'react'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import type { TwoFactorSecret, TwoFactorStatus } from '#contracts/identity/two-factor.ts'
import { TWO_FACTOR_TEXTS as TEXTS } from '#contracts/identity/two-factor-texts.ts'
import {
  RECOVERY_CODES_FILE,
  type TwoFactorAction,
  toRecoveryCodesFile,
  toRecoveryCodesText,
  useTwoFactorSetup,
} from '../../../../shared/account/use-two-factor-setup.ts'
import { call } from '../../../../shared/call.ts'
import { saveFile } from '../../../../shared/save-file.ts'
import { CredentialsForm } from '../../../account/credentials-form.tsx'
import { useTwoFactorStatus } from '../../../account/use-two-factor-status.ts'
import { Button } from '../../../components/buttons.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { focusElement } from '../../../components/focus-element.ts'
import { PrintedPageUrl } from '../../../components/printed-page-url.tsx'
import { Tag } from '../../../components/tag.tsx'
import { useToast } from '../../../components/toast.tsx'
import { useSession } from '../../../session/session.ts'
import { QrCode } from '../../evaluation-report/qr-code.tsx'
import { PanelError } from '../panel-error.tsx'
import { AccountPanel } from './account-panel.tsx'

/** Shows the recovery codes, which can be copied, saved as a file, or printed. They are shown only once. */
function RecoveryCodeList({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const email = useSession().user?.email ?? ''
  const save = () =>
    saveFile(new Blob([toRecoveryCodesFile(codes, email)], { type: 'text/plain' }), RECOVERY_CODES_FILE)
  return (
    <>
      <p ref={focusElement} tabIndex={-1} className="mb-3 outline-none">
        {TEXTS.saveCodes}
      </p>
      <PrintedPageUrl>账号：{email}</PrintedPageUrl>
      <ul data-recovery-codes className="grid max-w-md grid-cols-2 gap-x-6 gap-y-2 border-y border-line py-3 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <CopyButton text={toRecoveryCodesText(codes)} label="复制" copiedMessage={TEXTS.codesCopied} />
        <Button variant="outline" onClick={save}>
          <Download className="size-4" aria-hidden />
          下载
        </Button>
        <Button onClick={onDone}>{TEXTS.codesSaved}</Button>
      </div>
    </>
  )
}

/** Enables and disables two-factor sign-in, and renews recovery codes. */
export function TwoFactorPanel() {
  const { data, error, isPending, refetch } = useTwoFactorStatus()
  const showToast = useToast()
  const heading = useRef<HTMLHeadingElement>(null)
  const { step, form, start, submit, finish } = useTwoFactorSetup({
    call,
    onChange: (message) => showToast(message, 'success'),
    onFinish: () => heading.current?.focus(),
  })

  return (
    <AccountPanel
      title={TEXTS.title}
      headingRef={heading}
      aside={data && <Tag>{data.enabled ? TEXTS.enabled : TEXTS.disabled}</Tag>}
    >
      <p className="mt-1 mb-4 text-muted">{TEXTS.description}</p>
      {isPending && <div className="skeleton h-11" />}
      {error && !data && <PanelError error={error} onRetry={() => refetch()} />}
      {step.name === 'idle' && data && <StatusActions status={data} onStart={start} />}
      {step.name === 'scan-code' && <SecretDetails secret={step.secret} />}
      {form?.description && <p className="mb-4">{form.description}</p>}
      {form && (
        // The key clears the input of the previous step.
        <CredentialsForm
          key={step.name}
          name={form.title}
          fields={form.fields}
          submitLabel={form.submitLabel}
          onSubmit={submit}
          onCancel={finish}
        />
      )}
      {step.name === 'show-codes' && <RecoveryCodeList codes={step.codes} onDone={finish} />}
    </AccountPanel>
  )
}

type StatusActionsProps = { status: TwoFactorStatus; onStart: (action: TwoFactorAction) => void }

/** Shows the actions that the current status permits. */
function StatusActions({ status: { enabled, recoveryCodesLeft, required }, onStart }: StatusActionsProps) {
  if (!enabled)
    return (
      <Button variant="outline" onClick={() => onStart('enter-password')}>
        {TEXTS.turnOn}
      </Button>
    )
  return (
    <>
      <p className="mb-4">{TEXTS.codesLeft(recoveryCodesLeft)}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => onStart('renew-codes')}>
          {TEXTS.renewCodes}
        </Button>
        {!required && (
          <Button variant="outline" onClick={() => onStart('turn-off')}>
            {TEXTS.turnOff}
          </Button>
        )}
      </div>
      {required && <p className="mt-3 text-sm text-muted">{IDENTITY_MESSAGES.twoFactorMandatory}。</p>}
    </>
  )
}

/** The secret for an authenticator app: as a QR code, as text, and as a link that opens the app on this device. */
const SecretDetails = ({ secret: { secret, otpauthUri } }: { secret: TwoFactorSecret }) => (
  <>
    <p className="mb-3">{TEXTS.scan}</p>
    <QrCode text={otpauthUri} label="两步验证的二维码" className="size-50 rounded-lg" />
    <p className="my-3 font-mono break-all">{secret}</p>
    <p className="mb-4">
      <a href={otpauthUri} className="inline-flex min-h-11 items-center text-indigo underline">
        {TEXTS.openInApp}
      </a>
    </p>
  </>
)
