import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { INQUIRIES } from '#contracts/limits.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type {
  InquiriesTable,
  InquiryBlocksTable,
  InquiryClarificationsTable,
  InquiryInvitationsTable,
  InquiryVersionsTable,
} from '#server/platform/database/tables/inquiries.ts'

export type InquiryRow = Selectable<InquiriesTable>
export type VersionRow = Selectable<InquiryVersionsTable>
/** An invitation with what was handed in, which is sealed and may be large, and when it is proposed to the catalogue. */
export type SubmissionRow = Selectable<InquiryInvitationsTable>
export type InvitationRow = Omit<SubmissionRow, 'submissionEncrypted' | 'submitterId' | 'proposalDueAt'>
export type ClarificationRow = Selectable<InquiryClarificationsTable>

export const insertInquiry = (db: Queryable, row: Insertable<InquiriesTable>) =>
  db.insertInto('inquiries').values(row).execute()

export const findInquiry = (db: Queryable, id: string): Promise<InquiryRow | undefined> =>
  db.selectFrom('inquiries').selectAll().where('id', '=', id).executeTakeFirst()

/** Lists a member's own inquiries, most recently changed first. */
export const listOwnInquiries = (db: Queryable, ownerId: string): Promise<InquiryRow[]> =>
  db
    .selectFrom('inquiries')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .orderBy('updatedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Lists inquiries by their ids. */
export const listInquiriesById = async (db: Queryable, ids: readonly string[]): Promise<InquiryRow[]> =>
  ids.length === 0 ? [] : db.selectFrom('inquiries').selectAll().where('id', 'in', ids).execute()

/** Lists the inquiries, drafts included, that name an address as second opener, in any letter case. */
export const listInquiriesByOpener = (db: Queryable, email: string): Promise<InquiryRow[]> =>
  db.selectFrom('inquiries').selectAll().where(sql`lower(second_opener)`, '=', email.toLowerCase()).execute()

export const countOwnInquiries = (db: Queryable, ownerId: string): Promise<number> =>
  countRows(db.selectFrom('inquiries').where('ownerId', '=', ownerId))

export const updateInquiry = (db: Queryable, id: string, values: Updateable<InquiriesTable>) =>
  db.updateTable('inquiries').set(values).where('id', '=', id).execute()

/** Deletes an inquiry with everything that belongs to it; the housekeeping deletes the bytes of its files. */
export const deleteInquiry = (db: Queryable, id: string) => db.deleteFrom('inquiries').where('id', '=', id).execute()

/** Lists the keys of inquiries, for encrypting them again. */
export const listInquiryKeys = (db: Queryable) =>
  db
    .selectFrom('inquiries')
    .select(['id', 'keyEncrypted'])
    .$narrowType<{ keyEncrypted: string }>()
    .where('keyEncrypted', 'is not', null)
    .orderBy('id')
    .execute()

/** Replaces the encrypted key of an inquiry, unless it has changed. */
export const replaceInquiryKey = (db: Queryable, id: string, { from, to }: { from: string; to: string }) =>
  db.updateTable('inquiries').set({ keyEncrypted: to }).where('id', '=', id).where('keyEncrypted', '=', from).execute()

export const insertVersion = (db: Queryable, row: Insertable<InquiryVersionsTable>) =>
  db.insertInto('inquiryVersions').values(row).execute()

/** Lists the published versions of an inquiry, the oldest first. */
export const listInquiryVersions = (db: Queryable, inquiryId: string): Promise<VersionRow[]> =>
  db.selectFrom('inquiryVersions').selectAll().where('inquiryId', '=', inquiryId).orderBy('version').execute()

export const findVersion = (db: Queryable, inquiryId: string, version: number): Promise<VersionRow | undefined> =>
  db
    .selectFrom('inquiryVersions')
    .selectAll()
    .where('inquiryId', '=', inquiryId)
    .where('version', '=', version)
    .executeTakeFirst()

export const insertInvitation = (db: Queryable, row: Insertable<InquiryInvitationsTable>) =>
  db.insertInto('inquiryInvitations').values(row).execute()

export const updateInvitation = (db: Queryable, id: string, values: Updateable<InquiryInvitationsTable>) =>
  db.updateTable('inquiryInvitations').set(values).where('id', '=', id).execute()

export const deleteInvitation = (db: Queryable, id: string) =>
  db.deleteFrom('inquiryInvitations').where('id', '=', id).execute()

const INVITATION_COLUMNS = [
  'id',
  'inquiryId',
  'product',
  'productId',
  'email',
  'status',
  'statusAt',
  'tokenHash',
  'memberTokenHash',
  'linkExpiresAt',
  'sentAt',
  'submittedAt',
  'submittedVersion',
  'withdrawnAt',
  'submissionHash',
  'reminderDueAt',
  'remindedAt',
  'outcome',
  'outcomeText',
  'createdAt',
] as const

/** Lists the invitations of an inquiry in the order of their creation, without what was handed in. */
export const listInvitations = (db: Queryable, inquiryId: string): Promise<InvitationRow[]> =>
  db
    .selectFrom('inquiryInvitations')
    .select(INVITATION_COLUMNS)
    .where('inquiryId', '=', inquiryId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** Lists the invitations of an inquiry in the order of their creation, with what was handed in. */
export const listSubmissions = (db: Queryable, inquiryId: string): Promise<SubmissionRow[]> =>
  db
    .selectFrom('inquiryInvitations')
    .selectAll()
    .where('inquiryId', '=', inquiryId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** Lists the opened answers that are due to be proposed to the catalogue, the longest due first. */
export const listDueProposals = (db: Queryable, now: string, limit: number): Promise<SubmissionRow[]> =>
  db
    .selectFrom('inquiryInvitations')
    .selectAll()
    .where('proposalDueAt', '<=', now)
    .orderBy('proposalDueAt')
    .orderBy('id')
    .limit(limit)
    .execute()

/** An invitation whose vendor is to be reminded, if it hasn't handed in. */
export type DueReminder = Pick<
  InvitationRow,
  'id' | 'inquiryId' | 'product' | 'email' | 'status' | 'submittedAt' | 'reminderDueAt'
>

/** Lists the reminders that are due of open inquiries which remind, the longest due first. */
export const listDueReminders = (db: Queryable, now: string, limit: number): Promise<DueReminder[]> =>
  db
    .selectFrom('inquiryInvitations as invitation')
    .innerJoin('inquiries', 'inquiries.id', 'invitation.inquiryId')
    .select([
      'invitation.id',
      'invitation.inquiryId',
      'invitation.product',
      'invitation.email',
      'invitation.status',
      'invitation.submittedAt',
      'invitation.reminderDueAt',
    ])
    .where('invitation.reminderDueAt', '<=', now)
    .where('inquiries.status', '=', 'open')
    .where('inquiries.isReminding', '=', true)
    .where('inquiries.deadline', '>', now)
    .orderBy('invitation.reminderDueAt')
    .orderBy('invitation.id')
    .limit(limit)
    .execute()

/** Takes a due reminder. Returns `false` if it was taken or put off before. */
export const claimReminder = async (db: Queryable, { id, reminderDueAt }: DueReminder): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('inquiryInvitations')
    .set({ reminderDueAt: null })
    .where('id', '=', id)
    .where('reminderDueAt', '=', reminderDueAt)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Finds an invitation by the link in its mail, or by that of a member. */
export const findInvitationByToken = (db: Queryable, tokenHash: string): Promise<SubmissionRow | undefined> =>
  db
    .selectFrom('inquiryInvitations')
    .selectAll()
    .where((eb) => eb.or([eb('tokenHash', '=', tokenHash), eb('memberTokenHash', '=', tokenHash)]))
    .executeTakeFirst()

/** Finds an invitation with what was handed in. */
export const findSubmission = (db: Queryable, id: string): Promise<SubmissionRow | undefined> =>
  db.selectFrom('inquiryInvitations').selectAll().where('id', '=', id).executeTakeFirst()

export const findInvitation = (db: Queryable, id: string): Promise<InvitationRow | undefined> =>
  db.selectFrom('inquiryInvitations').select(INVITATION_COLUMNS).where('id', '=', id).executeTakeFirst()

/** Lists the invitations of an address, the newest first. */
export const listInvitationsTo = (db: Queryable, email: string): Promise<InvitationRow[]> =>
  db
    .selectFrom('inquiryInvitations')
    .select(INVITATION_COLUMNS)
    .where('email', '=', email)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(INQUIRIES.received)
    .execute()

/** Lists the invitations about products, the newest first. */
export const listInvitationsAbout = async (db: Queryable, productIds: readonly string[]): Promise<InvitationRow[]> =>
  productIds.length === 0
    ? []
    : db
        .selectFrom('inquiryInvitations')
        .select(INVITATION_COLUMNS)
        .where('productId', 'in', productIds)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(INQUIRIES.received)
        .execute()

/** Lists the invitations of inquiries, without what was handed in. */
export const listInvitationStatuses = async (
  db: Queryable,
  inquiryIds: readonly string[],
): Promise<Pick<InvitationRow, 'inquiryId' | 'status' | 'submittedAt'>[]> =>
  inquiryIds.length === 0
    ? []
    : db
        .selectFrom('inquiryInvitations')
        .select(['inquiryId', 'status', 'submittedAt'])
        .where('inquiryId', 'in', inquiryIds)
        .execute()

export const insertClarification = (db: Queryable, row: Insertable<InquiryClarificationsTable>) =>
  db.insertInto('inquiryClarifications').values(row).execute()

/** Lists the questions that vendors have asked back, in this order. */
export const listClarifications = (db: Queryable, inquiryId: string): Promise<ClarificationRow[]> =>
  db
    .selectFrom('inquiryClarifications')
    .selectAll()
    .where('inquiryId', '=', inquiryId)
    .orderBy('askedAt')
    .orderBy('id')
    .execute()

export const updateClarification = (
  db: Queryable,
  id: string,
  values: Pick<ClarificationRow, 'answer' | 'answeredAt'>,
) => db.updateTable('inquiryClarifications').set(values).where('id', '=', id).execute()

/** Stores an address that refuses inquiries, or adds the encrypted address to an older row. */
export const insertBlock = (db: Queryable, row: Insertable<InquiryBlocksTable>) =>
  db
    .insertInto('inquiryBlocks')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('addressHash').doUpdateSet({ addressEncrypted: row.addressEncrypted ?? null }),
    )
    .execute()

/** Lists the addresses that refuse inquiries, for encrypting them again. */
export const listBlocks = (db: Queryable) =>
  db
    .selectFrom('inquiryBlocks')
    .selectAll()
    .$narrowType<{ addressEncrypted: string }>()
    .where('addressEncrypted', 'is not', null)
    .orderBy('addressHash')
    .execute()

export const deleteBlock = (db: Queryable, addressHash: string) =>
  db.deleteFrom('inquiryBlocks').where('addressHash', '=', addressHash).execute()

/** Returns whether an address, by any of its possible hashes, refuses inquiries. */
export const isBlocked = async (db: Queryable, hashes: readonly string[]): Promise<boolean> =>
  (await db.selectFrom('inquiryBlocks').select('addressHash').where('addressHash', 'in', hashes).executeTakeFirst()) !==
  undefined
