/** Rows of inquiries with their JSON columns parsed, and access to them. */
import { z } from 'zod'
import { COLLEAGUE_MESSAGES } from '#contracts/colleagues/messages.ts'
import { hasRight, type MemberRole, type Right } from '#contracts/colleagues/roles.ts'
import {
  type InquiryContents,
  InquiryContentsSchema,
  type Opening,
  OpeningSchema,
} from '#contracts/inquiries/inquiry.ts'
import { INQUIRY_MESSAGES as MESSAGES } from '#contracts/inquiries/messages.ts'
import { type AskedQuestion, AskedQuestionSchema } from '#contracts/inquiries/question.ts'
import type { ColleagueAccess } from '#server/modules/colleagues/service.ts'
import { forbidden, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import type { Queryable, Transaction } from '#server/platform/database/database.ts'
import { findMemberRole } from './policy.ts'
import { findInquiry, type InquiryRow, listInquiryVersions, type VersionRow } from './store.ts'

const ConfirmationsSchema = z.array(z.object({ id: z.string(), name: z.string(), at: z.string() }))
const ReplacementsSchema = OpeningSchema.shape.replacements
const AskedQuestionsSchema = z.array(AskedQuestionSchema)

export type Confirmation = z.infer<typeof ConfirmationsSchema>[number]

export const parseContents = (row: Pick<InquiryRow, 'contentsJson'>): InquiryContents =>
  InquiryContentsSchema.parse(row.contentsJson)

export const parseConfirmations = (row: Pick<InquiryRow, 'confirmationsJson'>): Confirmation[] =>
  ConfirmationsSchema.parse(row.confirmationsJson)

/** Returns the replacements of the second opener, the oldest first. */
export const parseReplacements = (row: Pick<InquiryRow, 'openerChangesJson'>): Opening['replacements'] =>
  ReplacementsSchema.parse(row.openerChangesJson)

export const parseQuestions = (version: Pick<VersionRow, 'questionsJson'>): AskedQuestion[] =>
  AskedQuestionsSchema.parse(version.questionsJson)

/** Returns who has confirmed an opening, as the API does. */
export const toConfirmations = (row: Pick<InquiryRow, 'confirmationsJson'>): Opening['confirmations'] =>
  parseConfirmations(row).map(({ name, at }) => ({ name, at }))

/** Held while an inquiry, its invitations or its answers change, so that nothing is saved after the opening. */
const getInquiryLock = (id: string) => `inquiry:${id}`

/** Locks an inquiry until the transaction ends, and returns its row. Throws `notFound`. */
export async function lockInquiry({ db, lockName }: Transaction, id: string): Promise<InquiryRow> {
  await lockName(getInquiryLock(id))
  return getInquiry(db, id)
}

/** Returns the row of an inquiry. Throws `notFound`. */
export async function getInquiry(db: Queryable, id: string): Promise<InquiryRow> {
  const row = await findInquiry(db, id)
  if (!row) throw notFound(MESSAGES.notFound)
  return row
}

/** Who wants to do something, and what that takes. */
type InquiryAccess = { colleagues: Pick<ColleagueAccess, 'find'>; memberId: string; right: Right }

/** An inquiry with what a member is to it. */
export type OpenedInquiry = InquiryRow & { role: MemberRole }

/**
 * Returns the row of an inquiry to a member who has a right to it. Throws `notFound` for everybody else, `forbidden` for
 * colleagues without the right.
 */
export async function getAs(
  db: Queryable,
  id: string,
  { colleagues, memberId, right }: InquiryAccess,
): Promise<OpenedInquiry> {
  const row = await getInquiry(db, id)
  const colleague = await colleagues.find(db, { kind: 'inquiry', id }, memberId)
  const role = findMemberRole(row, { id: memberId, colleagueRole: colleague?.role })
  authorize(role !== undefined, notFound(MESSAGES.notFound))
  authorize(
    hasRight(role, right),
    forbidden(right === 'own' ? COLLEAGUE_MESSAGES.notOwner : COLLEAGUE_MESSAGES.notManager),
  )
  return { ...row, role }
}

/** Does the same, and locks the inquiry until the transaction ends. */
export async function lockAs(transaction: Transaction, id: string, access: InquiryAccess): Promise<OpenedInquiry> {
  await lockInquiry(transaction, id)
  return getAs(transaction.db, id, access)
}

/** Returns the newest published version and all before it. Throws `notFound` for a draft. */
export async function getPublished(
  db: Queryable,
  inquiryId: string,
): Promise<{ newest: VersionRow; all: VersionRow[] }> {
  const all = await listInquiryVersions(db, inquiryId)
  const newest = all.at(-1)
  if (!newest) throw notFound(MESSAGES.notFound)
  return { newest, all }
}
