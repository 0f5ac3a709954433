import { Button, Modal } from 'antd'
import { session, useSession } from '../session/session.ts'
import { SignInForm } from './sign-in-form.tsx'

/** Over the page, when the session has ended while something was unsaved. */
export function SignInDialog({ isOpen }: { isOpen: boolean }) {
  const { user } = useSession()
  return (
    <Modal
      open={isOpen}
      title="登录已过期"
      footer={null}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      destroyOnHidden
      // Who it is stands there already.
      afterOpenChange={(isShown) => isShown && document.getElementById('password')?.focus()}
      width={420}
    >
      <p className="pb-4 text-muted">页面上的修改都还在。重新登录后，刚才的操作会继续。</p>
      <SignInForm username={user?.username ?? ''} />
      <Button type="link" block className="mt-2" onClick={() => session.signOut()}>
        退出，回到登录页
      </Button>
    </Modal>
  )
}
