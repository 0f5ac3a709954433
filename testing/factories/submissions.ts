import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import {
  type SubmissionInput,
  type SubmissionReceipt,
  type SubmissionRequest,
  SubmissionSchema,
} from '#contracts/submissions/submission.ts'
import type { TestApp } from '../test-app.ts'

/** A valid submission. */
export const SUBMISSION: Readonly<SubmissionInput> = SubmissionSchema.parse({
  companyName: '杭州示例科技有限公司',
  contactName: '王敏',
  contactEmail: 'Wang.Min@example.com',
  contactPhone: '0571-8888 6666',
  productName: '排班助手',
  productDescription:
    '为连锁门店的店长自动生成下周排班表，考虑工时上限、员工偏好与客流预测；不做考勤，也不做薪资计算，需要先接入门店系统。',
  targetUsers: '连锁零售与餐饮企业的门店运营负责人',
  keyFeatures: '自动排班、换班审批、客流预测',
  deploymentType: '私有化部署',
  website: 'https://paiban.example.com/product?from=zhijian',
  agreeToTerms: true,
})

/** Creates a submission through its service; returns its id and receipt. */
export async function createSubmission(
  { services, database }: Pick<TestApp, 'services' | 'database'>,
  { facts = [], ...fields }: Partial<SubmissionInput & Pick<SubmissionRequest, 'facts'>> = {},
): Promise<SubmissionReceipt & { id: string }> {
  const receipt = await services.submissions.submit({ ...SUBMISSION, ...fields, facts, files: [], screenshots: [] })
  const { id } = await database.read
    .selectFrom('submissions')
    .select('id')
    .where('receipt', '=', receipt.receipt)
    .executeTakeFirstOrThrow()
  return { ...receipt, id }
}

/** Returns a submission as the back office receives it. */
export function createSubmissionRecord(fields: Partial<SubmissionRecord> = {}): SubmissionRecord {
  const { agreeToTerms: _, ...submission } = SUBMISSION
  return {
    ...submission,
    _id: 's1',
    receipt: 'ZJ-1',
    category: '其他',
    status: 'pending',
    facts: [],
    files: [],
    version: 1,
    createdAt: '2026-11-21T02:00:00.000Z',
    updatedAt: '2026-11-21T02:00:00.000Z',
    deletedAt: null,
    dueAt: '2026-11-25T16:00:00.000Z',
    assignment: { assignee: null, formerAssignee: null, dueAt: '2026-11-25T16:00:00.000Z', isLate: false },
    reviewedAt: null,
    reviewedBy: null,
    reasons: [],
    unreadMessages: 0,
    correctedAt: null,
    productId: null,
    update: null,
    isProductUpdated: false,
    hasDecisionMail: false,
    reviewNotes: '',
    vendorNotes: '',
    checklist: [],
    ...fields,
  }
}
