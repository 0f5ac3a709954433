import { sql } from 'kysely'
import type { SubmissionStatus } from '#contracts/vocabulary.ts'
import type { SubmissionRow } from '#server/modules/submissions/service.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { contains, isExact, rowsWithGrams } from '#server/platform/database/text-search.ts'

/** `search` is in the form that `searchText` is kept in; '' and `undefined` filter nothing. */
export type Filter = { search: string; category: string | undefined; status: SubmissionStatus | undefined }

const GRAMS = 'submission_grams'

const filterSubmissions = (db: Queryable, kind: Database['kind'], { search, category, status }: Filter) =>
  db
    .selectFrom('submissions')
    .$if(search !== '', (query) => query.where('ordinal', 'in', rowsWithGrams(kind, GRAMS, search)))
    .$if(search !== '' && !isExact(search), (query) => query.where(contains('search_text', search)))
    .$if(category !== undefined, (query) => query.where('category', '=', category ?? ''))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'pending'))

/** Lists the newest first. The numbers of a page are found in an index alone; only its rows are then read. */
export async function listSubmissions(
  db: Queryable,
  kind: Database['kind'],
  filter: Filter,
  page: { limit: number; offset: number },
): Promise<SubmissionRow[]> {
  const count = await filterSubmissions(db, kind, filter)
    .select('ordinal')
    .orderBy('ordinal', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  if (count.length === 0) return []
  const ordinals = count.map(({ ordinal }) => ordinal)
  return db.selectFrom('submissions').selectAll().where('ordinal', 'in', ordinals).orderBy('ordinal', 'desc').execute()
}

/** Returns how many there are of each status, whatever status the filter names. */
export const countByStatus = (db: Queryable, kind: Database['kind'], filter: Filter) =>
  filterSubmissions(db, kind, { ...filter, status: undefined })
    .select(['status', sql<number>`count(*)`.as('count')])
    .groupBy('status')
    .execute()

export const countSubmissions = async (db: Queryable): Promise<number> => {
  const row = await db
    .selectFrom('submissions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}
