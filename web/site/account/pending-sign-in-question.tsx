import { acceptPendingSignIn, rejectPendingSignIn } from '../../shared/sign-in.ts'
import { Button } from '../components/buttons.tsx'
import { focusElement } from '../components/focus-element.ts'

type PendingSignInQuestionProps = {
  /** The name of the user whose edits are on the page. */
  name: string
  pendingName: string
  onAccepted: () => void
}

/** Asks for a confirmation if another user signed in over unsaved edits. */
export function PendingSignInQuestion({ name, pendingName, onAccepted }: PendingSignInQuestionProps) {
  function accept() {
    acceptPendingSignIn()
    onAccepted()
  }
  return (
    <div className="space-y-3">
      <p ref={focusElement} tabIndex={-1} role="alert" className="outline-none">
        页面上有{name}未保存的内容。以{pendingName}继续，这些内容不会保留。
      </p>
      <Button className="w-full" onClick={rejectPendingSignIn}>
        改用{name}的账号登录
      </Button>
      <Button variant="outline" className="w-full" onClick={accept}>
        以{pendingName}继续
      </Button>
    </div>
  )
}
