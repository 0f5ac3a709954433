import { Download } from 'lucide-react'
import { TWO_FACTOR_TEXTS as TEXTS } from '#contracts/identity/two-factor-texts.ts'
import { RECOVERY_CODES_FILE, toRecoveryCodesFile, toRecoveryCodesText } from '../../../../shared/recovery-codes.ts'
import { saveFile } from '../../../../shared/save-file.ts'
import { useSession } from '../../../../shared/session.ts'
import { Button } from '../../../components/buttons.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { focusElement } from '../../../components/focus-element.ts'
import { PrintedPageUrl } from '../../../components/printed-page-url.tsx'

/** Shows the recovery codes, which can be copied, saved as a file, or printed. They are shown only once. */
export function RecoveryCodeList({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
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
