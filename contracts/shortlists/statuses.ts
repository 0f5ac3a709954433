/** Without Zod, to keep public pages small. */
import type { MatchStatus } from '../rules/shortlists/match-product.ts'

export const MATCH_STATUSES = ['meets', 'may', 'fails'] as const satisfies readonly MatchStatus[]
export const MATCH_STATUS_LABELS: Record<MatchStatus, string> = { meets: '满足', may: '待确认', fails: '不满足' }
