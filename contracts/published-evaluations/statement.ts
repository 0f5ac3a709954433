/** A vendor's statement on a published evaluation, shown only after a moderator has approved it. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { TEXT, VENDOR_STATEMENT } from '../limits.ts'
import { outsiderText, publicContactsFlag } from '../outsider-data.ts'
import { pageNumber } from '../pagination.ts'
import { requiredText, storedText } from '../stored-text.ts'
import { CATALOGUES } from '../vocabulary.ts'
import { PUBLICATION_MESSAGES as MESSAGES } from './messages.ts'
import { STATEMENT_STATUSES } from './statuses.ts'

export const StatementRecordSchema = z
  .object({
    id: z.string(),
    text: outsiderText(z.string(), 'evaluations:publish'),
    status: z.enum(STATEMENT_STATUSES),
    author: outsiderText(z.string(), 'evaluations:publish'),
    /** Whether staff entered it on the vendor's behalf. */
    isByStaff: z.boolean(),
    createdAt: z.iso.datetime(),
    decidedAt: z.iso.datetime().nullable(),
    decidedBy: z.string().nullable(),
    reason: outsiderText(z.string(), 'evaluations:publish'),
  })
  .meta({ id: 'VendorStatement' })
export type StatementRecord = z.infer<typeof StatementRecordSchema>

/** A statement awaiting moderation, with its evaluation and product. */
export const PendingStatementSchema = StatementRecordSchema.extend({
  evaluationId: z.string(),
  product: z.object({ id: z.string(), name: z.string(), catalogue: z.enum(CATALOGUES) }),
}).meta({ id: 'PendingVendorStatement' })
export type PendingStatement = z.infer<typeof PendingStatementSchema>

export const StatementTextSchema = requiredText(MESSAGES.statement, VENDOR_STATEMENT.length)

/** The author isn't part of the input: it is the signed-in member, who represents the vendor (docs/decisions/118). */
export const StatementInputSchema = z.object({ text: StatementTextSchema }).meta({ id: 'VendorStatementInput' })
export type StatementInput = z.infer<typeof StatementInputSchema>

/** A statement as its own vendor sees it. */
export const OwnStatementSchema = StatementRecordSchema.pick({
  id: true,
  text: true,
  status: true,
  createdAt: true,
  reason: true,
})
export type OwnStatement = z.infer<typeof OwnStatementSchema>

export const StatementDecisionSchema = z
  .object({
    status: z.enum(['approved', 'rejected'], MESSAGES.unknownStatus),
    reason: storedText().trim().max(TEXT.paragraph).default(''),
    confirmed: publicContactsFlag,
  })
  .refine(({ status, reason }) => status === 'approved' || reason !== '', { path: ['reason'], error: MESSAGES.reason })
export type StatementDecision = z.infer<typeof StatementDecisionSchema>

export const PendingStatementQuerySchema = z.object({ page: pageNumber.default(1) })
