/** Without Zod, to keep public pages small. */
import type { MatchStatus } from '../rules/shortlists/match-product.ts'

export const MATCH_STATUSES = ['matching', 'uncertain', 'failing'] as const satisfies readonly MatchStatus[]
export const MATCH_STATUS_LABELS: Record<MatchStatus, string> = {
  matching: '满足',
  uncertain: '待确认',
  failing: '不满足',
}
