import { INVITATION_STATUS_LABELS, type InvitationStatus } from '../../inquiries/statuses.ts'

const TEXTS: Partial<Record<InvitationStatus, string>> = {
  planned: '没有发出邀请',
  sent: '没有打开邀请',
  unsent: '没有发出邀请：当天发给这个邮箱的邀请已达上限',
  blocked: '没有发出邀请：对方不接收征询邮件',
  viewed: '打开了邀请，没有答复',
  answering: '填写过，没有提交',
  revoked: '询问人撤销了邀请',
}

/** Returns why an invitation has no answers at the opening; `isWithdrawn` says that they had been handed in before. */
export function describeAbsence({ status, isWithdrawn }: { status: InvitationStatus; isWithdrawn: boolean }): string {
  if (status === 'declined') return isWithdrawn ? '撤回了提交，不参加' : '不参加'
  if (status === 'answering' && isWithdrawn) return '撤回了提交，没有再提交'
  return TEXTS[status] ?? INVITATION_STATUS_LABELS[status]
}
