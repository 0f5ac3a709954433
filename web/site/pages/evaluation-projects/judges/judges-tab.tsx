import { type SubmitEvent, useRef, useState } from 'react'
import { canDo } from '#contracts/colleagues/roles.ts'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import { PROJECT_MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { JudgeInvitation } from '#contracts/evaluation-projects/project.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { TEXT } from '#contracts/limits.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { createBarredLookup } from '#contracts/rules/evaluation/conflicts.ts'
import { listJudgedGroups } from '#contracts/rules/evaluation/counted-criteria.ts'
import { call } from '../../../../shared/call.ts'
import { findFieldMessage, toFormMessage } from '../../../../shared/call-error.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { FormField } from '../../../components/form-field.tsx'
import { EmptyNotice } from '../../../components/page-states.tsx'
import { readFormValues } from '../../../components/read-form-values.ts'
import { FormError } from '../../../components/text-field.tsx'
import { useFocusInvalidField } from '../../../components/use-focus-invalid-field.ts'
import { DeclarationsCard } from '../interest/declarations-card.tsx'
import { useProjectCache } from '../project-queries.ts'
import { SignaturesCard } from '../signing/signatures-card.tsx'
import { JudgeRow, RemovedJudgeRow } from './judge-row.tsx'
import { NewLink } from './new-link.tsx'
import { ReaderLinkCard } from './reader-link-card.tsx'

type InviteFormProps = { projectId: string; onInvited: (invitation: JudgeInvitation) => void }

/** Invites a judge, who scores by a link or, if an email address is given, with their account. */
function InviteForm({ projectId, onInvited }: InviteFormProps) {
  const cache = useProjectCache()
  const form = useRef<HTMLFormElement>(null)
  const [isNameMissing, setIsNameMissing] = useState(false)
  const inviteMutation = useMutation({
    mutationFn: ({ name = '', email = '' }: Record<string, string>) =>
      call(projectCalls.inviteJudge, { params: { id: projectId }, body: { name, email: email.trim() } }),
    onSuccess: ({ data }) => {
      form.current?.reset()
      onInvited(data)
    },
    // Without a reply, the judge may have been invited.
    onSettled: cache.reload,
  })
  useFocusInvalidField(form, inviteMutation.error)

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = readFormValues(event.currentTarget)
    setIsNameMissing(!values.name?.trim())
    if (values.name?.trim()) inviteMutation.mutate(values)
    else event.currentTarget.querySelector<HTMLElement>('[name="name"]')?.focus()
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={handleSubmit}
      aria-label="邀请评委"
      className="card space-y-4 p-5"
    >
      <h2 className="text-base">邀请评委</h2>
      <FormField
        label="姓名"
        isRequired
        error={isNameMissing ? PROJECT_MESSAGES.judgeName : findFieldMessage(inviteMutation.error, 'name')}
      >
        {(control) => (
          <input {...control} name="name" autoComplete="off" maxLength={TEXT.word} className={CONTROL_CLASS} />
        )}
      </FormField>
      <FormField
        label="评委邮箱"
        hint="填写后由验证过这个邮箱的账号登录打分，不生成链接；有账号的会收到邮件通知。"
        error={findFieldMessage(inviteMutation.error, 'email')}
      >
        {(control) => (
          <input
            {...control}
            name="email"
            type="email"
            autoComplete="off"
            maxLength={TEXT.line}
            className={CONTROL_CLASS}
          />
        )}
      </FormField>
      <FormError>{toFormMessage(inviteMutation.error)}</FormError>
      <Button type="submit" isBusy={inviteMutation.isPending} className="w-full">
        {inviteMutation.isPending ? '邀请中……' : '邀请'}
      </Button>
    </form>
  )
}

/** The project's judges and readers: invitations, links and progress. */
export function JudgesTab({ project }: { project: ProjectView }) {
  const [invitations, setInvitations] = useState<readonly JudgeInvitation[]>([])
  const judges = project.judges.filter((judge) => judge.status !== 'removed')
  const removedJudges = project.judges.filter((judge) => judge.status === 'removed')
  const criterionCount = listJudgedGroups(project.setup).flatMap((group) => group.criteria).length
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
                cellCount={countOpenCandidates(project, judge.id) * criterionCount}
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
        <DeclarationsCard project={project} />
        <SignaturesCard project={project} />
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
        {canDo(project.role, 'openToReaders') && <ReaderLinkCard project={project} />}
      </div>
    </div>
  )
}

/** Returns how many candidates a judge may score: all without a conflict of interest. */
function countOpenCandidates({ setup, interest }: ProjectView, judge: string): number {
  const isBarred = createBarredLookup(interest)
  return setup.candidates.filter(({ key }) => !isBarred(judge, key)).length
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
