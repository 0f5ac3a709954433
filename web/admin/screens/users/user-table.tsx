import { Tag } from 'antd'
import { CircleCheck, CircleDashed, CircleSlash } from 'lucide-react'
import type { UserRecord } from '#contracts/users/user.ts'
import { ROLE_LABELS, USER_STATUS_LABELS, type UserStatus } from '#contracts/vocabulary.ts'
import { formatDay, formatMinute } from '../../../shared/formats.ts'
import { EmailAddress } from '../../components/email-address.tsx'
import { type StatusStyle, StatusTag } from '../../components/status-tag.tsx'
import { type Column, RecordTable } from '../../lists/record-table.tsx'
import { useCan, useUser } from '../../session/session.ts'
import { UserActions, type UserActionsProps } from './user-actions.tsx'

type UserTableProps = Omit<UserActionsProps, 'user'> & { users: readonly UserRecord[] }

/** A page of users. */
export function UserTable({ users, ...actions }: UserTableProps) {
  const canEdit = useCan('users:write')
  const columns: Column<UserRecord>[] = [
    { title: '姓名与邮箱', renderCell: (user) => <Identity user={user} />, className: 'w-1/4' },
    { title: '公司与职位', renderCell: (user) => <Employment user={user} />, className: 'w-1/5 min-w-36' },
    { title: '角色', renderCell: ({ role }) => ROLE_LABELS[role], className: 'whitespace-nowrap' },
    { title: '状态', renderCell: (user) => <Status user={user} /> },
    {
      title: '注册与最近登录',
      isWideOnly: true,
      className: 'text-sm whitespace-nowrap tabular-nums',
      renderCell: (user) => (
        <>
          <p>{formatDay(user.createdAt)}注册</p>
          <p className="text-muted">
            <LastLogin user={user} />
          </p>
        </>
      ),
    },
    {
      title: '操作',
      renderCell: (user) => <UserActions user={user} {...actions} />,
      className: 'w-0',
      isHidden: !canEdit,
    },
  ]
  return (
    <RecordTable
      label="用户"
      items={users}
      getKey={({ _id }) => _id}
      columns={columns}
      renderCard={(user) => (
        <div className="flex flex-col gap-2">
          <div className="flex items-start justify-between gap-3">
            <Identity user={user} />
            <Status user={user} />
          </div>
          <Employment user={user} />
          <p className="text-sm text-muted">
            {ROLE_LABELS[user.role]}，{formatDay(user.createdAt)}注册，
            <LastLogin user={user} />
          </p>
          {canEdit && <UserActions user={user} {...actions} />}
        </div>
      )}
    />
  )
}

function LastLogin({ user }: { user: UserRecord }) {
  const { lastLogin } = user
  if (!lastLogin) return '从未登录'
  return (
    <time dateTime={lastLogin} title={formatMinute(lastLogin)}>
      {formatDay(lastLogin)}登录
    </time>
  )
}

function Identity({ user }: { user: UserRecord }) {
  const currentUser = useUser()
  const isSelf = currentUser._id === user._id
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2 font-semibold">
        {user.name}
        {isSelf && <Tag>本人</Tag>}
      </p>
      {user.email && (
        <p className="text-sm text-muted">
          <EmailAddress address={user.email} />
        </p>
      )}
      {user.twoFactor && <p className="text-sm text-muted">已开启两步验证</p>}
      {user.mustChangePassword && <p className="text-sm text-muted">登录后须修改密码</p>}
    </div>
  )
}

const Employment = ({ user }: { user: UserRecord }) => (
  <div>
    {user.company || user.position ? (
      <>
        {user.company && (
          <p title={user.company} className="line-clamp-2 break-words">
            {user.company}
          </p>
        )}
        {user.position && <p className="text-sm text-muted">{user.position}</p>}
      </>
    ) : (
      <p className="text-sm text-muted">未填写</p>
    )}
  </div>
)

const STATUS_STYLES: Record<UserStatus, StatusStyle> = {
  active: { Icon: CircleCheck, color: 'green' },
  pending: { Icon: CircleDashed, color: 'yellow' },
  inactive: { Icon: CircleSlash, color: 'gray' },
}
const PENDING_STEPS = { invitation: '已邀请，待设置密码', email: '待验证邮箱' } as const

/** The status of a user, with the pending step, if any. */
const Status = ({ user }: { user: UserRecord }) => (
  <span className="inline-flex flex-col items-start gap-1">
    <StatusTag statusStyle={STATUS_STYLES[user.status]} label={USER_STATUS_LABELS[user.status]} />
    {user.pendingStep && <span className="text-sm text-muted">{PENDING_STEPS[user.pendingStep]}</span>}
  </span>
)
