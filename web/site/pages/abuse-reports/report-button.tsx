import { useState } from 'react'
import type { ReportedKind } from '#contracts/abuse-reports/reasons.ts'
import { useAccountDialogs } from '../../account/use-account-dialogs.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { useSession } from '../../session/session.ts'
import { ReportForm } from './report-form.tsx'

type ReportButtonProps = {
  kind: ReportedKind
  id: string
  /** What is reported, as the name of the button and the dialog, such as 这条评价. */
  noun: string
}

/** A quiet button with which members report a published text; visitors are asked to sign in. */
export function ReportButton({ kind, id, noun }: ReportButtonProps) {
  const { user } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const { show, preload, dialogs } = useAccountDialogs({
    reason: `登录后即可举报${noun}。`,
    onSignedIn: () => setIsOpen(true),
  })
  return (
    <>
      <button
        type="button"
        aria-label={`举报${noun}`}
        aria-haspopup="dialog"
        className="inline-flex min-h-11 items-center px-1 text-sm text-muted underline-offset-4 noscript:hidden hover:underline print:hidden"
        onPointerEnter={user ? undefined : preload}
        onClick={() => (user ? setIsOpen(true) : void show('sign-in'))}
      >
        举报
      </button>
      {user && (
        <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={`举报${noun}`} className="max-w-md">
          <ReportForm kind={kind} id={id} onClose={() => setIsOpen(false)} />
        </Dialog>
      )}
      {dialogs}
    </>
  )
}
