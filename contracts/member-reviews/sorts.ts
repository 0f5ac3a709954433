/** The orders of members' reviews. Apart, since every page's script holds the parameters of addresses. */
export const REVIEW_SORTS = ['helpful', 'newest', 'highest', 'lowest'] as const
export type ReviewSort = (typeof REVIEW_SORTS)[number]
export const REVIEW_SORT_LABELS: Record<ReviewSort, string> = {
  helpful: '最有帮助',
  newest: '最新',
  highest: '评分最高',
  lowest: '评分最低',
}
