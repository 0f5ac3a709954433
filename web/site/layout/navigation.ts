import { PAGES } from '#contracts/paths.ts'

/** The six items of the navigation (spec 1 §9). */
export const NAVIGATION = [
  { to: PAGES.community, label: 'CIO社区' },
  { to: PAGES.selection, label: '选型咨询' },
  { to: PAGES.products, label: '智能体产品' },
  { to: PAGES.ai, label: '78AI' },
  { to: PAGES.evaluation, label: '专业评估' },
  { to: PAGES.submit, label: '提交产品' },
] as const
