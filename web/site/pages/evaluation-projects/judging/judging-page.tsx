import { useQuery } from '@tanstack/react-query'
import { judgingCalls } from '#contracts/evaluation-projects/calls.ts'
import type { JudgeCredentials } from '#contracts/evaluation-projects/score.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { isCallError, isNotFound, toErrorMessage } from '../../../../shared/call-error.ts'
import { EmailVerificationPrompt } from '../../../account/email-verification-prompt.tsx'
import { MembersOnly } from '../../../account/members-only.tsx'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice } from '../../../components/page-states.tsx'
import { PageTitle, Section } from '../../../components/section.tsx'
import { useIsHydrated } from '../../../components/use-is-hydrated.ts'
import type { SitePage } from '../../../page.ts'
import { queryOf } from '../../../query-of.ts'
import { usePageQuery } from '../../../use-page-query.ts'
import { LazyReadingRoom } from '../reading/lazy-reading-room.tsx'
import { ReadingInvitations } from '../reading/reading-invitations.tsx'
import { useFragmentToken } from '../use-fragment-token.ts'
import { readDraftDescriptions } from './draft-storage.ts'
import { JudgingWorkspace } from './judging-workspace.tsx'
import { UnsentDrafts } from './unsent-drafts.tsx'

const SUBTITLE = '凭证据为候选逐条打分，自动保存，随时可以继续。'

export const page: SitePage<'judging'> = {
  queries: () => [],
  head: () => ({ description: SUBTITLE, noIndex: true }),
  Component: JudgingPage,
}

function JudgingPage() {
  const isHydrated = useIsHydrated()
  const { query, change } = usePageQuery(SITE_PAGES.judging.parameters)
  // The server renders the page without the parameter, which only the browser reads.
  const project = isHydrated ? query.project : ''
  const reading = isHydrated ? query.reading : ''
  const read = (run: string) => change({ reading: run })
  const token = useFragmentToken(STORAGE_KEY, isTokenExpected)
  return (
    <>
      {reading === '' && <PageTitle title={SITE_PAGES.judging.title} subtitle={SUBTITLE} />}
      <noscript>
        <p className="shell py-10">邀请链接中的凭证只有JavaScript能读取，请启用后重新打开链接。</p>
      </noscript>
      {token && <JudgePlace key={token} access={{ token }} reading={reading} onRead={read} />}
      {!token && project && (
        <MembersOnly invitation={<p>您受邀以会员身份打分，请登录后继续。</p>}>
          <JudgePlace key={project} access={{ project }} reading={reading} onRead={read} />
        </MembersOnly>
      )}
      {token === null && !project && (
        <Section>
          <EmptyNotice message="邀请链接不完整：请重新打开收到的链接，或把完整地址复制到浏览器的地址栏。" />
        </Section>
      )}
    </>
  )
}

const STORAGE_KEY = 'zhijian.judging'

/** The URL of a signed-in judge names the project; a stored token belongs to another invitation. */
const isTokenExpected = () => !new URLSearchParams(location.search).has('project')

type JudgePlaceProps = { access: JudgeCredentials; reading: string; onRead: (run: string) => void }

/** Where a judge scores a project, or reads the replies of a run. */
function JudgePlace({ access, reading, onRead }: JudgePlaceProps) {
  if (reading !== '') return <LazyReadingRoom key={reading} access={access} run={reading} onLeave={() => onRead('')} />
  return (
    <>
      <ReadingInvitations access={access} onEnter={onRead} />
      <Judging access={access} />
    </>
  )
}

/**
 * Loads the project for a judge. If the link is no longer valid, the drafts that are stored on the device are shown.
 */
function Judging({ access }: { access: JudgeCredentials }) {
  const { data, isPending, error, refetch } = useQuery({
    ...queryOf(judgingCalls.open, { body: { access } }),
    staleTime: 0,
  })
  if (isPending) return <PageSkeleton />
  if (data) return <JudgingWorkspace access={access} judging={data.data} />
  if (isCallError(error) && error.reason === 'email-not-verified')
    return (
      <div className="shell py-10">
        <EmailVerificationPrompt reason="您受邀的邮箱验证之后，才能打分。" />
      </div>
    )
  const isInvalid = isNotFound(error)
  return (
    <>
      <ErrorNotice message={toErrorMessage(error)} {...(isInvalid ? {} : { onRetry: () => refetch() })} />
      {isInvalid && 'token' in access && (
        <p className="shell pb-10 text-center text-muted">
          请核对链接是否完整；撤销或过期的链接不能恢复，需由负责人重新邀请。
        </p>
      )}
      <UnsentDrafts descriptions={readDraftDescriptions(access)} />
    </>
  )
}
