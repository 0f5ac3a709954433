import { useQuery } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { DAY_MS } from '#contracts/durations.ts'
import { ACCOUNT_LINKS } from '#contracts/limits.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { Button } from '../components/buttons.tsx'
import { Dialog } from '../components/dialog.tsx'
import { focusElement } from '../components/focus-element.ts'
import { focusVisibleForm } from '../components/focus-first-field.ts'
import { isOtherUser, useSession } from '../session/session.ts'
import { readSession } from '../session/session-storage.ts'
import { acceptPendingSignIn, rejectPendingSignIn } from '../session/sign-in.ts'
import { useQueries } from '../site-context.tsx'
import { ChangePasswordForm, REQUIRED_PASSWORD_CHANGE_TITLE } from './change-password-form.tsx'
import { LinkButton } from './link-button.tsx'
import { LoginForm } from './login-form.tsx'
import { getMailRequestTitle, type MailRequest, MailRequestForm } from './mail-request-form.tsx'
import { RegisterForm } from './register-form.tsx'
import { type SignInStep, type SignInStepsOptions, useSignInSteps } from './use-sign-in-steps.ts'

type PendingSignInQuestionProps = {
  /** The name of the user whose edits are on the page. */
  name: string
  pendingName: string
  onAccepted: () => void
}

/** Asks for a confirmation if another user signed in over unsaved edits. */
function PendingSignInQuestion({ name, pendingName, onAccepted }: PendingSignInQuestionProps) {
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

type SignInDialogProps = SignInStepsOptions & {
  /** Why to sign in, as a sentence. */
  reason: string | undefined
}

/** The dialog for signing in and registering, in several steps. */
export function SignInDialog({ reason, ...options }: SignInDialogProps) {
  const { step, setStep, finish, close, handleSignedIn, handleRegistered } = useSignInSteps(options)
  const { user, isExpired } = useSession()
  const forms = useRef<HTMLDivElement>(null)
  const isFormStep = step.name === 'sign-in' || step.name === 'register'

  const showSignIn = () => setStep({ name: 'sign-in' })
  const requestMail = (request: MailRequest) => setStep({ name: 'mail-request', request })

  /** Shows the other form, and focuses it. */
  function switchForm() {
    flushSync(() => setStep({ name: step.name === 'register' ? 'sign-in' : 'register' }))
    focusVisibleForm(forms.current)
  }

  return (
    <Dialog
      isOpen={options.entry !== null}
      onClose={close}
      title={getTitle(step)}
      // The user may have left: nobody else should see what is on the page.
      className={isExpired ? 'max-w-md backdrop:bg-paper' : 'max-w-md'}
    >
      {isFormStep && reason && <p className="mb-5 text-muted">{reason}</p>}
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
  )
}

function getTitle(step: SignInStep): string {
  switch (step.name) {
    case 'sign-in':
      return '登录'
    case 'register':
      return '注册'
    case 'change-password':
      return REQUIRED_PASSWORD_CHANGE_TITLE
    case 'other-user':
      return '您登录的是另一个账号'
    case 'mail-request':
      return getMailRequestTitle(step.request)
    case 'verify-email':
      return '注册成功'
  }
}

/** Says why to sign in again: another user may have signed in in another tab. */
const ExpiredSessionNotice = ({ userName }: { userName: string }) => (
  <p role="status" className="mb-5">
    <span>
      {isOtherUser(readSession())
        ? `另一个账号已在别的标签页登录，请以${userName}重新登录。`
        : '登录已失效，请重新登录。'}
    </span>
    已填写的内容仍在页面上，关闭此窗口则不保留。
  </p>
)

/** Offers the other form: registration if it is open, or signing in. */
function SwitchFormPrompt({ isRegistering, onSwitch }: { isRegistering: boolean; onSwitch: () => void }) {
  const { data: site } = useQuery(useQueries().site())
  if (!site?.registrationOpen && !isRegistering) return null
  return (
    <p className="mt-5 flex items-center justify-center border-t border-line pt-3 text-sm text-muted">
      <span>{isRegistering ? '已有账号？' : '还没有账号？'}</span>
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
