/** Who is to do a piece of the staff's work, and until when: the same for all kinds of work that are assigned. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { UserReferenceSchema } from '../identity/user-reference.ts'
import { BULK_DECISIONS_MAX, TEXT } from '../limits.ts'
import { storedText } from '../stored-text.ts'
import { ASSIGNMENT_KINDS } from './kinds.ts'
import { ASSIGNMENT_MESSAGES as MESSAGES } from './messages.ts'

export const AssignmentSchema = z
  .object({
    /** `null` if nobody who may do the work has it. */
    assignee: UserReferenceSchema.nullable(),
    /** Who has the work but may no longer do it, as their account is disabled or has another role: it is unassigned. */
    formerAssignee: UserReferenceSchema.nullable(),
    /** The deadline that was set, or else the one that was promised; `null` if there is none, or if nothing is left to do. */
    dueAt: z.iso.datetime().nullable(),
    /** Whether the deadline, or the promised one, has passed. */
    isLate: z.boolean(),
  })
  .meta({ id: 'Assignment' })
export type Assignment = z.infer<typeof AssignmentSchema>

/** Years outside of these are slips of the keyboard. */
const DUE_YEARS = { first: '2020', end: '2100' } as const

/** A deadline in the one form in which times are stored, since they are compared and sorted as texts. */
export const dueTime = z.iso
  .datetime({ error: MESSAGES.dueAt, abort: true })
  .overwrite((time) => new Date(time).toISOString())
  .refine((time) => time >= DUE_YEARS.first && time < DUE_YEARS.end, MESSAGES.dueAt)

const changedFields = {
  assignee: storedText()
    .min(1, MESSAGES.unknownAssignee)
    .max(TEXT.word)
    .nullable()
    .optional()
    .describe('负责人的用户编号；`null` 为不再由人负责，未给出则保持原样。'),
  dueAt: dueTime.nullable().optional().describe('截止时间；`null` 为按承诺的期限，未给出则保持原样。'),
}

const isChange = ({ assignee, dueAt }: { assignee?: unknown; dueAt?: unknown }): boolean =>
  assignee !== undefined || dueAt !== undefined

export const AssignmentChangeSchema = z.object(changedFields).refine(isChange, MESSAGES.nothing)
export type AssignmentChange = z.infer<typeof AssignmentChangeSchema>

export const BulkAssignmentSchema = z
  .object({
    kind: z.enum(ASSIGNMENT_KINDS, MESSAGES.unknownKind).describe('事项的种类。'),
    ids: z
      .array(storedText().max(TEXT.word))
      .min(1, MESSAGES.none)
      .max(BULK_DECISIONS_MAX, MESSAGES.tooMany)
      .describe('要交接的条目。'),
    assignee: changedFields.assignee,
    dueAt: changedFields.dueAt,
  })
  .refine(isChange, MESSAGES.nothing)
export type BulkAssignment = z.infer<typeof BulkAssignmentSchema>

/** The filter of a list by assignee. */
export const assigneeFilter = storedText()
  .max(TEXT.word)
  .optional()
  .describe('负责人：`me` 为自己，`none` 为未分配，或用户编号。')
