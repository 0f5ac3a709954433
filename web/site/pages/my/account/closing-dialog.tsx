import { useQueries } from '@tanstack/react-query'
import { useRef } from 'react'
import { colleagueCalls } from '#contracts/colleagues/calls.ts'
import type { Succession } from '#contracts/colleagues/colleague.ts'
import type { SharedKind } from '#contracts/colleagues/roles.ts'
import type { Credentials } from '#contracts/identity/account.ts'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { PAGES } from '#contracts/paths.ts'
import { dataOf } from '../../../../shared/call-query.ts'
import { describeUnanswered, isUnanswered } from '../../../../shared/unanswered-call.ts'
import { IdentityForm } from '../../../account/identity-form.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { queryOf } from '../../../query-of.ts'
import { Link } from '../../../router.tsx'
import { closeAccount } from '../../../session/sign-in.ts'
import { ownRegistrationsQuery } from '../../community/event-registrations.ts'
import { projectsQuery } from '../../evaluation-projects/project-queries.ts'
import { ownReviewsQuery } from '../../member-reviews/review-queries.ts'
import type { OwnContents } from './closing-consequences.ts'
import { listLosses, listSuccessions } from './closing-consequences.ts'

const successionsQuery = (userId: string) => ({
  ...dataOf(queryOf(colleagueCalls.listSuccessions, {}, userId)),
  staleTime: 0,
})

/** Loads what the member `userId` has on the site. */
function useOwnContents(userId: string): {
  contents: OwnContents
  successions: readonly Succession[]
  isPending: boolean
} {
  const [successions, projects, bin, reviews, registrations] = useQueries({
    queries: [
      successionsQuery(userId),
      projectsQuery({ isRecycled: false }),
      projectsQuery({ isRecycled: true }),
      ownReviewsQuery(userId),
      ownRegistrationsQuery(userId),
    ],
  })
  const listOrphans = (kind: SharedKind) =>
    successions.data?.filter((item) => item.kind === kind && item.successor === null)
  const orphans = listOrphans('project')
  const orphanIds = new Set(orphans?.map(({ id }) => id))
  const deletedProjects = bin.data?.data
  return {
    isPending: [successions, projects, bin, reviews, registrations].some(({ isPending }) => isPending),
    successions: successions.data ?? [],
    contents: {
      shortlistCount: listOrphans('shortlist')?.length,
      // Only owners have a recycle bin, which nobody takes over.
      projectCount: orphans && deletedProjects && orphans.length + deletedProjects.length,
      inquiryCount: listOrphans('inquiry')?.length,
      judgedProjectNames:
        projects.data?.data.filter(({ id, judges }) => orphanIds.has(id) && judges > 0).map(({ name }) => name) ?? [],
      reviewCount: reviews.data?.length,
      registrationCount: registrations.data?.length,
    },
  }
}

type ClosingDialogProps = { userId: string; isOpen: boolean; onCancel: () => void; onClosed: () => void }

/** States what is lost and what remains, and closes the account with the password. */
export function ClosingDialog({ userId, isOpen, onCancel, onClosed }: ClosingDialogProps) {
  /** Whether a request got no reply, so that it may have closed the account. */
  const hasUnansweredRequest = useRef(false)

  async function close(credentials: Credentials) {
    try {
      await closeAccount(credentials, hasUnansweredRequest.current)
    } catch (error) {
      hasUnansweredRequest.current ||= isUnanswered(error)
      throw describeUnanswered(error, IDENTITY_MESSAGES.closingReplyLost)
    }
    onClosed()
  }

  return (
    <Dialog isOpen={isOpen} onClose={onCancel} title="注销账号？" className="max-w-xl">
      <Consequences userId={userId} />
      <IdentityForm name="注销账号" isFocused={false} submitLabel="永久注销账号" onSubmit={close} onCancel={onCancel} />
    </Dialog>
  )
}

function Consequences({ userId }: { userId: string }) {
  const { contents, successions, isPending } = useOwnContents(userId)
  if (isPending) return <div className="skeleton mb-5 h-80" />
  return (
    <div className="mb-5 space-y-4">
      <p>注销立即生效，不能撤销。所有设备退出登录，邮箱可以重新注册，但以下内容无法找回：</p>
      <ul className="list-disc space-y-1 pl-5">
        {listLosses(contents).map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
      {contents.judgedProjectNames.length > 0 && (
        <p className="rounded-lg border border-danger px-3.5 py-2">
          {contents.judgedProjectNames.map((name) => `“${name}”`).join('')}
          有其他评委参与，注销后他们也无法再打开，请先告知他们。
        </p>
      )}
      {listSuccessions(successions).length > 0 && (
        <>
          <h3 className="font-semibold">以下内容由共同所有人接手</h3>
          <ul className="list-disc space-y-1 pl-5">
            {listSuccessions(successions).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      <p>
        需要留存的内容，请先返回，用“下载我的数据”保存。
        {contents.projectCount !== 0 && (
          <span>
            评估的报告也可以在
            <Link to={PAGES.evaluationProjects} className="text-indigo underline">
              评估项目
            </Link>
            中导出。
          </span>
        )}
      </p>
      <h3 className="font-semibold">以下内容保留</h3>
      <ul className="list-disc space-y-1 pl-5 text-muted">
        <li>在他人的评估项目中已提交的打分，署名改为“已注销用户”；此前定稿的报告已经签名，其中的评委姓名不变。</li>
        <li>
          用这个邮箱提交的产品、咨询与厂商声明，不属于账号；要求删除的方法见
          <Link to={PAGES.privacy} className="text-indigo underline">
            隐私政策
          </Link>
          。
        </li>
        <li>操作记录与邮件的发送记录，用于追查安全问题。</li>
      </ul>
    </div>
  )
}
