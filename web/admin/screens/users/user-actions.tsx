import { useQueryClient } from '@tanstack/react-query'
import { userCalls } from '#contracts/users/calls.ts'
import { USER_MESSAGES } from '#contracts/users/messages.ts'
import type { UserRecord } from '#contracts/users/user.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { useAction } from '../../calls/use-action.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { RowAction, RowActions } from '../../lists/row-actions.tsx'
import { useUser } from '../../session/session.ts'
import { endUserSessions, inviteUser, removeUser, setUserStatus } from './user-calls.ts'

export type UserActionsProps = {
  user: UserRecord
  canInvite: boolean
  onEdit: (user: UserRecord) => void
  onResetPassword: (user: UserRecord) => void
}

/** The actions on a user. Users can't disable or delete themselves, or reset their own password. */
export function UserActions({ user, canInvite, onEdit, onResetPassword }: UserActionsProps) {
  const confirm = useConfirm()
  const currentUser = useUser()
  const isSelf = currentUser._id === user._id
  const isActive = user.status === 'active'
  const statusMutation = useUserAction(USER_MESSAGES.statusFailed, () =>
    setUserStatus(user._id, isActive ? 'inactive' : 'active'),
  )
  const inviteMutation = useUserAction(USER_MESSAGES.invitationFailed, () => inviteUser(user._id))
  const sessionsMutation = useUserAction(USER_MESSAGES.sessionsFailed, () => endUserSessions(user._id))
  const removeMutation = useUserAction(USER_MESSAGES.removeFailed, () => removeUser(user._id))

  const confirmDisable = () =>
    confirm({
      title: `禁用“${user.name}”？`,
      content: '该用户会立即退出登录，在重新启用之前不能再登录。',
      okText: '禁用',
      isDangerous: true,
      onOk: () => statusMutation.mutateAsync(),
    })
  const confirmEndSessions = () =>
    confirm({
      title: `结束“${user.name}”的全部会话？`,
      content: isSelf
        ? '您在其他浏览器与设备上须重新登录，当前的会话保留。'
        : '该用户在各处都会立即退出登录，没有保存的内容可能丢失。密码不变，可以重新登录。',
      okText: '结束会话',
      isDangerous: true,
      onOk: () => sessionsMutation.mutateAsync(),
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
    <RowActions>
      <RowAction label={`编辑：${user.name}`} onClick={() => onEdit(user)}>
        编辑
      </RowAction>
      {!isSelf && (
        <RowAction label={`重置密码：${user.name}`} onClick={() => onResetPassword(user)}>
          重置密码
        </RowAction>
      )}
      {user.status === 'pending' && canInvite && (
        <RowAction
          label={`发送邀请邮件：${user.name}`}
          isBusy={inviteMutation.isPending}
          onClick={() => inviteMutation.mutate()}
        >
          发送邀请邮件
        </RowAction>
      )}
      <RowAction label={`结束会话：${user.name}`} isBusy={sessionsMutation.isPending} onClick={confirmEndSessions}>
        结束会话
      </RowAction>
      {!isSelf && (
        <>
          <RowAction
            label={`${isActive ? '禁用' : '启用'}：${user.name}`}
            isBusy={statusMutation.isPending}
            onClick={() => (isActive ? confirmDisable() : statusMutation.mutate())}
          >
            {isActive ? '禁用' : '启用'}
          </RowAction>
          <RowAction label={`删除：${user.name}`} isDanger isBusy={removeMutation.isPending} onClick={confirmRemove}>
            删除
          </RowAction>
        </>
      )}
    </RowActions>
  )
}

/** Runs an action on a user, shows its result, and reloads the list. */
function useUserAction(failureMessage: string, action: () => Promise<{ message: string }>) {
  const client = useQueryClient()
  return useAction({
    action,
    getSuccessMessage: (reply) => reply.message,
    failureMessage,
    refetch: () => invalidate(client, userCalls.list),
  })
}
