import { App, Button } from 'antd'
import { TWO_FACTOR_TEXTS as TEXTS } from '#contracts/identity/two-factor-texts.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { RECOVERY_CODES_FILE, toRecoveryCodesFile, toRecoveryCodesText } from '../../../shared/recovery-codes.ts'
import { useUser } from '../../session/session.ts'

/** Shows the recovery codes, which can be copied or saved as a file. They are shown only once. */
export function RecoveryCodeList({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { message } = App.useApp()
  const { email } = useUser()

  async function copy() {
    try {
      await navigator.clipboard.writeText(toRecoveryCodesText(codes))
      message.success(TEXTS.codesCopied)
    } catch {
      // No clipboard access: an insecure origin, or permission denied.
      message.error(MESSAGES.copyFailed)
    }
  }

  return (
    <div>
      <p className="pb-3">{TEXTS.saveCodes}</p>
      <ul className="grid max-w-100 grid-cols-2 gap-x-6 gap-y-2 border-y border-line py-3 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3 pt-4">
        <Button onClick={copy}>复制</Button>
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
