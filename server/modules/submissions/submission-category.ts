import type { SubmissionCategory } from '#contracts/vocabulary.ts'

/** First match wins, in this order (spec 2 §3). */
const KEYWORDS: readonly [SubmissionCategory, readonly string[]][] = [
  ['客服', ['客服', '服务', '对话']],
  ['销售', ['销售', 'crm', '营销']],
  ['知识管理', ['知识', '文档', '管理']],
  ['财务', ['财务', '会计', '金融']],
  ['HR', ['hr', '人力', '招聘']],
  ['供应链', ['供应链', '采购', '物流']],
]

/** Returns the category of a submission by keywords in its name, description and features, in any letter case. */
export function categorizeSubmission(options: {
  productName: string
  productDescription: string
  keyFeatures: string
}): SubmissionCategory {
  const haystack = `${options.productName} ${options.productDescription} ${options.keyFeatures}`.toLowerCase()
  return KEYWORDS.find(([, keywords]) => keywords.some((word) => haystack.includes(word)))?.[0] ?? '其他'
}
