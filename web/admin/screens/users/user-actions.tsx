import { useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { Ban, CircleCheck, KeyRound, type LucideIcon, Mail, Pencil, Trash2 } from 'lucide-react'
import { USER_MESSAGES } from '#contracts/users/messages.ts'
import type { UserRecord } from '#contracts/users/user.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { useUser } from '../../session/session.ts'
import { inviteUser, removeUser, setUserStatus, USERS_KEY } from './user-calls.ts'

export type UserActionsProps = {
  user: UserRecord
  canInvite: boolean
  onEdit: (user: UserRecord) => void
  onResetPassword: (user: UserRecord) => void
}

/** Buttons for the actions on a user. Users can't disable or delete themselves, or reset their own password. */
export function UserActions({ user, canInvite, onEdit, onResetPassword }: UserActionsProps) {
  const confirm = useConfirm()
  const currentUser = useUser()
  const isSelf = currentUser._id === user._id
  const isActive = user.status === 'active'
  const statusMutation = useUserAction(USER_MESSAGES.statusFailed, () =>
    setUserStatus(user._id, isActive ? 'inactive' : 'active'),
  )
  const inviteMutation = useUserAction(USER_MESSAGES.invitationFailed, () => inviteUser(user._id))
  const removeMutation = useUserAction(USER_MESSAGES.removeFailed, () => removeUser(user._id))

  const confirmDisable = () =>
    confirm({
      title: `禁用“${user.name}”？`,
      content: '该用户会立即退出登录，在重新启用之前不能再登录。',
      okText: '禁用',
      isDangerous: true,
      onOk: () => statusMutation.mutateAsync(),
    })
  const confirmRemove = () =>
    confirm({
      title: `确定要删除用户“${user.name}”吗？`,
      content: '该用户会立即退出登录，其清单、评估项目、评价与报名一并删除，不能恢复。操作记录会保留。',
      okText: '删除',
      isDangerous: true,
      onOk: () => removeMutation.mutateAsync(),
    })

  return (
    <div className="-ml-3 flex md:ml-0">
      <ActionButton label="编辑" user={user} icon={Pencil} onClick={() => onEdit(user)} />
      {!isSelf && <ActionButton label="重置密码" user={user} icon={KeyRound} onClick={() => onResetPassword(user)} />}
      {user.status === 'pending' && canInvite && (
        <ActionButton
          label="发送邀请邮件"
          user={user}
          icon={Mail}
          isBusy={inviteMutation.isPending}
          onClick={() => inviteMutation.mutate()}
        />
      )}
      {!isSelf && (
        <>
          <ActionButton
            label={isActive ? '禁用' : '启用'}
            user={user}
            icon={isActive ? Ban : CircleCheck}
            isBusy={statusMutation.isPending}
            onClick={() => (isActive ? confirmDisable() : statusMutation.mutate())}
          />
          <ActionButton
            label="删除"
            user={user}
            icon={Trash2}
            isDanger
            isBusy={removeMutation.isPending}
            onClick={confirmRemove}
          />
        </>
      )}
    </div>
  )
}

type ActionButtonProps = {
  label: string
  user: UserRecord
  icon: LucideIcon
  isBusy?: boolean
  isDanger?: boolean
  onClick: () => void
}

/** An icon in the table; its label on a phone, which has no tooltips. */
const ActionButton = ({ label, user, icon: Icon, isBusy = false, isDanger = false, onClick }: ActionButtonProps) => (
  <Button
    type="text"
    className="px-3 max-md:[&>.ant-btn-icon]:hidden! md:w-10 md:px-0"
    danger={isDanger}
    title={label}
    aria-label={`${label}：${user.name}`}
    loading={isBusy}
    icon={<Icon className="size-4.5" aria-hidden />}
    onClick={onClick}
  >
    <span className="md:hidden">{label}</span>
  </Button>
)

/** Runs an action on a user, shows its result, and reloads the list. */
function useUserAction(failureMessage: string, action: () => Promise<{ message: string }>) {
  const { message } = App.useApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: action,
    onSuccess: (reply) => void message.success(reply.message),
    onError: (error) => void message.error(describeActionError(error, failureMessage)),
    onSettled: () => client.invalidateQueries({ queryKey: USERS_KEY }),
  })
}
