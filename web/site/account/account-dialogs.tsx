import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MESSAGES } from '#contracts/messages.ts'
import { Dialog } from '../parts/dialog.tsx'
import { useToast } from '../parts/toast.tsx'
import { useQueries } from '../site-context.tsx'
import { LoginForm } from './login-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { RegisterForm } from './register-form.tsx'

export type AccountDialog = 'sign-in' | 'profile'
export type AccountDialogsProps = { shown: AccountDialog | null; onClose: () => void }

/** The dialogs of the account, a chunk of their own that is loaded when the first of them is asked for. */
export function AccountDialogs({ shown, onClose }: AccountDialogsProps) {
  const say = useToast()
  const [isRegistering, setRegistering] = useState(false)
  const done = (message: string) => {
    onClose()
    say(message, 'success')
  }
  return (
    <>
      <Dialog
        isOpen={shown === 'sign-in'}
        onClose={onClose}
        title={isRegistering ? '注册' : '登录'}
        className="max-w-md"
      >
        {/* Both stay, so that what was typed is there when one comes back. */}
        <div hidden={isRegistering}>
          <LoginForm onDone={() => done(MESSAGES.loginSucceeded)} />
        </div>
        <div hidden={!isRegistering}>
          <RegisterForm onDone={() => done(MESSAGES.registerSucceeded)} />
        </div>
        <SwitchForm isRegistering={isRegistering} onSwitch={() => setRegistering(!isRegistering)} />
      </Dialog>
      <Dialog isOpen={shown === 'profile'} onClose={onClose} title="我的资料" className="max-w-xl">
        <ProfileForm onDone={() => done(MESSAGES.profileSaved)} />
      </Dialog>
    </>
  )
}

function SwitchForm({ isRegistering, onSwitch }: { isRegistering: boolean; onSwitch: () => void }) {
  const { data: site } = useQuery(useQueries().site())
  if (!site?.registrationOpen && !isRegistering) return null
  return (
    <p className="mt-5 flex items-center justify-center border-t border-line pt-3 text-sm text-muted">
      {isRegistering ? '已有账号？' : '还没有账号？'}
      <button
        type="button"
        className="inline-flex min-h-11 items-center px-2 font-medium text-indigo hover:underline"
        onClick={onSwitch}
      >
        {isRegistering ? '去登录' : '注册新账号'}
      </button>
    </p>
  )
}
