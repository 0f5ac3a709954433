import { z } from 'zod'
import { BULK_DECISION_MESSAGES } from '../bulk-decision-messages.ts'
import { BulkDecisionResultSchema } from '../bulk-decisions.ts'
import { DELETE, file, GET, groupCalls, PATCH, POST, paged, raw, sentences } from '../call.ts'
import { AuthorshipSchema } from '../content/revision.ts'
import { BULK_DECISIONS_MAX, DECISION_MAIL_DELAY_MS, POSSIBLE_DUPLICATES_MAX, RECYCLE_BIN_DAYS } from '../limits.ts'
import { idParams, pathId } from '../path-id.ts'
import { SUBMISSION_REVIEW_MESSAGES } from '../submissions/messages.ts'
import { TABLE_TYPES } from '../table.ts'
import { ApprovalInfoSchema } from './approval.ts'
import { SubmissionCorrectionsSchema } from './correction.ts'
import {
  BulkSubmissionDecisionSchema,
  DecisionWithdrawalSchema,
  DeletedSubmissionQuerySchema,
  DeletedSubmissionSchema,
  SubmissionCountsSchema,
  SubmissionExportQuerySchema,
  SubmissionFilterSchema,
  SubmissionNotesSchema,
  SubmissionPageQuerySchema,
  SubmissionRecordSchema,
  SubmissionReviewSchema,
} from './submission-review.ts'

const SubmissionParamsSchema = idParams('提交编号。')

export const submissionReviewCalls = groupCalls('产品审核', '查看、核对、通过、拒绝或退回厂商提交的产品。', {
  listNewest: GET('/api/submissions', {
    access: 'submissions:read',
    query: SubmissionFilterSchema,
    reply: raw(z.array(SubmissionRecordSchema)),
    summary: '列出最近的提交',
    description: sentences(
      '返回数组，新的在前，最多500条；分页与计数见 `/api/submissions/page`。',
      '只读角色看不到联系方式，各项文字中的联系方式也会隐去。',
    ),
  }),
  list: GET('/api/submissions/page', {
    access: 'submissions:read',
    query: SubmissionPageQuerySchema,
    reply: paged(SubmissionRecordSchema, { counts: SubmissionCountsSchema, total: z.int() }),
    summary: '分页列出提交',
    description: sentences(
      '`counts` 为同一搜索与分类下各状态、逾期与有未读消息的数量，不受 `status`、`late` 与 `unread` 影响；`total` 为全部提交的数量。',
      `带 \`updatedSince\` 或 \`cursor\` 时按改动列出，也列出回收站中的，它们有 \`deletedAt\`；${RECYCLE_BIN_DAYS}天后彻底删除，不再列出。`,
    ),
  }),
  export: GET('/api/submissions/export', {
    access: 'submissions:read',
    query: SubmissionExportQuerySchema,
    reply: file(...TABLE_TYPES),
    summary: '导出提交',
    description: sentences(
      '筛选条件与列表相同，不限条数。',
      '没有查看联系方式权限的角色，导出中没有联系人、电话与邮箱；每次导出都会留下记录。',
    ),
  }),
  listDeleted: GET('/api/deleted-submissions', {
    access: 'submissions:read',
    query: DeletedSubmissionQuerySchema,
    reply: paged(DeletedSubmissionSchema),
    summary: '列出回收站中的提交',
    description: sentences('最近删除的在前。', `保留${RECYCLE_BIN_DAYS}天，之后连同附件彻底删除。`),
  }),
  purge: DELETE('/api/deleted-submissions/:id', {
    access: 'submissions:write',
    params: SubmissionParamsSchema,
    reply: z.null(),
    message: SUBMISSION_REVIEW_MESSAGES.purged,
    summary: '彻底删除回收站中的提交及其附件',
  }),
  restore: POST('/api/deleted-submissions/:id/restore', {
    access: 'submissions:write',
    params: SubmissionParamsSchema,
    failures: ['conflict'],
    reply: SubmissionRecordSchema,
    message: SUBMISSION_REVIEW_MESSAGES.restored,
    summary: '从回收站恢复提交',
    description: '待审核的更新，在同一产品已有另一次更新等待审核时不能恢复，返回409。',
  }),
  get: GET('/api/submissions/:id', {
    access: 'submissions:read',
    params: SubmissionParamsSchema,
    reply: SubmissionRecordSchema,
    summary: '读取一条提交',
  }),
  getAuthorship: GET('/api/submissions/:id/authorship', {
    access: 'submissions:read',
    params: SubmissionParamsSchema,
    reply: AuthorshipSchema,
    summary: '读取一条提交最近由谁、何时更改',
  }),
  listCorrections: GET('/api/submissions/:id/corrections', {
    access: 'submissions:read',
    params: SubmissionParamsSchema,
    reply: SubmissionCorrectionsSchema,
    summary: '列出厂商对提交的补正',
    description: '新的在前。每次补正只列改动过的内容，与退回时的原因并列；没有改动过的见提交本身。',
  }),
  remove: DELETE('/api/submissions/:id', {
    access: 'submissions:write',
    params: SubmissionParamsSchema,
    reply: z.null(),
    message: SUBMISSION_REVIEW_MESSAGES.removed,
    summary: '把提交移入回收站',
    description: sentences(
      `附件一并保留${RECYCLE_BIN_DAYS}天，其间可以恢复；厂商的回执暂时失效。`,
      '已通过的提交所创建的产品不受影响。',
    ),
  }),
  downloadFile: GET('/api/submissions/:id/files/:fileId', {
    // A file may contain contact data, and can't be redacted.
    access: 'contacts:read',
    params: SubmissionParamsSchema.extend({ fileId: pathId('附件编号。') }),
    reply: file('application/octet-stream'),
    summary: '下载提交的附件',
    description: '附件可能含有联系方式，须有查看联系方式的权限。',
  }),
  getApprovalInfo: GET('/api/submissions/:id/approval', {
    access: 'submissions:write',
    params: SubmissionParamsSchema,
    reply: ApprovalInfoSchema,
    summary: '读取通过提交所需的类别与相似产品',
    description: sentences(
      '类别取自智能体产品目录，`suggestedCategory` 由提交的分类推得。',
      `相似指名称相同、相近或同一公司，取自目录与其他提交，各最多${POSSIBLE_DUPLICATES_MAX}条；\`existing\` 为目录中的同名产品。`,
    ),
  }),
  decide: PATCH('/api/submissions/:id/review', {
    hasIdempotencyKey: true,
    access: 'submissions:write',
    params: SubmissionParamsSchema,
    body: SubmissionReviewSchema,
    failures: ['conflict', 'versionConflict'],
    reply: SubmissionRecordSchema,
    summary: '通过、拒绝提交或退回补正',
    description: sentences(
      '通过时在同一事务中创建智能体产品，或更新 `updates` 指定的产品。',
      '提交的产品资料以“厂商自述”收录，已不符合属性的除外。',
      '退回时以 `reasons` 逐处写明需要补正的内容；厂商凭原回执补正，其间审核期限暂停。',
      '已审核过，或产品名称已存在时返回409，不作任何改动。',
      `结果邮件在${DECISION_MAIL_DELAY_MS / 1000}秒后发出。`,
    ),
  }),
  decideMany: POST('/api/submissions/bulk-review', {
    hasIdempotencyKey: true,
    access: 'submissions:write',
    body: BulkSubmissionDecisionSchema,
    reply: BulkDecisionResultSchema,
    failureMessage: BULK_DECISION_MESSAGES.failed,
    summary: '批量通过或拒绝提交',
    description: sentences(
      `一次最多${BULK_DECISIONS_MAX}条，逐条审核，与单独审核相同；返回每一条的结果与未完成的原因。`,
      '需要选择或核对的（更新带来新的联系邮箱、疑似重复、没有对应的类别、公开文字含联系方式、已有其他审核意见）不作改动，`outcome` 为 `individual`。',
      '带着同一 `Idempotency-Key` 重复请求时逐条重来：已审核的仍返回 `decided`，不会审核两次。',
    ),
  }),
  withdraw: POST('/api/submissions/:id/review/withdrawal', {
    access: 'submissions:write',
    params: SubmissionParamsSchema,
    body: DecisionWithdrawalSchema,
    failures: ['conflict', 'versionConflict'],
    reply: SubmissionRecordSchema,
    summary: '撤销审核结果',
    description: sentences(
      '提交回到待审核，尚未发出的结果邮件不再发出；退回也可以撤销，厂商补正之后不能。',
      '通过时创建的产品移入回收站，通过时更新的产品恢复原样。',
      '产品在通过后被修改过时返回409，除非 `acceptsChangedProduct` 为真。',
    ),
  }),
  saveNotes: PATCH('/api/submissions/:id/notes', {
    access: 'submissions:write',
    params: SubmissionParamsSchema,
    body: SubmissionNotesSchema,
    failures: ['versionConflict'],
    reply: SubmissionRecordSchema,
    message: SUBMISSION_REVIEW_MESSAGES.notesSaved,
    summary: '保存审核备注与核对清单',
  }),
})
