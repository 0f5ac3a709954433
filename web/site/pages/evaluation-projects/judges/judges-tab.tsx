import { useState } from 'react'
import type { JudgeInvitation } from '#contracts/evaluation-projects/project.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { EmptyNotice } from '../../../components/page-states.tsx'
import { InviteForm } from './invite-form.tsx'
import { JudgeRow, RemovedJudgeRow } from './judge-row.tsx'
import { NewLink } from './new-link.tsx'
import { ReaderLinkCard } from './reader-link-card.tsx'

/** The project's judges and readers: invitations, links and progress. */
export function JudgesTab({ project }: { project: ProjectView }) {
  const [invitations, setInvitations] = useState<readonly JudgeInvitation[]>([])
  const judges = project.judges.filter((judge) => judge.status !== 'removed')
  const removedJudges = project.judges.filter((judge) => judge.status === 'removed')
  const criterionCount = project.setup.groups.flatMap((group) => group.criteria).length
  // Links are shown only once, so each remains until it is dismissed or replaced.
  const withoutJudge = (id: string) => invitations.filter(({ judge }) => judge.id !== id)
  const addInvitation = (invitation: JudgeInvitation) =>
    setInvitations([...withoutJudge(invitation.judge.id), invitation])
  const canInvite = project.status === 'setup' || project.status === 'scoring'
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
      <section aria-label="评委" className="grid gap-4">
        {judges.length === 0 && <EmptyNotice message="还没有评委。填写姓名即可生成邀请链接，评委无需注册账号。" />}
        {judges.length > 0 && (
          <ul className="card divide-y divide-line px-4 md:px-5">
            {judges.map((judge) => (
              <JudgeRow
                key={judge.id}
                project={project}
                judge={judge}
                cellCount={project.setup.candidates.length * criterionCount}
                onLinkRenewed={addInvitation}
              />
            ))}
          </ul>
        )}
        {removedJudges.length > 0 && (
          <details className="text-sm">
            <summary className="inline-flex min-h-11 items-center text-indigo hover:underline">
              已移除的评委（{removedJudges.length}）
            </summary>
            <ul className="divide-y divide-line border-y border-line">
              {removedJudges.map((judge) => (
                <RemovedJudgeRow key={judge.id} project={project} judge={judge} />
              ))}
            </ul>
          </details>
        )}
      </section>
      <div className="grid gap-4">
        {invitations
          .filter((invitation) => isCurrentInvitation(invitation, project))
          .map((invitation) => (
            <Invitation
              key={`${invitation.judge.id} ${invitation.link}`}
              projectId={project.id}
              invitation={invitation}
              onDismiss={() => setInvitations(withoutJudge(invitation.judge.id))}
            />
          ))}
        {canInvite ? (
          <InviteForm projectId={project.id} onInvited={addInvitation} />
        ) : (
          <p className="text-sm text-muted">打分已结束，不能再邀请评委。</p>
        )}
        <ReaderLinkCard project={project} />
      </div>
    </div>
  )
}

/** Returns whether the judge of an invitation hasn't been removed, or been given a newer link, such as in another window. */
function isCurrentInvitation({ judge: { id, linkExpiresAt } }: JudgeInvitation, { judges }: ProjectView): boolean {
  const judge = judges.find((item) => item.id === id)
  return judge === undefined || (judge.status !== 'removed' && (judge.linkExpiresAt ?? '') <= (linkExpiresAt ?? ''))
}

type InvitationProps = { projectId: string; invitation: JudgeInvitation; onDismiss: () => void }

/** The link of a new invitation: for a member, the URL of the judging page, which only their account can open. */
function Invitation({ projectId, invitation, onDismiss }: InvitationProps) {
  const { judge, link, isMailed } = invitation
  const path = buildPageUrl(PAGES.judging, SITE_PAGES.judging.parameters, { project: projectId })
  return (
    <NewLink
      label={`${judge.name}的邀请链接`}
      title={`${judge.name}的链接`}
      url={link ?? location.origin + path}
      onDismiss={onDismiss}
      hint={
        link
          ? '链接只显示这一次，请复制并发给评委本人，再收起。'
          : `${isMailed ? '这个邮箱有账号的，会收到邮件通知；还没有账号，或邮箱还没有验证的，请其注册并验证' : '邮件服务没有开启，请自行告知评委；没有账号，或邮箱没有验证过的，请改用链接邀请'}。登录后从“评估项目”或此地址进入。`
      }
    />
  )
}
