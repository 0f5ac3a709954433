import { z } from 'zod'
import { GET, groupCalls, sentences } from '../call.ts'
import { PendingWorkSchema } from './pending-work.ts'

export const pendingWorkCalls = groupCalls('待处理', '等待工作人员处理的事项。', {
  list: GET('/api/pending-work', {
    access: 'dashboard:read',
    reply: z.array(PendingWorkSchema),
    summary: '列出待处理事项的数量',
    description: sentences(
      '只列出当前角色可以处理的事项，没有的数量为0。',
      '数量与各列表按同样条件筛选出的总数相同；超时与逾期的，也计入待联系与待审核的数量。',
    ),
  }),
})
