import type { SubmissionCategory } from '#contracts/vocabulary.ts'

/** Words in the name of a catalogue's category, by the submission category that matches it; the first match wins. */
const WORDS: Record<SubmissionCategory, readonly string[]> = {
  客服: ['客服', '对话', '问答'],
  销售: ['销售', '营销', 'crm', '客户'],
  知识管理: ['知识', '检索', '文档'],
  财务: ['财务', '会计', '金融'],
  HR: ['hr', '人力', '招聘', '人事'],
  供应链: ['供应链', '采购', '物流'],
  其他: ['其他', '通用', '综合'],
}

/** Returns the catalogue's category that matches a submission's; `undefined` if none does. */
export function suggestCategory(category: SubmissionCategory, categories: readonly string[]): string | undefined {
  if (categories.includes(category)) return category
  const words = [...WORDS[category], ...WORDS.其他]
  for (const word of words) {
    const match = categories.find((candidate) => candidate.toLowerCase().includes(word))
    if (match !== undefined) return match
  }
  return undefined
}
