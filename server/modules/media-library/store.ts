import { type Selectable, sql } from 'kysely'
import type { MediaKind } from '#contracts/media-library/media-file.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { FilesTable } from '#server/platform/database/tables/site.ts'
import { contains } from '#server/platform/database/text-indexes.ts'
import { MEDIA_FOLDERS, SMALL_FILE_END } from './library-files.ts'

/** A file with the name of who uploaded it; `null` if the account was deleted. */
export type MediaRow = Selectable<FilesTable> & { uploaderName: string | null }

const selectFiles = (db: Queryable) =>
  db
    .selectFrom('files')
    .leftJoin('users', 'users.id', 'files.uploadedBy')
    .selectAll('files')
    .select('users.name as uploaderName')

/** Lists the keys of the library's files of some kinds, pictures first and the newest of them first. */
export async function listMediaKeys(
  db: Queryable,
  { kinds, search }: { kinds: readonly MediaKind[]; search: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('key')
    .where((eb) => eb.or(kinds.map((kind) => eb('key', 'like', `${MEDIA_FOLDERS[kind]}%`))))
    .where('key', 'not like', `%${SMALL_FILE_END}`)
    .$if(search !== '', (query) =>
      query.where((eb) =>
        eb.or(
          (['originalName', 'altText'] as const).map((column) =>
            contains(sql`lower(${sql.ref(column)})`, search.toLowerCase()),
          ),
        ),
      ),
    )
    .orderBy(sql`case when mimetype like 'image/%' then 0 else 1 end`)
    .orderBy('createdAt', 'desc')
    .orderBy('key')
    .execute()
  return rows.map(({ key }) => key)
}

/** Returns the files of keys, in any order. */
export const listMediaFiles = (db: Queryable, keys: readonly string[]): Promise<MediaRow[]> =>
  keys.length === 0 ? Promise.resolve([]) : selectFiles(db).where('key', 'in', keys).execute()

export const findMediaFile = (db: Queryable, key: string): Promise<MediaRow | undefined> =>
  selectFiles(db).where('key', '=', key).executeTakeFirst()

export const updateMediaFile = (
  db: Queryable,
  key: string,
  change: Partial<Pick<MediaRow, 'originalName' | 'altText' | 'isKept'>>,
) => db.updateTable('files').set(change).where('key', '=', key).execute()

export type NamedProduct = { id: string; name: string; catalogue: Catalogue; deletedAt: string | null }

/** Returns the products of ids, also recycled ones, in any order. */
export const listProductNames = (db: Queryable, ids: readonly string[]): Promise<NamedProduct[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('products').select(['id', 'name', 'catalogue', 'deletedAt']).where('id', 'in', ids).execute()

/** Returns the titles of the QR codes of ids, in any order. */
export const listQrCodeTitles = (db: Queryable, ids: readonly string[]): Promise<{ id: string; title: string }[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('qrCodes').select(['id', 'title']).where('id', 'in', ids).execute()
