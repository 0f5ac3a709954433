/** Leads in the back office; the visitors' forms are in `lead-request.ts`. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { AssignmentSchema, assigneeFilter, dueTime } from '../assignments/assignment.ts'
import { ExportQuerySchema } from '../export-query.ts'
import { UserReferenceSchema } from '../identity/user-reference.ts'
import { LEAD_RESPONSE_HOURS, TEXT } from '../limits.ts'
import { changesQuery } from '../mirror.ts'
import { outsiderText, personalData } from '../outsider-data.ts'
import { pageNumber } from '../pagination.ts'
import { queryFlag } from '../query-flag.ts'
import { searchInput, storedText } from '../stored-text.ts'
import { LEAD_KINDS, LEAD_STATUSES, SORT_ORDERS } from '../vocabulary.ts'
import { LEAD_MESSAGES } from './messages.ts'

/** A lead, as the staff reads it. */
export const LeadRecordSchema = z.object({
  id: z.string(),
  kind: z.enum(LEAD_KINDS),
  companyName: outsiderText(),
  contactName: personalData(z.string()),
  phone: personalData(z.string()),
  email: personalData(z.string()),
  requirements: outsiderText(),
  /** The product to be evaluated; '' for a consultation. */
  productName: outsiderText(),
  status: z.enum(LEAD_STATUSES),
  owner: UserReferenceSchema.nullable(),
  notes: outsiderText(),
  /** The accepted version of terms and privacy policy; `null` if the call didn't state one. */
  termsVersion: z.int().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** When the lead was first contacted. */
  contactedAt: z.iso.datetime().nullable(),
  /** The deadline for calling the visitor; `null` once the lead is no longer new. */
  dueAt: z.iso.datetime().nullable(),
  /** The owner, if they may still follow it up, and the deadline: the one that was set, or else `dueAt`. */
  assignment: AssignmentSchema,
  /** Incremented by every change; an update names the version it is based on. */
  version: z.int(),
})
export type LeadRecord = z.infer<typeof LeadRecordSchema>

const LeadFilterSchema = z.object({
  search: searchInput().describe(
    '在公司、产品、联系人、电话、邮箱、需求与备注中查找，也认拼音；看不到联系方式的角色只查公司与产品。',
  ),
  kind: z.enum(LEAD_KINDS, LEAD_MESSAGES.unknownKind).optional().describe('线索的种类。'),
  status: z
    .enum(LEAD_STATUSES, LEAD_MESSAGES.unknownStatus)
    .optional()
    .describe('线索的状态：`new` 为新线索，`contacted` 为已联系，`completed` 为已完成，`invalid` 为无效。'),
  owner: assigneeFilter,
  late: queryFlag(`\`true\` 时只列出超过${LEAD_RESPONSE_HOURS}小时仍未联系的新线索，以及过了截止时间仍未办结的线索。`),
})
export type LeadFilter = z.infer<typeof LeadFilterSchema>

export const LeadQuerySchema = LeadFilterSchema.extend({
  ...changesQuery,
  page: pageNumber.default(1),
  order: z
    .enum(SORT_ORDERS, LEAD_MESSAGES.unknownOrder)
    .default('desc')
    .describe('按提交时间：`desc` 新的在前，`asc` 旧的在前。'),
})
export type LeadQuery = z.infer<typeof LeadQuerySchema>

export const LeadExportQuerySchema = LeadFilterSchema.extend(ExportQuerySchema.shape)
export type LeadExportQuery = z.infer<typeof LeadExportQuerySchema>

/** The number of leads that match the other filters, by status, and how many are late. */
export const LeadCountsSchema = z.object({
  statuses: z.object({ new: z.int(), contacted: z.int(), completed: z.int(), invalid: z.int() }),
  late: z.int(),
})
export type LeadCounts = z.infer<typeof LeadCountsSchema>

/** An update of status, owner, deadline or notes; `version` is the one the update is based on. */
export const LeadChangeSchema = z.object({
  version: z.int(LEAD_MESSAGES.version),
  status: z.enum(LEAD_STATUSES, LEAD_MESSAGES.unknownStatus).optional(),
  ownerId: storedText().min(1, LEAD_MESSAGES.unknownOwner).max(TEXT.word).nullable().optional(),
  notes: storedText().trim().max(TEXT.paragraph).optional(),
  /** `null` for the promised deadline. */
  assignmentDueAt: dueTime.nullable().optional(),
})
export type LeadChange = z.infer<typeof LeadChangeSchema>
