import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { Ban, CircleCheck, KeyRound, type LucideIcon, Mail, Pencil, Trash2 } from 'lucide-react'
import { USER_MESSAGES } from '#contracts/users/messages.ts'
import type { UserRecord } from '#contracts/users/user.ts'
import { useConfirm } from '../../parts/use-confirm.ts'
import { useUser } from '../../session/session.ts'
import { said } from './said.ts'
import { inviteUser, removeUser, setUserStatus, USERS_KEY } from './user-calls.ts'

export type UserActionsProps = {
  user: UserRecord
  canInvite: boolean
  onEdit: (user: UserRecord) => void
  onResetPassword: (user: UserRecord) => void
}

/** What can be done to a user; nobody disables, deletes or resets themselves. */
export function UserActions({ user, canInvite, onEdit, onResetPassword }: UserActionsProps) {
  const confirm = useConfirm()
  const isSelf = useUser()._id === user._id
  const isActive = user.status === 'active'
  const setStatus = useUserAct(USER_MESSAGES.statusFailed, () =>
    setUserStatus(user._id, isActive ? 'inactive' : 'active'),
  )
  const invite = useUserAct(USER_MESSAGES.invitationFailed, () => inviteUser(user._id))
  const remove = useUserAct(USER_MESSAGES.removeFailed, () => removeUser(user._id))

  const disable = () =>
    confirm({
      title: `禁用“${user.name}”？`,
      content: '该用户会立即退出登录，在重新启用之前不能再登录。',
      okText: '禁用',
      isDangerous: true,
      onOk: () => setStatus.mutateAsync(),
    })
  const askToRemove = () =>
    confirm({
      title: `确定要删除用户“${user.name}”吗？`,
      content: '该用户会立即退出登录，账号不能恢复。操作记录会保留。',
      okText: '删除',
      isDangerous: true,
      onOk: () => remove.mutateAsync(),
    })

  return (
    <div className="-ml-3 flex md:-mt-2 md:ml-0">
      <Act label="编辑" of={user} icon={Pencil} onPress={() => onEdit(user)} />
      {!isSelf && <Act label="重置密码" of={user} icon={KeyRound} onPress={() => onResetPassword(user)} />}
      {user.status === 'pending' && canInvite && (
        <Act label="发送邀请邮件" of={user} icon={Mail} isBusy={invite.isPending} onPress={() => invite.mutate()} />
      )}
      {!isSelf && (
        <>
          <Act
            label={isActive ? '禁用' : '启用'}
            of={user}
            icon={isActive ? Ban : CircleCheck}
            isBusy={setStatus.isPending}
            onPress={() => (isActive ? disable() : setStatus.mutate())}
          />
          <Act label="删除" of={user} icon={Trash2} isDanger isBusy={remove.isPending} onPress={askToRemove} />
        </>
      )}
    </div>
  )
}

type ActProps = {
  label: string
  of: UserRecord
  icon: LucideIcon
  isBusy?: boolean
  isDanger?: boolean
  onPress: () => void
}

const Act = ({ label, of, icon: Drawn, isBusy = false, isDanger = false, onPress }: ActProps) => (
  <Button
    type="text"
    danger={isDanger}
    title={label}
    aria-label={`${label}：${of.name}`}
    loading={isBusy}
    icon={<Drawn className="size-4.5" aria-hidden />}
    onClick={onPress}
  />
)

/** Does something to a user, says how it went, and reads the list anew. */
function useUserAct(failed: string, act: () => Promise<{ message: string }>) {
  const { message } = App.useApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: (reply) => void message.success(reply.message),
    onError: (error) => void message.error(said(error, failed)),
    onSettled: () => client.invalidateQueries({ queryKey: USERS_KEY }),
  })
}
