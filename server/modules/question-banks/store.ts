import type { Insertable, Selectable } from 'kysely'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { QuestionBanksTable, QuestionBankVersionsTable } from '#server/platform/database/tables/question-banks.ts'

export type BankRow = Selectable<QuestionBanksTable>
/** A version without its tasks and its material, which are large. */
export type VersionRow = Omit<Selectable<QuestionBankVersionsTable>, 'tasksJson' | 'materialText'>
export type BankWithVersion = BankRow & VersionRow

const VERSION_COLUMNS = [
  'bankId',
  'version',
  'title',
  'description',
  'licence',
  'source',
  'tagsJson',
  'taskCount',
  'hash',
  'materialName',
  'questionBankVersions.createdAt',
  'publishedAt',
] as const
const BANK_COLUMNS = ['questionBanks.id', 'ownerId', 'newestVersion', 'publishedVersion'] as const

const selectBanks = (db: Queryable, version: 'newestVersion' | 'publishedVersion') =>
  db
    .selectFrom('questionBanks')
    .innerJoin('questionBankVersions', (join) =>
      join
        .onRef('questionBankVersions.bankId', '=', 'questionBanks.id')
        .onRef('questionBankVersions.version', '=', `questionBanks.${version}`),
    )
    .select([...BANK_COLUMNS, ...VERSION_COLUMNS])
    .orderBy('questionBanks.createdAt')
    .orderBy('questionBanks.id')

/** Lists a member's own banks in their newest versions, or those of the platform if `ownerId` is `null`. */
export const listBanks = (db: Queryable, ownerId: string | null): Promise<BankWithVersion[]> =>
  selectBanks(db, 'newestVersion')
    .where('ownerId', ownerId === null ? 'is' : '=', ownerId)
    .execute()

/** Lists the platform's banks in their published versions. */
export const listPublishedBanks = (db: Queryable): Promise<BankWithVersion[]> =>
  selectBanks(db, 'publishedVersion').where('ownerId', 'is', null).execute()

export const findBank = (db: Queryable, id: string): Promise<BankRow | undefined> =>
  db.selectFrom('questionBanks').selectAll().where('id', '=', id).executeTakeFirst()

export const findVersion = (
  db: Queryable,
  bankId: string,
  version: number,
): Promise<Selectable<QuestionBankVersionsTable> | undefined> =>
  db
    .selectFrom('questionBankVersions')
    .selectAll()
    .where('bankId', '=', bankId)
    .where('version', '=', version)
    .executeTakeFirst()

/** Lists the versions of a bank with their tasks, the oldest first. */
export const listVersions = (db: Queryable, bankId: string): Promise<Selectable<QuestionBankVersionsTable>[]> =>
  db.selectFrom('questionBankVersions').selectAll().where('bankId', '=', bankId).orderBy('version').execute()

/** Counts a member's own banks. */
export const countOwnBanks = (db: Queryable, ownerId: string): Promise<number> =>
  countRows(db.selectFrom('questionBanks').where('ownerId', '=', ownerId))

export const insertBank = (db: Queryable, row: Insertable<QuestionBanksTable>) =>
  db.insertInto('questionBanks').values(row).execute()

export const insertVersion = (db: Queryable, row: Insertable<QuestionBankVersionsTable>) =>
  db.insertInto('questionBankVersions').values(row).execute()

export const updateBank = (
  db: Queryable,
  id: string,
  changes: Partial<Pick<BankRow, 'newestVersion' | 'publishedVersion'>>,
) => db.updateTable('questionBanks').set(changes).where('id', '=', id).execute()

/** Records when a version was first published. */
export const markPublished = (
  db: Queryable,
  { bankId, version, at }: { bankId: string; version: number; at: string },
) =>
  db
    .updateTable('questionBankVersions')
    .set({ publishedAt: at })
    .where('bankId', '=', bankId)
    .where('version', '=', version)
    .where('publishedAt', 'is', null)
    .execute()

/** Deletes a bank with its versions. */
export const deleteBank = (db: Queryable, id: string) => db.deleteFrom('questionBanks').where('id', '=', id).execute()
