/** How a possible duplicate resembles the submission, closest first. */
export const DUPLICATE_REASONS = ['sameName', 'similarName', 'sameCompany'] as const
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number]
export const DUPLICATE_REASON_LABELS: Record<DuplicateReason, string> = {
  sameName: '同名',
  similarName: '名称相近',
  sameCompany: '同一公司',
}
