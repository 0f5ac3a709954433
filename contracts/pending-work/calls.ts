import { z } from 'zod'
import { envelope, GET, groupCalls, sentences } from '../call.ts'
import { OWN_WORK_MAX } from '../limits.ts'
import { OwnWorkSchema } from './own-work.ts'
import { PENDING_WORK_KINDS } from './pending-work.ts'

/** In this file, which no browser loads, since the menu of the back office would otherwise load Zod. */
const PendingWorkSchema = z.object({ kind: z.enum(PENDING_WORK_KINDS), count: z.int(), alsoCounted: z.int() })

export const pendingWorkCalls = groupCalls('待处理', '等待工作人员处理的事项。', {
  list: GET('/api/pending-work', {
    access: 'dashboard:read',
    reply: envelope({ data: z.array(PendingWorkSchema), unread: z.int() }),
    summary: '列出待处理事项的数量',
    description: sentences(
      '只列出当前角色可以处理的事项，没有的数量为0。',
      '`alsoCounted` 为其中已计入同一界面其他事项的数量，如待审核的提交中有未读消息的。',
      '`unread` 为收件箱中未读通知的数量。',
      '数量与各列表按同样条件筛选出的总数相同；逾期的与无人负责的，也计入待联系与待审核的数量。',
    ),
  }),
  listOwn: GET('/api/pending-work/own', {
    access: 'dashboard:read',
    reply: z.array(OwnWorkSchema),
    summary: '列出自己负责的待办',
    description: sentences(
      '分配给本人、尚未办结且当前角色可以处理的线索、提交、会员评价与待确认的资料。',
      `逾期的在前，再按截止时间排列；每种最多${OWN_WORK_MAX}条。`,
    ),
  }),
})
