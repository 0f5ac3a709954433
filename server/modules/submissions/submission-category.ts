import type { SubmissionCategory } from '#contracts/vocabulary.ts'

/** The first category with a matching keyword wins. */
const CATEGORY_KEYWORDS: readonly { category: SubmissionCategory; keywords: readonly string[] }[] = [
  { category: '客服', keywords: ['客服', '服务', '对话'] },
  { category: '销售', keywords: ['销售', 'crm', '营销'] },
  { category: '知识管理', keywords: ['知识', '文档', '管理'] },
  { category: '财务', keywords: ['财务', '会计', '金融'] },
  { category: 'HR', keywords: ['hr', '人力', '招聘'] },
  { category: '供应链', keywords: ['供应链', '采购', '物流'] },
]

/** Returns the category of a submission by keywords in its name, description and features, in any letter case. */
export function categorizeSubmission(submission: {
  productName: string
  productDescription: string
  keyFeatures: string
}): SubmissionCategory {
  const { productName, productDescription, keyFeatures } = submission
  const text = `${productName} ${productDescription} ${keyFeatures}`.toLowerCase()
  const match = CATEGORY_KEYWORDS.find(({ keywords }) => keywords.some((keyword) => text.includes(keyword)))
  return match?.category ?? '其他'
}
