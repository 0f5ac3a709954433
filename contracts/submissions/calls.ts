import { GET, groupCalls, POST, sentences } from '../call.ts'
import { OWN_SUBMISSIONS_MAX } from '../limits.ts'
import { MESSAGES } from '../messages/general.ts'
import { SCREENSHOT_MESSAGES } from '../products/screenshot-messages.ts'
import { CorrectionFormSchema, CorrectionRequestSchema } from './correction.ts'
import { RETURN_MESSAGES, SUBMISSION_FILE_MESSAGES } from './messages.ts'
import { OwnSubmissionsSchema, SubmissionProgressSchema } from './progress.ts'
import {
  SubmissionFileRulesSchema,
  SubmissionReceiptSchema,
  SubmissionRequestSchema,
  SubmissionStatusQuerySchema,
  UploadedSubmissionFileSchema,
} from './submission.ts'

export const submissionCalls = groupCalls('产品提交', '厂商提交产品，凭回执查询进度。', {
  create: POST('/api/submissions', {
    hasIdempotencyKey: true,
    access: 'public',
    callsPerMinute: 10,
    body: SubmissionRequestSchema,
    reply: SubmissionReceiptSchema,
    message: MESSAGES.submissionReceived,
    summary: '提交产品',
    description: sentences('分类由服务器根据内容判定，请求中的分类不起作用。', '回执号与联系邮箱可用于查询状态。'),
  }),
  getProgress: POST('/api/submissions/status', {
    access: 'public',
    callsPerMinute: 20,
    body: SubmissionStatusQuerySchema,
    example: { receipt: 'ZJ-20261121-7K3M9QXT', contactEmail: 'vendor@example.com' },
    failures: ['notFound'],
    reply: SubmissionProgressSchema,
    summary: '查询提交状态',
    description: '回执号与联系邮箱须同时相符。',
  }),
  getCorrectionForm: POST('/api/submissions/correction/form', {
    access: 'public',
    callsPerMinute: 20,
    body: SubmissionStatusQuerySchema,
    example: { receipt: 'ZJ-20261121-7K3M9QXT', contactEmail: 'vendor@example.com' },
    failures: ['notFound', 'conflict'],
    reply: CorrectionFormSchema,
    summary: '读取待补正的提交',
    description: sentences(
      '回执号与联系邮箱须同时相符；返回现有的内容、附件与需要补正之处。',
      '没有被退回的提交返回409。',
    ),
  }),
  correct: POST('/api/submissions/correction', {
    hasIdempotencyKey: true,
    access: 'public',
    callsPerMinute: 10,
    body: CorrectionRequestSchema,
    failures: ['notFound', 'conflict'],
    reply: SubmissionProgressSchema,
    message: RETURN_MESSAGES.corrected,
    summary: '补正被退回的提交',
    description: sentences(
      '以整份表单取代原有内容，凭 `receipt` 与 `provenEmail` 证明是提交人；`files` 与 `screenshots` 可以沿用原有附件的 `key`。',
      '回执号不变，审核期限从此继续。',
      '没有被退回、已经补正过、或 `returnedAt` 不是最近一次退回时返回409，不作任何改动。',
    ),
  }),
  listOwn: GET('/api/my-submissions', {
    access: 'signed-in',
    reply: OwnSubmissionsSchema,
    summary: '列出自己的提交',
    description: sentences(
      `联系邮箱与账号邮箱相同的提交，新的在前，最多${OWN_SUBMISSIONS_MAX}条。`,
      '账号邮箱未经验证时列表为空，`isEmailVerified` 为 `false`。',
    ),
  }),
  fileRules: GET('/api/submissions/files', {
    access: 'public',
    reply: SubmissionFileRulesSchema,
    summary: '读取附件的数量、大小与格式限制',
  }),
  uploadFile: POST('/api/submissions/files', {
    access: 'public',
    callsPerMinute: 20,
    file: { field: 'file', description: '一次一个文件。' },
    failures: ['unavailable'],
    reply: UploadedSubmissionFileSchema,
    message: SUBMISSION_FILE_MESSAGES.received,
    summary: '上传提交产品的附件',
    description: sentences('返回的 `key` 随提交一并发送；一天内未提交的文件会被删除。', '附件不公开，仅供审核。'),
  }),
  uploadScreenshot: POST('/api/submissions/screenshots', {
    access: 'public',
    callsPerMinute: 20,
    file: { field: 'file', description: '一次一张图片。' },
    failures: ['unavailable'],
    reply: UploadedSubmissionFileSchema,
    message: SCREENSHOT_MESSAGES.uploaded,
    summary: '上传提交产品的截图',
    description: sentences(
      '图片一律重新编码。',
      '返回的 `key` 与说明随提交一并发送；一天内未提交的会被删除。',
      '通过审核前不公开。',
    ),
  }),
})
