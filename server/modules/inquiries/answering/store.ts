import type { Insertable, Selectable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type {
  InquiryAnswersTable,
  InquiryFilesTable,
  InquiryLibraryTable,
} from '#server/platform/database/tables/inquiries.ts'

export type AnswerRow = Selectable<InquiryAnswersTable>
export type FileRow = Selectable<InquiryFilesTable>
export type LibraryRow = Selectable<InquiryLibraryTable>

export const listAnswerRows = (db: Queryable, invitationId: string): Promise<AnswerRow[]> =>
  db.selectFrom('inquiryAnswers').selectAll().where('invitationId', '=', invitationId).orderBy('question').execute()

export const findAnswer = (db: Queryable, invitationId: string, question: string): Promise<AnswerRow | undefined> =>
  db
    .selectFrom('inquiryAnswers')
    .selectAll()
    .where('invitationId', '=', invitationId)
    .where('question', '=', question)
    .executeTakeFirst()

/** Inserts an answer, or replaces it. The caller has compared the versions under the lock of the inquiry. */
export const saveAnswer = (db: Queryable, row: Insertable<InquiryAnswersTable>) => {
  const { version, contentEncrypted, updatedAt } = row
  return db
    .insertInto('inquiryAnswers')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['invitationId', 'question']).doUpdateSet({ version, contentEncrypted, updatedAt }),
    )
    .execute()
}

/** Lists the files of an invitation in the order of their upload, including removed ones. */
export const listFileRows = (db: Queryable, invitationId: string): Promise<FileRow[]> =>
  db
    .selectFrom('inquiryFiles')
    .selectAll()
    .where('invitationId', '=', invitationId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

export const insertFile = (db: Queryable, row: Insertable<InquiryFilesTable>) =>
  db.insertInto('inquiryFiles').values(row).execute()

export const markRemoved = (db: Queryable, id: string) =>
  db.updateTable('inquiryFiles').set({ isRemoved: true }).where('id', '=', id).execute()

export const deleteFileRow = (db: Queryable, id: string) => db.deleteFrom('inquiryFiles').where('id', '=', id).execute()

/** Keeps an answer for later inquiries; it replaces the earlier one to the same question. */
export const saveLibraryRow = (db: Queryable, row: LibraryRow) => {
  const { contentEncrypted, updatedAt } = row
  return db
    .insertInto('inquiryLibrary')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['email', 'product', 'question']).doUpdateSet({ contentEncrypted, updatedAt }),
    )
    .execute()
}

/** Lists what an address has kept, the newest first. */
export const listLibraryRows = (db: Queryable, email: string): Promise<LibraryRow[]> =>
  db
    .selectFrom('inquiryLibrary')
    .selectAll()
    .where('email', '=', email)
    .orderBy('updatedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Lists what an address has kept about one product. */
export const listLibraryRowsOf = (db: Queryable, email: string, product: string): Promise<LibraryRow[]> =>
  db.selectFrom('inquiryLibrary').selectAll().where('email', '=', email).where('product', '=', product).execute()

/** Deletes the oldest of what an address has kept, above a number. */
export async function deleteOldLibraryRows(db: Queryable, email: string, max: number): Promise<void> {
  const rows = await listLibraryRows(db, email)
  for (const { id } of rows.slice(max)) await db.deleteFrom('inquiryLibrary').where('id', '=', id).execute()
}

export const deleteLibrary = (db: Queryable, email: string) =>
  db.deleteFrom('inquiryLibrary').where('email', '=', email).execute()

/** Lists all that was kept, for encrypting it again. */
export const listAllLibraryRows = (db: Queryable): Promise<LibraryRow[]> =>
  db.selectFrom('inquiryLibrary').selectAll().orderBy('id').execute()

/** Replaces an encrypted answer, unless it has changed. */
export const replaceLibraryContent = (db: Queryable, id: string, { from, to }: { from: string; to: string }) =>
  db
    .updateTable('inquiryLibrary')
    .set({ contentEncrypted: to })
    .where('id', '=', id)
    .where('contentEncrypted', '=', from)
    .execute()
