import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import { PROJECT_MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { JudgeInvitation, ProjectJudge } from '#contracts/evaluation-projects/project.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { JUDGE_STATUS_LABELS } from '#contracts/evaluation-projects/statuses.ts'
import { TEXT } from '#contracts/limits.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { pageAddress } from '#contracts/page-address.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { call } from '../../../shared/call.ts'
import { formatDay } from '../../../shared/formats.ts'
import { failureMessage, fieldErrors } from '../../../shared/read-failure.ts'
import { Button } from '../../parts/buttons.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { focusElement } from '../../parts/focus-element.ts'
import { CONTROL_CLASS, FormField } from '../../parts/form-field.tsx'
import { formValues } from '../../parts/form-values.ts'
import { EmptyNotice } from '../../parts/page-states.tsx'
import { FormFailure } from '../../parts/text-field.tsx'
import { useToast } from '../../parts/toast.tsx'
import { useProjectCache } from './project-queries.ts'

/** Who scores: invitations, links, progress. */
export function JudgesTab({ project }: { project: ProjectView }) {
  const [invitation, setInvitation] = useState<JudgeInvitation | null>(null)
  const judges = project.judges.filter((judge) => judge.status !== 'removed')
  const criteria = project.setup.groups.flatMap((group) => group.criteria).length
  const canInvite = project.status === 'setup' || project.status === 'scoring'
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
      <section aria-label="评委" className="grid gap-4">
        {judges.length === 0 && <EmptyNotice message="还没有评委。填写姓名即可生成邀请链接，评委不用注册账号。" />}
        {judges.length > 0 && (
          <ul className="card divide-y divide-line px-4 md:px-5">
            {judges.map((judge) => (
              <JudgeRow
                key={judge.id}
                project={project}
                judge={judge}
                cells={project.setup.candidates.length * criteria}
                onLink={setInvitation}
              />
            ))}
          </ul>
        )}
      </section>
      <div className="grid gap-4">
        {invitation && <NewLink key={invitation.link} projectId={project.id} invitation={invitation} />}
        {canInvite ? (
          <InviteForm projectId={project.id} onInvited={setInvitation} />
        ) : (
          <p className="text-sm text-muted">打分已结束，不能再邀请评委。</p>
        )}
      </div>
    </div>
  )
}

/** The link of a new invitation. The server stores only its hash, so it's shown this one time. */
function NewLink({ projectId, invitation: { judge, link } }: { projectId: string; invitation: JudgeInvitation }) {
  const address = link ?? location.origin + judgingAddress(projectId)
  return (
    <section aria-label="邀请链接" className="card border-indigo p-5">
      <h2 ref={focusElement} tabIndex={-1} className="text-base">
        {judge.name}的链接
      </h2>
      <p className="mt-1 text-sm text-muted">
        {link ? '链接只显示这一次，请现在复制并发给评委本人。' : '评委登录后从“评估项目”或此地址进入。'}
      </p>
      <p className="my-3 rounded-lg bg-sunken p-3 text-sm break-all select-all">{address}</p>
      <CopyButton text={address} label="复制链接" copied="链接已复制" />
    </section>
  )
}

const judgingAddress = (project: string) => pageAddress(PAGES.judging, SITE_PAGES.judging.parameters, { project })

function InviteForm({ projectId, onInvited }: { projectId: string; onInvited: (invitation: JudgeInvitation) => void }) {
  const cache = useProjectCache()
  const form = useRef<HTMLFormElement>(null)
  const [isNameMissing, setIsNameMissing] = useState(false)
  const invite = useMutation({
    mutationFn: ({ name = '', email = '' }: Record<string, string>) =>
      call(projectCalls.inviteJudge, { params: { id: projectId }, body: { name, email: email.trim() } }),
    onSuccess: ({ data }) => {
      form.current?.reset()
      onInvited(data)
      return cache.reload()
    },
  })
  const errorOf = (field: string) => fieldErrors(invite.error).find(({ path }) => path === field)?.message

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = formValues(event.currentTarget)
    setIsNameMissing(!values.name?.trim())
    if (values.name?.trim()) invite.mutate(values)
  }

  return (
    <form ref={form} method="post" noValidate onSubmit={submit} aria-label="邀请评委" className="card space-y-4 p-5">
      <h2 className="text-base">邀请评委</h2>
      <FormField label="姓名" isRequired error={isNameMissing ? PROJECT_MESSAGES.judgeName : errorOf('name')}>
        {(control) => (
          <input {...control} name="name" autoComplete="off" maxLength={TEXT.word} className={CONTROL_CLASS} />
        )}
      </FormField>
      <FormField label="会员邮箱" hint="填写后由该会员登录打分，不生成链接。" error={errorOf('email')}>
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
      <FormFailure>
        {invite.isError &&
          fieldErrors(invite.error).length === 0 &&
          failureMessage(invite.error, SITE_MESSAGES.callFailed)}
      </FormFailure>
      <Button type="submit" isBusy={invite.isPending} className="w-full">
        {invite.isPending ? '邀请中……' : '邀请'}
      </Button>
    </form>
  )
}

type JudgeRowProps = {
  project: ProjectView
  judge: ProjectJudge
  cells: number
  onLink: (invitation: JudgeInvitation) => void
}

function JudgeRow({ project, judge, cells, onLink }: JudgeRowProps) {
  const cache = useProjectCache()
  const showToast = useToast()
  const [isRemoving, setIsRemoving] = useState(false)
  const params = { id: project.id, judge: judge.id }
  const onError = (error: Error) => showToast(failureMessage(error, SITE_MESSAGES.callFailed), 'error')
  const renew = useMutation({
    mutationFn: () => call(projectCalls.renewJudgeLink, { params }),
    onSuccess: ({ data }) => {
      onLink(data)
      return cache.reload()
    },
    onError,
  })
  const remove = useMutation({
    mutationFn: () => call(projectCalls.removeJudge, { params }),
    onSuccess: () => {
      setIsRemoving(false)
      return cache.reload()
    },
    onError,
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <div>
        <p className="font-medium">
          {judge.name}
          <span className="ml-2 text-sm font-normal text-muted">{judge.isMember ? '会员' : '邀请链接'}</span>
        </p>
        <p className="text-sm text-muted tabular-nums">
          {JUDGE_STATUS_LABELS[judge.status]} · 已评{judge.scored}/{cells}项
          {judge.linkExpiresAt && ` · 链接有效至${formatDay(judge.linkExpiresAt)}`}
        </p>
      </div>
      {project.status !== 'final' && (
        <div className="flex gap-2">
          {!judge.isMember && (
            <Button
              look="outline"
              className="px-3 text-sm"
              isBusy={renew.isPending}
              aria-label={`换链接：${judge.name}`}
              onClick={() => renew.mutate()}
            >
              换链接
            </Button>
          )}
          <Button
            look="outline"
            className="px-3 text-sm"
            aria-label={`移除：${judge.name}`}
            onClick={() => setIsRemoving(true)}
          >
            移除
          </Button>
        </div>
      )}
      <Dialog isOpen={isRemoving} onClose={() => setIsRemoving(false)} title={`移除${judge.name}`} className="max-w-md">
        <p>链接随即失效，已有评分留在记录中，但不再计入。</p>
        <Button className="mt-5 w-full" isBusy={remove.isPending} onClick={() => remove.mutate()}>
          移除评委
        </Button>
      </Dialog>
    </li>
  )
}
