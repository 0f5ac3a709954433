import { useQuery } from '@tanstack/react-query'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { EmailVerificationPrompt } from '../../account/email-verification-prompt.tsx'
import { MemberPage } from '../../account/member-page.tsx'
import { OwnList } from '../../account/own-list.tsx'
import { getButtonClass } from '../../components/buttons.tsx'
import { EmptyNotice } from '../../components/page-states.tsx'
import type { SitePage } from '../../page.ts'
import { Link } from '../../router.tsx'
import { useSession } from '../../session/session.ts'
import { ProgressResult } from '../submission-status/progress-result.tsx'
import { ownSubmissionsQuery } from './submission-queries.ts'

const SUBTITLE = '用您的邮箱提交的产品，以及各自的审核进度。'

export const page: SitePage<'mySubmissions'> = {
  queries: () => [],
  head: () => ({ description: SUBTITLE, noIndex: true }),
  Component: () => (
    <MemberPage
      title={SITE_PAGES.mySubmissions.title}
      subtitle={SUBTITLE}
      invitation={
        <p>
          登录后可以查看自己的提交。没有账号，也可以
          <Link to={PAGES.submissionStatus} className="text-indigo underline">
            凭回执号查询
          </Link>
          。
        </p>
      }
    >
      <div className="shell py-8">
        <Submissions />
      </div>
    </MemberPage>
  ),
}

function Submissions() {
  const { user } = useSession()
  const submissionsQuery = useQuery(ownSubmissionsQuery(user?._id ?? ''))
  return (
    <OwnList
      query={submissionsQuery}
      getItems={({ submissions }) => submissions}
      getKey={({ receipt }) => receipt}
      renderEmpty={({ isEmailVerified }) =>
        isEmailVerified ? (
          <EmptyNotice message="还没有用这个邮箱提交的产品。">
            <Link to={PAGES.submit} className={getButtonClass()}>
              提交产品
            </Link>
          </EmptyNotice>
        ) : (
          <EmailVerificationPrompt reason="邮箱验证之后，这里列出用它提交的产品。">
            <Link to={PAGES.submissionStatus} className={getButtonClass('outline')}>
              凭回执号查询
            </Link>
          </EmailVerificationPrompt>
        )
      }
    >
      {(progress) => <ProgressResult progress={progress} isInList />}
    </OwnList>
  )
}
