/** The badge of a product: the verdict of its published evaluation, signed, for the vendor's own pages. */
import { z } from 'zod'
import { CATALOGUES, RECOMMENDATIONS } from '../vocabulary.ts'
import { BADGE_FORMAT, BADGE_STATUS_LABELS, type BadgeStatus } from './statuses.ts'

const STATUSES = Object.keys(BADGE_STATUS_LABELS) as [BadgeStatus, ...BadgeStatus[]]

const BadgeDataSchema = z
  .object({
    format: z.literal(BADGE_FORMAT),
    product: z.object({ id: z.string(), name: z.string(), catalogue: z.enum(CATALOGUES) }),
    status: z.enum(STATUSES),
    recommendation: z.enum(RECOMMENDATIONS).nullable().describe('只在评估有效时给出，否则为 `null`。'),
    score: z.int().nullable(),
    evaluatedAt: z.iso.datetime(),
    validUntil: z.iso.date().describe('评估有效期的最后一天（北京时间）。'),
    reportId: z.string(),
    isExample: z.boolean(),
    issuedAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().describe('此后这份徽章不再作数，须重新读取。'),
    verifyUrl: z.string(),
  })
  .meta({ id: 'BadgeData' })
export type BadgeData = z.infer<typeof BadgeDataSchema>

/** Signed like a report: the Ed25519 signature of the canonical data, by one of the keys that sign reports. */
export const SignedBadgeSchema = z
  .object({ data: BadgeDataSchema, hash: z.string(), signature: z.string(), keyId: z.string() })
  .meta({ id: 'SignedBadge' })
export type SignedBadge = z.infer<typeof SignedBadgeSchema>
