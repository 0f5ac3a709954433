import { type Insertable, type Selectable, sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { FilesTable } from '#server/platform/database/tables/site.ts'

export type FileRow = Selectable<FilesTable>

export const findFile = (db: Queryable, key: string) =>
  db.selectFrom('files').selectAll().where('key', '=', key).executeTakeFirst()

/** Creates or replaces the row of a file. */
export const saveFile = (db: Queryable, row: Insertable<FilesTable>) => {
  const { key: _, ...values } = row
  return db
    .insertInto('files')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
    .execute()
}

/** Deletes a file's row. Returns the original file name; `undefined` if the row doesn't exist. */
export const deleteFile = async (db: Queryable, key: string): Promise<string | undefined> => {
  const deleted = await db.deleteFrom('files').where('key', '=', key).returning('originalName').executeTakeFirst()
  return deleted?.originalName
}

const KEYS_PER_QUERY = 2_000

/** Streams the keys of the files that were stored before a time, but those that the media library keeps. */
export async function* streamKeysBefore(db: Queryable, before: string): AsyncGenerator<string> {
  for (let last = ''; ; ) {
    const rows = await db
      .selectFrom('files')
      .select(['key', 'createdAt', 'isKept'])
      .where('key', '>', last)
      .orderBy('key')
      .limit(KEYS_PER_QUERY)
      .execute()
    for (const { key, createdAt, isKept } of rows) if (createdAt < before && !isKept) yield key
    if (rows.length < KEYS_PER_QUERY) return
    last = rows.at(-1)?.key ?? ''
  }
}

/** Streams the keys of the files of submissions and reviews (including unclaimed ones), projects and inquiries. */
export async function* streamPrivateKeys(db: Queryable): AsyncGenerator<string> {
  for (const table of ['submissionFiles', 'evaluationEvidence', 'reviewProofs', 'inquiryFiles'] as const)
    for (let last = ''; ; ) {
      const rows = await db
        .selectFrom(table)
        .select(['id', 'fileKey'])
        .where('id', '>', last)
        .orderBy('id')
        .limit(KEYS_PER_QUERY)
        .execute()
      for (const { fileKey } of rows) yield fileKey
      if (rows.length < KEYS_PER_QUERY) break
      last = rows.at(-1)?.id ?? ''
    }
}

/** Streams the ids of the reports of projects and of published ones, which outlive their project. */
export async function* streamReportIds(db: Queryable): AsyncGenerator<string> {
  for (const table of ['evaluationReports', 'publishedReports'] as const)
    for (let last = ''; ; ) {
      const rows = await db
        .selectFrom(table)
        .select('id')
        .where('id', '>', last)
        .orderBy('id')
        .limit(KEYS_PER_QUERY)
        .execute()
      for (const { id } of rows) yield id
      if (rows.length < KEYS_PER_QUERY) break
      last = rows.at(-1)?.id ?? ''
    }
}

/** The columns whose text may contain URLs of stored files. Rows are read in the order of the column `key`. */
const REFERENCING_COLUMNS = [
  { table: 'documents', key: 'kind', text: 'data_json' },
  { table: 'content_drafts', key: 'kind', text: 'data_json' },
  { table: 'community_events', key: 'id', text: 'event_json' },
  { table: 'products', key: 'id', text: 'details_json' },
  { table: 'product_import_changes', key: 'product_id', text: 'before_json' },
  { table: 'submissions', key: 'id', text: 'previous_product_json' },
  { table: 'qr_codes', key: 'id', text: 'image_path' },
  { table: 'settings', key: 'part', text: 'value_json' },
  { table: 'mail_configs', key: 'id', text: 'value_json' },
] as const
const ROWS_PER_QUERY = 100

/**
 * Streams the texts that may refer to stored files: of documents and their drafts, products (including recycled ones and
 * the former values of imported ones), QR codes and settings.
 */
export async function* streamReferencingTexts(db: Queryable): AsyncGenerator<string> {
  for (const { table, key, text } of REFERENCING_COLUMNS) {
    let last = ''
    for (;;) {
      const { rows } = await sql<{ key: string; content: string }>`
        select ${sql.ref(key)} as key, ${sql.ref(text)} as content from ${sql.table(table)}
        where ${sql.ref(key)} > ${last} and ${sql.ref(text)} like '%/uploads/%'
        order by ${sql.ref(key)} limit ${ROWS_PER_QUERY}`.execute(db)
      for (const { content } of rows) yield content
      if (rows.length < ROWS_PER_QUERY) break
      last = rows.at(-1)?.key ?? ''
    }
  }
}

/** Streams the texts of revisions that may refer to stored files, which have to exist if the revision is restored. */
export async function* streamRevisionTexts(db: Queryable): AsyncGenerator<string> {
  const revisions = await db.selectFrom('documentRevisions').select(['kind', 'revision']).execute()
  for (const { kind, revision } of revisions) {
    const { rows } = await sql<{ content: string }>`
      select data_json as content from document_revisions
      where kind = ${kind} and revision = ${revision} and data_json like '%/uploads/%'`.execute(db)
    for (const { content } of rows) yield content
  }
  const { rows } = await sql<{ content: string }>`
    select value_json as content from mail_revisions where value_json like '%/uploads/%'`.execute(db)
  for (const { content } of rows) yield content
}

/** Streams the texts of products' versions that may refer to stored files. Unlike other revisions, they are deleted in time. */
export async function* streamProductRevisionTexts(db: Queryable): AsyncGenerator<string> {
  let last = { id: '', revision: 0 }
  for (;;) {
    const { rows } = await sql<{ id: string; revision: number; content: string }>`
      select product_id as id, revision, details_json as content from product_revisions
      where (product_id, revision) > (${last.id}, ${last.revision}) and details_json like '%/uploads/%'
      order by product_id, revision limit ${ROWS_PER_QUERY}`.execute(db)
    for (const { content } of rows) yield content
    const end = rows.at(-1)
    if (!end || rows.length < ROWS_PER_QUERY) return
    last = end
  }
}

const REVISION_COLUMNS = [
  { table: 'document_revisions', key: 'kind', text: 'data_json' },
  { table: 'mail_revisions', key: 'config_id', text: 'value_json' },
  { table: 'product_revisions', key: 'product_id', text: 'details_json' },
] as const

type ReferencingTable = (typeof REFERENCING_COLUMNS | typeof REVISION_COLUMNS)[number]['table']
/** The rows of a table whose texts contain a URL: what they belong to, and how many there are. */
export type FileReference = { table: ReferencingTable; id: string; count: number }

/** Lists what refers to a URL: rows and revisions, counted by what they belong to. */
export async function findReferences(db: Queryable, url: string): Promise<FileReference[]> {
  const references: FileReference[] = []
  for (const { table, key, text } of [...REFERENCING_COLUMNS, ...REVISION_COLUMNS]) {
    const { rows } = await sql<{ id: string | number; count: number | string }>`
      select ${sql.ref(key)} as id, count(*) as count from ${sql.table(table)}
      where ${sql.ref(text)} like ${`%${url}%`} group by ${sql.ref(key)} order by ${sql.ref(key)}`.execute(db)
    for (const { id, count } of rows) references.push({ table, id: String(id), count: Number(count) })
  }
  return references
}

/** Returns whether the text of any row or revision contains a URL. */
export async function isReferenced(db: Queryable, url: string): Promise<boolean> {
  for (const { table, text } of [...REFERENCING_COLUMNS, ...REVISION_COLUMNS]) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where ${sql.ref(text)} like ${`%${url}%`} limit 1`.execute(db)
    if (rows.length > 0) return true
  }
  return false
}
