import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { DAY_MS } from '#contracts/durations.ts'
import { ACCOUNT_LINKS } from '#contracts/limits.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { getSession, isOtherUser, useSession } from '../../shared/session.ts'
import { dismissExpiredSession } from '../../shared/session-changes.ts'
import { readSession } from '../../shared/session-storage.ts'
import { rejectPendingSignIn } from '../../shared/sign-in.ts'
import { Dialog } from '../components/dialog.tsx'
import { focusElement } from '../components/focus-element.ts'
import { focusVisibleForm } from '../components/focus-first-field.ts'
import { useToast } from '../components/toast.tsx'
import { useQueries } from '../site-context.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { LinkButton } from './link-button.tsx'
import { LoginForm } from './login-form.tsx'
import { getMailRequestTitle, type MailRequest, MailRequestForm } from './mail-request-form.tsx'
import { PendingSignInQuestion } from './pending-sign-in-question.tsx'
import { ProfileForm } from './profile-form.tsx'
import { RegisterForm } from './register-form.tsx'

/** The dialog to open; the purpose of a mail opens the form that requests that mail. */
export type AccountDialog = 'sign-in' | 'profile' | 'password' | MailRequest['purpose']
/** The action that requires signing in: why, as a sentence, and how to continue it. */
export type SignInPurpose = { reason: string; onSignedIn: () => void }
export type AccountDialogsProps = {
  openDialog: AccountDialog | null
  purpose?: SignInPurpose | undefined
  onClose: () => void
}

/** The step of the sign-in dialog. */
type Step =
  | { name: 'sign-in' | 'register' | 'change-password' }
  | { name: 'other-user'; pendingName: string }
  | { name: 'mail-request'; request: MailRequest }
  | { name: 'verify-email'; email: string }

/** The dialogs for signing in and for one's own account, in a chunk that is loaded when the first one is opened. */
export function AccountDialogs({ openDialog, purpose, onClose }: AccountDialogsProps) {
  const showToast = useToast()
  const [selectedStep, setStep] = useState<Step | null>(null)
  const { user, isExpired, pendingSignIn } = useSession()
  const client = useQueryClient()
  const forms = useRef<HTMLDivElement>(null)
  const step: Step = pendingSignIn
    ? { name: 'other-user', pendingName: pendingSignIn.user.name }
    : (selectedStep ?? getFirstStep(openDialog))
  const isFormStep = step.name === 'sign-in' || step.name === 'register'

  const showSignIn = () => setStep({ name: 'sign-in' })
  const requestMail = (request: MailRequest) => setStep({ name: 'mail-request', request })

  /** Shows the other form, and focuses it. */
  function switchForm() {
    flushSync(() => setStep({ name: step.name === 'register' ? 'sign-in' : 'register' }))
    focusVisibleForm(forms.current)
  }

  function close() {
    rejectPendingSignIn()
    // Closing the dialog gives up what is on the page of a user whose session has expired.
    dismissExpiredSession()
    onClose()
    // A registration is resumed when the dialog is reopened; other steps start over.
    if (step.name !== 'register') setStep(null)
  }

  function finish(message: string) {
    onClose()
    setStep(null)
    showToast(message, 'success')
    purpose?.onSignedIn()
  }

  function handleSignedIn() {
    // The next render asks whether to continue as the other user.
    if (getSession().pendingSignIn) return
    // Queries that failed without a valid session can succeed now.
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    if (getSession().user?.mustChangePassword) setStep({ name: 'change-password' })
    else finish(SITE_MESSAGES.loginSucceeded)
  }

  function handleRegistered() {
    if (!getSession().pendingSignIn) finish(SITE_MESSAGES.registerSucceeded)
  }

  return (
    <>
      <Dialog
        isOpen={openDialog !== null && !isOwnAccount(openDialog)}
        onClose={close}
        title={getTitle(step)}
        // The user may have left: nobody else should see what is on the page.
        className={isExpired ? 'max-w-md backdrop:bg-paper' : 'max-w-md'}
      >
        {isFormStep && purpose && <p className="mb-5 text-muted">{purpose.reason}</p>}
        {step.name === 'other-user' && (
          <PendingSignInQuestion name={user?.name ?? ''} pendingName={step.pendingName} onAccepted={handleSignedIn} />
        )}
        {/* Both forms stay mounted, so that their input is kept. */}
        <div ref={forms}>
          <div hidden={step.name !== 'sign-in'}>
            {isExpired && <ExpiredSessionNotice userName={user?.name ?? ''} />}
            {/* Mounted again, and focused, if the sign-in as another user is rejected. */}
            {step.name !== 'other-user' && <LoginForm onDone={handleSignedIn} onRequestMail={requestMail} />}
          </div>
          <div hidden={step.name !== 'register'}>
            <RegisterForm onDone={handleRegistered} onVerify={(email) => setStep({ name: 'verify-email', email })} />
          </div>
        </div>
        {step.name === 'change-password' && <ChangePasswordForm onDone={() => finish(SITE_MESSAGES.passwordSaved)} />}
        {step.name === 'mail-request' && <MailRequestForm request={step.request} onBack={showSignIn} />}
        {step.name === 'verify-email' && (
          <VerifyEmailNotice
            email={step.email}
            onResend={() => requestMail({ purpose: 'verification', email: step.email })}
            onBack={showSignIn}
          />
        )}
        {isFormStep && <SwitchFormPrompt isRegistering={step.name === 'register'} onSwitch={switchForm} />}
      </Dialog>
      <OwnAccountDialog openDialog={openDialog} onDone={finish} onClose={onClose} />
    </>
  )
}

type OwnAccountDialogProps = Pick<AccountDialogsProps, 'openDialog' | 'onClose'> & { onDone: (message: string) => void }

function OwnAccountDialog({ openDialog, onDone, onClose }: OwnAccountDialogProps) {
  const { user } = useSession()
  // A password that an administrator has set must be changed before the profile.
  const isPasswordChange = user?.mustChangePassword || openDialog === 'password'
  return (
    <Dialog
      isOpen={isOwnAccount(openDialog)}
      onClose={onClose}
      title={getOwnAccountTitle(openDialog, user?.mustChangePassword)}
      className={openDialog === 'password' ? 'max-w-md' : 'max-w-xl'}
    >
      {isPasswordChange ? (
        <ChangePasswordForm onDone={() => onDone(SITE_MESSAGES.passwordSaved)} />
      ) : (
        <ProfileForm key={user?._id} onDone={() => onDone(SITE_MESSAGES.profileSaved)} />
      )}
    </Dialog>
  )
}

const isOwnAccount = (dialog: AccountDialog | null): boolean => dialog === 'profile' || dialog === 'password'

/** Says why to sign in again: another user may have signed in in another tab. */
const ExpiredSessionNotice = ({ userName }: { userName: string }) => (
  <p role="status" className="mb-5">
    {isOtherUser(readSession())
      ? `另一个账号已在别的标签页登录，请以${userName}重新登录。`
      : '登录已失效，请重新登录。'}
    已填写的内容仍在页面上，关闭此窗口则不保留。
  </p>
)

const REQUIRED_PASSWORD_CHANGE_TITLE = '请先修改密码'

const getFirstStep = (dialog: AccountDialog | null): Step =>
  dialog === 'password-reset' || dialog === 'verification'
    ? { name: 'mail-request', request: { purpose: dialog, email: '' } }
    : { name: 'sign-in' }

function getTitle(step: Step): string {
  if (step.name === 'mail-request') return getMailRequestTitle(step.request)
  if (step.name === 'other-user') return '您登录的是另一个账号'
  if (step.name === 'verify-email') return '注册成功'
  if (step.name === 'change-password') return REQUIRED_PASSWORD_CHANGE_TITLE
  return step.name === 'register' ? '注册' : '登录'
}

function getOwnAccountTitle(dialog: AccountDialog | null, mustChangePassword: boolean | undefined): string {
  if (mustChangePassword) return REQUIRED_PASSWORD_CHANGE_TITLE
  return dialog === 'password' ? '修改密码' : '我的资料'
}

/** Offers the other form: registration if it is open, or signing in. */
function SwitchFormPrompt({ isRegistering, onSwitch }: { isRegistering: boolean; onSwitch: () => void }) {
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

const LINK_LIFETIME_DAYS = ACCOUNT_LINKS.lifetimeMs.email / DAY_MS

type VerifyEmailNoticeProps = { email: string; onResend: () => void; onBack: () => void }

/** Asks the new member to open the verification link that was mailed after registration. */
const VerifyEmailNotice = ({ email, onResend, onBack }: VerifyEmailNoticeProps) => (
  <div className="space-y-4 text-center">
    <MailCheck className="mx-auto size-10 text-indigo" aria-hidden />
    <div ref={focusElement} tabIndex={-1} role="status" className="outline-none">
      <p className="text-lg font-semibold">还差一步：验证邮箱</p>
      <p className="mt-2 text-muted">
        验证邮件已发往<span className="font-medium break-all text-ink">{email}</span>
        。请在{LINK_LIFETIME_DAYS}天内点击其中的链接，验证后即可登录。
      </p>
    </div>
    <p className="flex flex-wrap justify-center gap-x-3">
      <LinkButton onClick={onResend}>没有收到？重新发送</LinkButton>
      <LinkButton onClick={onBack}>返回登录</LinkButton>
    </p>
  </div>
)
