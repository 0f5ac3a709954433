import { Alert, Button, Modal } from 'antd'
import { session, useSession } from '../session/session.ts'
import type { SessionEnding } from '../session/session-store.ts'
import { PASSWORD_FIELD_ID, SignInForm } from './sign-in-form.tsx'

const TEXTS: Record<SessionEnding, { title: string; explanation: string }> = {
  expired: { title: '登录已过期', explanation: '页面上的内容都还在。重新登录后，刚才的操作会继续。' },
  'signed-out': {
    title: '已退出登录',
    explanation: '您在另一个标签页退出了登录。这里未完成的内容都还在，重新登录后可以继续。',
  },
}

/** Above all other dialogs, even if a confirmation is waiting for the call that needs the session; below messages. */
const Z_INDEX = 2_000

/** The sign-in dialog, which covers the page if the session ended while there was unfinished work. */
export function SignInDialog({ ending }: { ending: SessionEnding | null }) {
  const { user, pendingSignIn } = useSession()
  return (
    <Modal
      open={ending !== null}
      title={pendingSignIn ? '您登录的是另一个账号' : ending && TEXTS[ending].title}
      footer={null}
      closable={false}
      keyboard={false}
      zIndex={Z_INDEX}
      mask={{ closable: false }}
      // The user may have left: nobody else should see what is on the page.
      styles={{ mask: { background: 'var(--color-paper)' } }}
      destroyOnHidden
      // Focuses the password, as the user name is prefilled. Over another dialog, the first field would get the focus.
      afterOpenChange={(isDialogOpen) => isDialogOpen && document.getElementById(PASSWORD_FIELD_ID)?.focus()}
      width={420}
    >
      {pendingSignIn ? (
        <PendingSignInQuestion name={user?.name ?? ''} pendingName={pendingSignIn.user.name} />
      ) : (
        <>
          <p className="pb-4 text-muted">{ending && TEXTS[ending].explanation}</p>
          <SignInForm username={user?.username ?? ''} />
          <Button type="link" block className="mt-2" onClick={() => session.signOut()}>
            退出，回到登录页
          </Button>
        </>
      )}
    </Modal>
  )
}

/** Asks for a confirmation if another user signed in over unfinished work. */
const PendingSignInQuestion = ({ name, pendingName }: { name: string; pendingName: string }) => (
  <div className="flex flex-col gap-3">
    <Alert
      type="warning"
      showIcon
      role="alert"
      title={`页面上未完成的操作是“${name}”的`}
      description={`以“${pendingName}”继续时，未保存的修改只留在“${name}”的草稿里，选择的内容不会保留，刚才的操作也不会继续。`}
    />
    <Button type="primary" block onClick={() => session.rejectPendingSignIn()}>
      改用“{name}”登录
    </Button>
    <Button block onClick={() => session.acceptPendingSignIn()}>
      以“{pendingName}”继续
    </Button>
  </div>
)
