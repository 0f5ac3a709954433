/**
 * Labels of the request forms, shared by forms, screens, exports and mails. Without Zod, to keep public pages small.
 */
import type { EvaluationServiceRequest } from './leads/lead-request.ts'
import type { SubmissionInput } from './submissions/submission.ts'

const COMMON_LABELS = { companyName: '公司名称', contactName: '联系人', productName: '产品名称' } as const
const PHONE = '联系电话'
const EMAIL = '联系邮箱'

/** Labels of a consultation, and of a request for an evaluation, which also names a product. */
export const LEAD_LABELS = {
  ...COMMON_LABELS,
  phone: PHONE,
  email: EMAIL,
  requirements: '需求描述',
  agreeToTerms: '用户协议和隐私政策',
} as const satisfies Record<keyof EvaluationServiceRequest, string>

/** Labels of a product's submission by its vendor. */
export const SUBMISSION_LABELS = {
  ...COMMON_LABELS,
  contactEmail: EMAIL,
  contactPhone: PHONE,
  productDescription: '产品描述',
  targetUsers: '目标用户',
  keyFeatures: '核心功能',
  deploymentType: '部署方式',
  website: '产品官网',
  additionalInfo: '补充信息',
  agreeToTerms: '服务条款',
} as const satisfies Record<keyof SubmissionInput, string>
