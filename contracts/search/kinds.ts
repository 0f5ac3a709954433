/** What a search finds. No zod here, so that a public page can import it for a few bytes. */
export const SEARCH_KINDS = ['agent', 'ai', 'event', 'content'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]
export const SEARCH_KIND_LABELS: Record<SearchKind, string> = {
  agent: '智能体产品',
  ai: '78AI',
  event: '活动',
  content: '内容',
}
