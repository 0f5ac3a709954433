import type { Insertable, Selectable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { InquiryAnswersTable, InquiryFilesTable } from '#server/platform/database/tables/inquiries.ts'

export type AnswerRow = Selectable<InquiryAnswersTable>
export type FileRow = Selectable<InquiryFilesTable>

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
