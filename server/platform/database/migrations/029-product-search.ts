import { type Kysely, sql } from 'kysely'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import { createGramTable, indexTexts } from '../text-indexes.ts'
import type { DatabaseKind } from './columns.ts'

const PRODUCTS_PER_READ = 200
const POSITIONS = 512
const [NAME, NAME_LETTERS, REST, REST_LETTERS, DETAILS, FACTS] = [0, 1, 2, 3, 4, 5]
const BETWEEN = ' \u241e '

type Stored = { owner: string; collection: string; part: string; text: string }
type Row = Stored & { ordinal: number }

/**
 * Adds names, slogans and descriptions to the text index, including their pinyin. The ordinal of a text contains its
 * product's number, so that matches don't need a join.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await sql`alter table search_texts rename to former_search_texts`.execute(db)
  await sql`drop table search_grams`.execute(db)
  await createGramTable(db, kind, 'search_grams')

  await createGramTable(db, kind, 'search_letter_grams')
  if (kind === 'postgres') {
    await sql`alter table former_search_texts drop constraint search_texts_pkey`.execute(db)
    await sql`alter table former_search_texts drop constraint search_texts_of_owner`.execute(db)
  }
  await db.schema
    .createTable('search_texts')
    .addColumn('ordinal', 'integer', (column) => column.notNull().primaryKey())
    .addColumn('collection', 'text', (column) => column.notNull())
    .addColumn('owner_id', 'text', (column) => column.notNull())
    .addColumn('part', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addUniqueConstraint('search_texts_of_owner', ['collection', 'owner_id', 'part'])
    .execute()
  for (let last = 0; ; ) {
    const { rows: products } = await sql<{ id: string; number: number; search: string }>`
      select id, number, search_json as search from products where number > ${last}
      order by number limit ${PRODUCTS_PER_READ}`.execute(db)
    const next = products.at(-1)?.number
    if (next === undefined) break
    last = next
    const { rows: stored } = await sql<Stored>`select owner_id as owner, collection, part, text from former_search_texts
      where owner_id in (${sql.join(products.map(({ id }) => id))}) order by owner_id, part`.execute(db)
    const byOwner = Map.groupBy(stored, (row) => row.owner)
    await yieldToEventLoop()
    await insertRows(
      db,
      products.flatMap(({ id, number, search }) => [
        ...listNames(id, number, search),
        ...listOthers(number, byOwner.get(id) ?? []),
      ]),
    )
  }
  await sql`drop table former_search_texts`.execute(db)
}

async function insertRows(db: Kysely<unknown>, rows: readonly Row[]): Promise<void> {
  for (let index = 0; index < rows.length; index += PRODUCTS_PER_READ) {
    const part = rows.slice(index, index + PRODUCTS_PER_READ)
    const values = part.map((row) => sql`(${row.ordinal}, ${row.collection}, ${row.owner}, ${row.part}, ${row.text})`)
    await sql`insert into search_texts (ordinal, collection, owner_id, part, text) values ${sql.join(values)}`.execute(
      db,
    )
    await indexTexts(db, { grams: 'search_grams' }, part)
  }
}

const listOthers = (number: number, stored: readonly Stored[]): Row[] => {
  const facts = stored.filter(({ collection }) => collection === 'product-facts')
  return stored.map((row) => {
    const place = row.collection === 'product-details' ? DETAILS : FACTS + facts.indexOf(row)
    return { ...row, ordinal: number * POSITIONS + place }
  })
}

/** Returns the rows of a product's name, slogan and description from their stored search texts. */
function listNames(owner: string, number: number, stored: string): Row[] {
  const { text = '', syllables = '', initials = '' } = Object(JSON.parse(stored))
  const [name = '', ...others] = String(text).split(BETWEEN)
  const runs = name.match(/[\p{Script=Han}a-z0-9]+/gu)?.length ?? 0
  const [units, letters] = [String(syllables).split(' '), String(initials).split(' ')]
  const toRow = (place: number, collection: string, part: string, each: string): Row => ({
    ordinal: number * POSITIONS + place,
    collection,
    owner,
    part,
    text: each,
  })
  const toForms = (from: number, to?: number) =>
    `${letters.slice(from, to).join(' ')}\n${units.slice(from, to).join(' ')}`
  return [
    toRow(NAME, 'product-names', 'name', name),
    toRow(NAME_LETTERS, 'product-letters', 'name', toForms(0, runs)),
    toRow(REST, 'product-names', 'rest', others.join(BETWEEN)),
    toRow(REST_LETTERS, 'product-letters', 'rest', toForms(runs)),
  ].filter((row) => row.text.trim() !== '')
}
