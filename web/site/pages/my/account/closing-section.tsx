import { useRef, useState } from 'react'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { PAGES } from '#contracts/paths.ts'
import { useSession } from '../../../../shared/session.ts'
import { Button } from '../../../components/buttons.tsx'
import { useToast } from '../../../components/toast.tsx'
import { useNavigate } from '../../../router.tsx'
import { AccountPanel } from './account-panel.tsx'
import { ClosingDialog } from './closing-dialog.tsx'

/** Offers to close the account; accounts of the back office can't be closed by their owners. */
export function ClosingSection() {
  const { user } = useSession()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()
  const showToast = useToast()

  function handleClosed() {
    navigate(PAGES.home)
    showToast(IDENTITY_MESSAGES.accountClosed, 'success')
  }

  return (
    <AccountPanel title="注销账号" headingRef={heading}>
      {user?.role === 'member' ? (
        <>
          <p className="mt-1 mb-4 text-muted">永久删除账号与其中的内容。注销前会列出哪些内容被删除，哪些保留。</p>
          <Button variant="outline" aria-haspopup="dialog" onClick={() => setIsDialogOpen(true)}>
            注销账号
          </Button>
          <ClosingDialog
            userId={user._id}
            isOpen={isDialogOpen}
            onCancel={() => setIsDialogOpen(false)}
            onClosed={handleClosed}
          />
        </>
      ) : (
        <p className="mt-1 text-muted">{IDENTITY_MESSAGES.staffAccountNotClosable}。</p>
      )}
    </AccountPanel>
  )
}
