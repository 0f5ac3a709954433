import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, Suspense, useEffect } from 'react'
import { answeringCalls } from '#contracts/inquiries/answering-calls.ts'
import { ANSWERING_MESSAGES } from '#contracts/inquiries/messages.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { findAccountInvitation } from '#contracts/rules/inquiries/account-key.ts'
import { isNotFound, toErrorMessage } from '../../../shared/call-error.ts'
import { MembersOnly } from '../../account/members-only.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice } from '../../components/page-states.tsx'
import { PageTitle, Section } from '../../components/section.tsx'
import { createLazyImport } from '../../lazy-import.ts'
import type { SitePage } from '../../page.ts'
import { queryOf } from '../../query-of.ts'
import { useFragmentToken } from '../evaluation-projects/use-fragment-token.ts'

/** Loaded while the inquiry is: it checks answers with schemas, which the page itself doesn't need. */
const lazyForm = createLazyImport(async () => (await import('./answering-form.tsx')).AnsweringForm)

const SUBTITLE = '不需要账号，填写的内容随时保存。'
const STORAGE_KEY = 'zhijian.answering'

export const page: SitePage<'inquiryAnswering'> = {
  queries: () => [],
  head: () => ({ description: SUBTITLE, noIndex: true }),
  Component: AnsweringPage,
}

function AnsweringPage() {
  const token = useFragmentToken(STORAGE_KEY)
  return (
    <>
      <noscript>
        <p className="shell py-10">邀请链接中的凭证只有JavaScript能读取，请启用后重新打开链接。</p>
      </noscript>
      {token === undefined && <PageTitle title={SITE_PAGES.inquiryAnswering.title} subtitle={SUBTITLE} />}
      {token && <OpenedAnswering key={token} token={token} />}
      {token === null && (
        <>
          <PageTitle title={SITE_PAGES.inquiryAnswering.title} subtitle={SUBTITLE} />
          <Section>
            <EmptyNotice message="邀请链接不完整：请重新打开邮件中的链接，或把完整地址复制到浏览器的地址栏。" />
          </Section>
        </>
      )}
    </>
  )
}

/** Opens what belongs to a link; for what is answered by one's own account, after signing in. */
function OpenedAnswering({ token }: { token: string }) {
  if (findAccountInvitation(token) === undefined) return <LoadedAnswering token={token} />
  return (
    <MembersOnly invitation={<p>{ANSWERING_MESSAGES.signIn}。</p>}>
      <LoadedAnswering token={token} />
    </MembersOnly>
  )
}

function AnsweringForm(props: ComponentProps<NonNullable<typeof lazyForm.loaded>>) {
  const Form = lazyForm.useLoaded()
  return <Form {...props} />
}

function LoadedAnswering({ token }: { token: string }) {
  const { data, isPending, error, refetch } = useQuery({
    ...queryOf(answeringCalls.open, { body: { token } }),
    staleTime: 0,
  })
  useEffect(() => {
    // What fails here is tried again below, and shown if it fails again.
    lazyForm.load().catch(() => undefined)
  }, [])
  if (isPending) return <PageSkeleton />
  if (data)
    return (
      <Suspense fallback={<PageSkeleton />}>
        <AnsweringForm token={token} initial={data.data} />
      </Suspense>
    )
  const isInvalid = isNotFound(error)
  return (
    <>
      <PageTitle title={SITE_PAGES.inquiryAnswering.title} />
      <ErrorNotice message={toErrorMessage(error)} {...(isInvalid ? {} : { onRetry: () => refetch() })} />
      {isInvalid && (
        <p className="shell pb-10 text-center text-muted">
          请核对链接是否完整。对方重新寄过邀请的，请用最新一封邮件中的链接。
        </p>
      )}
    </>
  )
}
