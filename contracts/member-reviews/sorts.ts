/** The sort orders of members' reviews. In a separate file, because every page loads the declarations of parameters. */
export const REVIEW_SORTS = ['helpful', 'newest', 'highest', 'lowest'] as const
export type ReviewSort = (typeof REVIEW_SORTS)[number]
export const REVIEW_SORT_LABELS: Record<ReviewSort, string> = {
  helpful: '最有帮助',
  newest: '最新',
  highest: '评分最高',
  lowest: '评分最低',
}
