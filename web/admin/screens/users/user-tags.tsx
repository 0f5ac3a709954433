import type { UserRecord } from '#contracts/users/user.ts'
import { type Color, USER_STATUS_LABELS, type UserStatus } from '#contracts/vocabulary.ts'
import { getToneClass } from '../../../shared/tone.ts'

const COLORS: Record<UserStatus, Color> = { active: 'green', pending: 'yellow', inactive: 'gray' }
const PENDING_STEPS = { invitation: '已邀请，待设置密码', email: '待验证邮箱' } as const

/** Shows the status of a user, and the pending step. */
export const StatusTag = ({ user: { status, awaited } }: { user: UserRecord }) => (
  <span className="inline-flex flex-col items-start gap-1">
    <span
      className={`${getToneClass(COLORS[status])} rounded border border-tone bg-tone px-1.5 text-sm whitespace-nowrap text-tone`}
    >
      {USER_STATUS_LABELS[status]}
    </span>
    {awaited && <span className="text-sm text-muted">{PENDING_STEPS[awaited]}</span>}
  </span>
)
