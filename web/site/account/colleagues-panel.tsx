import { useQuery, useQueryClient } from '@tanstack/react-query'
import { colleagueCalls } from '#contracts/colleagues/calls.ts'
import type { Colleague, Colleagues } from '#contracts/colleagues/colleague.ts'
import { COLLEAGUE_MESSAGES } from '#contracts/colleagues/messages.ts'
import {
  COLLEAGUE_ROLE_NAMES,
  COLLEAGUE_ROLES,
  canDo,
  MEMBER_ROLES,
  SHARED_KINDS,
  type SharedKind,
} from '#contracts/colleagues/roles.ts'
import { PAGES } from '#contracts/paths.ts'
import { call } from '../../shared/call.ts'
import { toErrorMessage } from '../../shared/call-error.ts'
import { invalidate } from '../../shared/call-query.ts'
import { formatDay } from '../../shared/formats.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { Button } from '../components/buttons.tsx'
import { ErrorNotice } from '../components/page-states.tsx'
import { useToast } from '../components/toast.tsx'
import { queryOf } from '../query-of.ts'
import { useNavigate } from '../router.tsx'
import { InviteForm } from './invite-form.tsx'
import { getShownName, PersonRow, type Removal } from './person-row.tsx'

type Item = { kind: SharedKind; id: string }

type PanelProps = Item & {
  /** Called when the caller's own role may have changed. */
  onOwnChange: () => void
}

/** The lists from which items are opened. */
const LISTS = { project: PAGES.evaluationProjects, shortlist: PAGES.myShortlists, inquiry: PAGES.inquiries }

/** Those who share a project, a shortlist or an inquiry: who they are, invitations, and handing over. */
export function ColleaguesPanel({ kind, id, onOwnChange }: PanelProps) {
  const { data, isPending, isLoadingError, error, refetch } = useQuery({
    ...queryOf(colleagueCalls.list, { params: { kind, id } }),
    staleTime: 0,
  })
  if (isPending) return <div className="skeleton h-40" role="status" aria-label="正在加载协作者" />
  if (isLoadingError) return <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />
  const { role, ownerName, colleagues } = data.data
  const own = colleagues.find(({ isMe }) => isMe)
  return (
    <section aria-label="协作者" className="card grid gap-4 p-5" data-print="none">
      <div>
        <h2 className="text-base">协作者</h2>
        <p className="mt-1 text-sm text-muted">
          负责人：<bdi>{ownerName}</bdi>；您的身份：{MEMBER_ROLES[role]}
        </p>
      </div>
      {own?.isOffered && <OfferNotice item={{ kind, id }} ownerName={ownerName} onAnswered={onOwnChange} />}
      {colleagues.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {colleagues.map((colleague) => (
            <ColleagueRow key={colleague.id} item={{ kind, id }} colleague={colleague} role={role} />
          ))}
        </ul>
      )}
      {colleagues.length === 0 && <p className="text-sm text-muted">还没有协作者。</p>}
      {canDo(role, 'share') && <InviteColleagueForm kind={kind} id={id} />}
    </section>
  )
}

/** Returns a function that loads everything again that a change of colleagues may concern. */
function useReload() {
  const client = useQueryClient()
  return () => invalidate(client, colleagueCalls.list)
}

function OfferNotice({ item, ownerName, onAnswered }: { item: Item; ownerName: string; onAnswered: () => void }) {
  const showToast = useToast()
  const reload = useReload()
  const answerMutation = useMutation({
    mutationFn: (isAccepted: boolean) => call(colleagueCalls.answerHandover, { params: item, body: { isAccepted } }),
    onSuccess: (_, isAccepted) => {
      showToast(isAccepted ? COLLEAGUE_MESSAGES.accepted : COLLEAGUE_MESSAGES.declined, 'success')
      onAnswered()
    },
    onError: (error) => showToast(toErrorMessage(error), 'error'),
    onSettled: reload,
  })
  return (
    <div className="rounded-lg border border-indigo p-4" role="status">
      <p>
        <bdi>{ownerName}</bdi>请您接手，成为这份{SHARED_KINDS[item.kind]}的负责人；原负责人将成为共同所有人。
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button isBusy={answerMutation.isPending} onClick={() => answerMutation.mutate(true)}>
          接手
        </Button>
        <Button variant="outline" isBusy={answerMutation.isPending} onClick={() => answerMutation.mutate(false)}>
          谢绝
        </Button>
      </div>
    </div>
  )
}

type RowProps = { item: Item; colleague: Colleague; role: Colleagues['role'] }

function ColleagueRow({ item, colleague, role }: RowProps) {
  const { id, joinedAt, isMe, isOffered } = colleague
  const showToast = useToast()
  const reload = useReload()
  const navigate = useNavigate()
  const params = { ...item, colleague: id }
  const handoverMutation = useMutation({
    mutationFn: () => call(isOffered ? colleagueCalls.withdrawHandover : colleagueCalls.offerHandover, { params }),
    onSuccess: () => showToast(isOffered ? COLLEAGUE_MESSAGES.withdrawn : COLLEAGUE_MESSAGES.offered, 'success'),
    onError: (error) => showToast(toErrorMessage(error), 'error'),
    onSettled: reload,
  })
  const what = SHARED_KINDS[item.kind]
  const removal: Removal = {
    what: `这份${what}`,
    consequences: {
      own: '退出后不能再打开它；要再参与，须由所有人重新邀请。',
      others: `对方不能再打开这份${what}；做过的事仍在记录中。`,
    },
    remove: () => call(colleagueCalls.remove, { params }),
    onRemoved: () => {
      showToast(isMe ? COLLEAGUE_MESSAGES.left : COLLEAGUE_MESSAGES.removed, 'success')
      if (isMe) navigate(LISTS[item.kind])
      else reload()
    },
  }
  return (
    <PersonRow
      person={colleague}
      role={COLLEAGUE_ROLES[colleague.role]}
      details={
        <>
          <span>{joinedAt ? `${formatDay(joinedAt)}加入` : '等对方用这个邮箱的账号登录打开'}</span>
          {isOffered && <span className="ml-2">已请其接手，等答复</span>}
        </>
      }
      removal={isMe || canDo(role, 'share') ? removal : undefined}
    >
      {canDo(role, 'handOver') && joinedAt && (
        <Button
          variant="outline"
          className="px-3 text-sm"
          isBusy={handoverMutation.isPending}
          aria-label={`${isOffered ? '撤回移交' : '请其接手'}：${getShownName(colleague)}`}
          onClick={() => handoverMutation.mutate()}
        >
          {isOffered ? '撤回移交' : '请其接手'}
        </Button>
      )}
    </PersonRow>
  )
}

const ROLE_HINTS = {
  coOwner: '可以做移交与删除之外的一切；负责人注销账号时，由加入最早的一位接手。',
  secretary: '可以准备、邀请、提醒、运行、导入与导出；不能打分、推进阶段，也不能单独开启回答。',
} as const

function InviteColleagueForm({ kind, id }: Item) {
  return (
    <InviteForm
      label="邀请协作者"
      email={{
        label: '协作者邮箱',
        hint: '对方收到邮件，用验证过这个邮箱的账号登录后即可打开。',
        missingMessage: COLLEAGUE_MESSAGES.emailMissing,
      }}
      roles={COLLEAGUE_ROLE_NAMES.map((name) => ({ name, label: COLLEAGUE_ROLES[name], hint: ROLE_HINTS[name] }))}
      initialRole="secretary"
      invite={(body) => call(colleagueCalls.invite, { params: { kind, id }, body })}
      invitedMessage={COLLEAGUE_MESSAGES.invited}
      onSettled={useReload()}
    />
  )
}
