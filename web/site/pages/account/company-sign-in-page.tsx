import type { SignedIn } from '#contracts/identity/account.ts'
import { COMPANY_TEXTS } from '#contracts/identity/company-messages.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { useCompanyAnswer } from '../../../shared/account/use-company-answer.ts'
import { call } from '../../../shared/call.ts'
import { CodeForm } from '../../account/code-form.tsx'
import { useAccountDialogs } from '../../account/use-account-dialogs.tsx'
import { Button } from '../../components/buttons.tsx'
import { ButtonLink } from '../../components/document-links.tsx'
import { focusElement } from '../../components/focus-element.ts'
import { useToast } from '../../components/toast.tsx'
import type { SitePage } from '../../page.ts'
import { useNavigate } from '../../router.tsx'
import { acceptSignIn } from '../../session/sign-in.ts'
import { AccountPageLayout } from './account-page-layout.tsx'
import { JoinAccountForm } from './join-account-form.tsx'

const SUBTITLE = '用公司的统一登录进入本站的账号。'

export const page: SitePage<'companySignIn'> = {
  queries: () => [],
  head: () => ({ description: SUBTITLE, noIndex: true }),
  Component: () => (
    <AccountPageLayout title={SITE_PAGES.companySignIn.title} subtitle={SUBTITLE}>
      <CompanyAnswer />
    </AccountPageLayout>
  ),
}

/** Completes what began before the visitor went to the provider, or says what is missing or wrong. */
function CompanyAnswer() {
  const navigate = useNavigate()
  const showToast = useToast()
  const goTo = (path: string) => navigate(path, { replace: true })
  function enter(reply: SignedIn, returnTo: string): void {
    acceptSignIn(reply)
    goTo(returnTo)
    if (reply.notice !== undefined) showToast(`${reply.notice}。`)
  }
  const state = useCompanyAnswer({
    callSignedIn: call,
    onSignedIn: enter,
    onLinked(message) {
      showToast(message, 'success')
      goTo(PAGES.myAccount)
    },
  })
  if (state.step === 'checking') return <p role="status">{COMPANY_TEXTS.checking}</p>
  if (state.step === 'failed') return <Failure message={state.message} isLink={state.isLink} />
  if (state.step === 'code')
    return <CodeForm challenge={state.challenge} onDone={() => goTo(state.returnTo)} onBack={() => goTo(PAGES.home)} />
  return (
    <>
      <h2 className="mb-3 text-lg">{COMPANY_TEXTS.joinTitle}</h2>
      <JoinAccountForm
        challenge={state.challenge}
        email={state.email}
        onSignedIn={(reply) => enter(reply, state.returnTo)}
      />
    </>
  )
}

function Failure({ message, isLink }: { message: string; isLink: boolean }) {
  const { show, preload, dialogs } = useAccountDialogs()
  return (
    <div className="space-y-5">
      <div ref={focusElement} tabIndex={-1} role="alert" className="outline-none">
        <h2 className="text-lg">{isLink ? COMPANY_TEXTS.linkFailedTitle : COMPANY_TEXTS.failedTitle}</h2>
        <p className="mt-2 wrap-anywhere">{message}。</p>
      </div>
      <div className="grid gap-3">
        {isLink ? (
          <ButtonLink link={PAGES.myAccount}>{COMPANY_TEXTS.backToAccount}</ButtonLink>
        ) : (
          <Button aria-haspopup="dialog" onPointerEnter={preload} onClick={() => show('sign-in')}>
            登录
          </Button>
        )}
        <ButtonLink link={PAGES.home} variant="outline">
          {COMPANY_TEXTS.backHome}
        </ButtonLink>
      </div>
      {dialogs}
    </div>
  )
}
