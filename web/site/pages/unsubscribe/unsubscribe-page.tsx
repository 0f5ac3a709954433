import { MAIL_CHOICE_MESSAGES } from '#contracts/mail/messages.ts'
import { findUnsubscribedLabel } from '#contracts/mail/optional-mails.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { Button } from '../../components/buttons.tsx'
import { ButtonLink } from '../../components/document-links.tsx'
import { PageTitle } from '../../components/section.tsx'
import { useIsHydrated } from '../../components/use-is-hydrated.ts'
import type { SitePage } from '../../page.ts'
import { usePageQuery } from '../../use-page-query.ts'

const SUBTITLE = '不再接收一种邮件；其他邮件不受影响。'

export const page: SitePage<'unsubscribe'> = {
  queries: () => [],
  head: () => ({ description: SUBTITLE, noIndex: true }),
  Component: () => (
    <>
      <PageTitle title={SITE_PAGES.unsubscribe.title} subtitle={SUBTITLE} />
      <div className="shell py-10">
        <div className="card mx-auto max-w-md p-6 md:p-8">
          <Unsubscription />
        </div>
      </div>
    </>
  ),
}

/** Ends a kind of mail by a plain form, which posts to this page's own URL and needs no script. */
function Unsubscription() {
  const { query } = usePageQuery(SITE_PAGES.unsubscribe.parameters)
  // The server renders one page for all tokens.
  const isHydrated = useIsHydrated()
  if (query.result !== '') return <Result isDone={query.result === 'done'} />
  const label = isHydrated ? findUnsubscribedLabel(query.token) : undefined
  return (
    <form method="post" className="space-y-5">
      <p className="text-center text-lg">{label ? `不再接收“${label}”的邮件？` : '不再接收这种邮件？'}</p>
      <input type="hidden" name="page" value="1" />
      <Button type="submit" className="w-full">
        退订
      </Button>
    </form>
  )
}

const Result = ({ isDone }: { isDone: boolean }) => (
  <div className="space-y-5 text-center">
    <p role="status" className="text-lg">
      {isDone ? `${MAIL_CHOICE_MESSAGES.unsubscribed}。` : `${MAIL_CHOICE_MESSAGES.invalidLink}。`}
    </p>
    {isDone && <p className="text-muted">想重新接收时，请登录后在“账号与安全”中打开。</p>}
    <ButtonLink link={PAGES.myAccount} variant="outline" className="w-full">
      打开账号与安全
    </ButtonLink>
  </div>
)
