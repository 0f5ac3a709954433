import { Button } from 'antd'
import { USER_MESSAGES } from '#contracts/users/messages.ts'
import { useAction } from '../../calls/use-action.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { endAllSessions } from './user-calls.ts'

/** Ends the sessions of all users but the current one, after a confirmation. */
export function EndSessionsButton() {
  const confirm = useConfirm()
  const endMutation = useAction({
    action: endAllSessions,
    getSuccessMessage: (reply) => reply.message,
    failureMessage: USER_MESSAGES.sessionsFailed,
    refetch: () => undefined,
  })
  const ask = () =>
    confirm({
      title: '结束全部用户的会话？',
      content: '所有会员与同事在各处都会立即退出登录，没有保存的内容可能丢失。只有您当前的会话保留。',
      okText: '全部结束',
      isDangerous: true,
      onOk: () => endMutation.mutateAsync(),
    })
  return (
    <Button loading={endMutation.isPending} onClick={ask}>
      结束全部会话
    </Button>
  )
}
