/** The kinds of search results. Without Zod, to keep public pages small. */
export const SEARCH_KINDS = ['agent', 'ai', 'event', 'content'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]
export const SEARCH_KIND_LABELS: Record<SearchKind, string> = {
  agent: '智能体产品',
  ai: '78AI',
  event: '活动',
  content: '内容',
}
