import { z } from 'zod'
import { BulkDecisionResultSchema } from '../bulk-decisions.ts'
import { GET, groupCalls, PATCH, POST, sentences } from '../call.ts'
import { UserReferenceSchema } from '../identity/user-reference.ts'
import { BULK_DECISIONS_MAX } from '../limits.ts'
import { idParams } from '../path-id.ts'
import { AssignmentChangeSchema, AssignmentSchema, BulkAssignmentSchema } from './assignment.ts'
import { ASSIGNMENT_KINDS } from './kinds.ts'
import { ASSIGNMENT_MESSAGES as MESSAGES } from './messages.ts'

const reply = AssignmentSchema
const body = AssignmentChangeSchema
const message = MESSAGES.saved
const description = '负责人须有处理它的权限。改变记入操作记录；内容的版本不变，正在处理的人不受影响。'

export const assignmentCalls = groupCalls('负责人与截止', '工作人员之间的分工：谁来处理，何时为止。', {
  listAssignees: GET('/api/assignees', {
    // Every role of the back office has it; the service checks the permission of the kind.
    access: 'dashboard:read',
    query: z.object({ kind: z.enum(ASSIGNMENT_KINDS, MESSAGES.unknownKind).describe('事项的种类。') }),
    reply: z.array(UserReferenceSchema),
    failureMessage: MESSAGES.assigneesFailed,
    summary: '列出可以负责一种事项的人',
    description: '活跃且角色可以处理这种事项的用户，按姓名排列；能看到事项的角色都可以读取。',
  }),
  assignLead: PATCH('/api/leads/:id/assignment', {
    access: 'leads:write',
    params: idParams('线索编号。'),
    body,
    reply,
    message,
    summary: '分配一条线索',
    description: `${description}线索的负责人也属于线索本身，因此线索的版本会加一。`,
  }),
  assignSubmission: PATCH('/api/submissions/:id/assignment', {
    access: 'submissions:write',
    params: idParams('提交编号。'),
    body,
    reply,
    message,
    summary: '分配一条提交',
    description,
  }),
  assignReview: PATCH('/api/member-reviews/:id/assignment', {
    access: 'reviews:write',
    params: idParams('评价编号。'),
    body,
    reply,
    message,
    summary: '分配一条会员评价',
    description,
  }),
  assignQuestion: PATCH('/api/product-questions/:id/assignment', {
    access: 'reviews:write',
    params: idParams('提问或回答的编号。'),
    body,
    reply,
    message,
    summary: '分配一条提问或回答',
    description,
  }),
  assignFact: PATCH('/api/facts/:id/assignment', {
    access: 'products:write',
    params: idParams('资料编号。'),
    body,
    reply,
    message,
    summary: '分配一条待确认的资料',
    description: `${description}资料确认或修改后，截止时间清空。`,
  }),
  assignMany: POST('/api/assignments/bulk', {
    access: 'dashboard:read',
    body: BulkAssignmentSchema,
    reply: BulkDecisionResultSchema,
    failureMessage: MESSAGES.saveFailed,
    summary: '批量分配或交接',
    description: sentences(
      `一次最多${BULK_DECISIONS_MAX}条，逐条进行，与单独分配相同，须有处理这种事项的权限。`,
      '返回每一条的结果；`outcome` 为 `failed` 的没有改变。',
    ),
  }),
})
