import { type Kysely, sql } from 'kysely'
import { toPlainText } from '#contracts/rules/plain-text.ts'
import { foldText } from '#server/platform/search-text/fold-text.ts'
import { createGramTable, indexTexts } from '../text-indexes.ts'
import { type DatabaseKind, primaryKey, required } from './columns.ts'

const ROWS_PER_READ = 200
const WORD_LISTS = [
  'targetUsers',
  'keyCapabilities',
  'deploymentTypes',
  'securityCompliance',
  'aiCapabilities',
  'industryApplications',
]

/**
 * Adds further searchable texts of products, besides name, slogan and description: capabilities, specifications, facts.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('search_texts')
    .addColumn('ordinal', 'integer', (column) =>
      kind === 'sqlite' ? primaryKey(column) : primaryKey(column).generatedByDefaultAsIdentity(),
    )
    .addColumn('collection', 'text', required)
    .addColumn('owner_id', 'text', required)
    .addColumn('part', 'text', required)
    .addColumn('text', 'text', required)
    .addUniqueConstraint('search_texts_of_owner', ['collection', 'owner_id', 'part'])
    .execute()
  await createGramTable(db, kind, 'search_grams')
  await indexDetails(db)
  await indexFacts(db)
}

async function indexDetails(db: Kysely<unknown>): Promise<void> {
  for (let last = ''; ; ) {
    const { rows } = await sql<{ id: string; details: string }>`select id, details_json as details from products
      where id > ${last} order by id limit ${ROWS_PER_READ}`.execute(db)
    for (const { id, details } of rows) await insertText(db, 'product-details', id, '', listTexts(details))
    const next = rows.at(-1)?.id
    if (next === undefined) return
    last = next
  }
}

/** Returns the texts of a product's details, ignoring other values. */
function listTexts(stored: unknown): string[] {
  const details = Object(typeof stored === 'string' ? JSON.parse(stored) : stored)
  const lists = WORD_LISTS.flatMap((field) => (Array.isArray(details[field]) ? details[field] : []))
  const specs: unknown[] = Array.isArray(details.technicalSpecs) ? details.technicalSpecs : []
  const { uniqueValue, detailedDescription } = details
  return [
    ...lists,
    ...specs.map((spec) => `${Object(spec).title}：${Object(spec).value}`),
    uniqueValue,
    typeof detailedDescription === 'string' ? toPlainText(detailedDescription) : '',
  ].filter((text) => typeof text === 'string' && text !== '')
}

async function indexFacts(db: Kysely<unknown>): Promise<void> {
  for (let last = ''; ; ) {
    const { rows } = await sql<{ owner: string }>`select distinct product_id as owner from facts
      where product_id > ${last} order by product_id limit ${ROWS_PER_READ}`.execute(db)
    for (const { owner } of rows) await indexFactsOf(db, owner)
    const next = rows.at(-1)?.owner
    if (next === undefined) return
    last = next
  }
}

async function indexFactsOf(db: Kysely<unknown>, owner: string): Promise<void> {
  const { rows } = await sql<{ attribute: string; value: string }>`select attribute, value_json as value from facts
    join attributes on attributes.key = facts.attribute where product_id = ${owner} and type = 'text'`.execute(db)
  for (const [attribute, facts] of Map.groupBy(rows, (row) => row.attribute)) {
    const values = facts.map(({ value }) => String(JSON.parse(value)))
    await insertText(db, 'product-facts', owner, attribute, values)
  }
}

async function insertText(db: Kysely<unknown>, collection: string, owner: string, part: string, texts: string[]) {
  const text = foldText(texts.join(' \u241e '))
  if (text === '') return
  const { rows } = await sql<{ ordinal: number }>`insert into search_texts (collection, owner_id, part, text)
    values (${collection}, ${owner}, ${part}, ${text}) returning ordinal`.execute(db)
  await indexTexts(
    db,
    { grams: 'search_grams' },
    rows.map(({ ordinal }) => ({ ordinal, text })),
  )
}
