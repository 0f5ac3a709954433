import { type Kysely, sql } from 'kysely'
import { addDays, addMonths, toDay } from '#contracts/rules/shanghai-time.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import { foldText } from '#server/platform/search-text/fold-text.ts'
import { indexTexts } from '../text-indexes.ts'
import { type DatabaseKind, required } from './columns.ts'

const PRODUCTS_PER_READ = 200
const VENDOR = 'vendor'
/** In the order in which products list their deployment types. */
const DEPLOYMENT = [
  { type: 'SaaS', attribute: 'saas' },
  { type: '私有化部署', attribute: 'private-deployment' },
  { type: '混合部署', attribute: 'hybrid-deployment' },
  { type: '边缘部署', attribute: 'edge-deployment' },
]
const FORM_ATTRIBUTES = [
  { key: VENDOR, label: '厂商', group: '基本', type: 'text', isFilter: false },
  ...DEPLOYMENT.map(({ type, attribute }) => ({
    key: attribute,
    label: type,
    group: '部署',
    type: 'yesNo',
    isFilter: true,
  })),
]
const GRADES = ['claimed', 'public', 'third-party', 'verified']
const [FIRST_FACT_FIELD, FIELDS_PER_PRODUCT] = [5, 512]

type Product = { id: string; number: number; catalogue: string; company: string; details: string; createdAt: string }
type Fact = { id: string; attribute: string; value: unknown; grade: string; readAt: string | null }

/**
 * Turns the company and the deployment types of products, which forms have stated, into facts of grade 厂商自述. The
 * company and the known deployment types of a product's row are derived from its facts from now on.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .alterTable('products')
    .addColumn('deployment_types_json', 'text', (column) => required(column).defaultTo('[]'))
    .execute()
  // The latest change of an attribute, so that the same rows become the same rows on both databases.
  const { rows } = await sql<{ at: string | null }>`select max(updated_at) as at from attributes`.execute(db)
  const at = rows[0]?.at
  // A new database gets its attributes, and then its products, at the first start.
  if (!at) return
  await addAttributes(db, kind, at)
  const months = await listStaleMonths(db)
  for (let last = 0; ; ) {
    const { rows: products } = await sql<Product>`select id, number, catalogue, company, details_json as details,
      created_at as "createdAt" from products where number > ${last} order by number limit ${PRODUCTS_PER_READ}`.execute(
      db,
    )
    const next = products.at(-1)?.number
    if (next === undefined) return
    last = next
    const facts = await listFacts(db, products)
    for (const product of products) {
      await yieldToEventLoop()
      await convertProduct(db, product, { facts: facts.get(product.id) ?? [], months, at })
    }
  }
}

/** Adds the attributes that are missing, and extends the others to both catalogues. */
async function addAttributes(db: Kysely<unknown>, kind: DatabaseKind, at: string): Promise<void> {
  const { rows } = await sql<{ key: string; label: string; position: number; catalogues: string }>`
    select key, label, position, catalogues_json as catalogues from attributes`.execute(db)
  let position = Math.max(0, ...rows.map((row) => Number(row.position)))
  const [yes, no] = kind === 'sqlite' ? [1, 0] : [true, false]
  for (const { key, label, group, type, isFilter } of FORM_ATTRIBUTES) {
    const existing = rows.find((row) => row.key === key)
    if (!existing) {
      position += 1
      const isTaken = rows.some((row) => row.label === label)
      await sql`insert into attributes (key, label, group_label, type, unit, choices_json, catalogues_json, categories_json,
        is_filter, is_compared, is_on_card, is_active, hint, stale_after_months, position, version, created_at, updated_at)
        values (${key}, ${isTaken ? `${label}（${key}）` : label}, ${group}, ${type}, '', '[]', '["agent","ai"]', '[]',
          ${isFilter ? yes : no}, ${yes}, ${no}, ${yes}, '', 12, ${position}, 0, ${at}, ${at})`.execute(db)
      await saveRevision(db, key, at)
    } else if (existing.catalogues !== '["agent","ai"]') {
      await sql`update attributes set catalogues_json = '["agent","ai"]', updated_at = ${at} where key = ${key}`.execute(
        db,
      )
      await saveRevision(db, key, at)
    }
  }
}

type StoredAttribute = {
  version: number
  label: string
  grouping: string
  type: string
  unit: string
  choices: string
  catalogues: string
  categories: string
  filters: unknown
  compares: unknown
  carded: unknown
  active: unknown
  hint: string
  months: number | null
}

/** Stores an attribute as its next revision. */
async function saveRevision(db: Kysely<unknown>, key: string, at: string): Promise<void> {
  await sql`update attributes set version = version + 1 where key = ${key}`.execute(db)
  const { rows } = await sql<StoredAttribute>`select version, label, group_label as grouping, type, unit,
    choices_json as choices, catalogues_json as catalogues, categories_json as categories, is_filter as filters,
    is_compared as compares, is_on_card as carded, is_active as active, hint, stale_after_months as months
    from attributes where key = ${key}`.execute(db)
  for (const row of rows) {
    const state = {
      label: row.label,
      group: row.grouping,
      type: row.type,
      unit: row.unit,
      choices: JSON.parse(row.choices),
      catalogues: JSON.parse(row.catalogues),
      categories: JSON.parse(row.categories),
      isFilter: Boolean(row.filters),
      isCompared: Boolean(row.compares),
      isOnCard: Boolean(row.carded),
      isActive: Boolean(row.active),
      hint: row.hint,
      staleAfterMonths: row.months,
    }
    await sql`insert into attribute_revisions (key, revision, value_json, created_at)
      values (${key}, ${row.version}, ${JSON.stringify(state)}, ${at})`.execute(db)
  }
}

/** Returns after how many months the facts of each attribute are stale. */
async function listStaleMonths(db: Kysely<unknown>): Promise<ReadonlyMap<string, number | null>> {
  const { rows } = await sql<{ key: string; months: number | null }>`
    select key, stale_after_months as months from attributes`.execute(db)
  return new Map(rows.map(({ key, months }) => [key, months]))
}

/** Returns the facts that forms state, by product. */
async function listFacts(db: Kysely<unknown>, products: readonly Product[]): Promise<Map<string, Fact[]>> {
  const { rows } = await sql<Omit<Fact, 'value'> & { product: string; text: string }>`
    select id, product_id as product, attribute, value_json as text, grade, read_at as "readAt" from facts
    where product_id in (${sql.join(products.map(({ id }) => id))})
      and attribute in (${sql.join(FORM_ATTRIBUTES.map(({ key }) => key))})`.execute(db)
  return Map.groupBy(
    rows.map(({ text, ...fact }) => ({ ...fact, value: JSON.parse(text) })),
    ({ product }) => product,
  )
}

type Conversion = { facts: readonly Fact[]; months: ReadonlyMap<string, number | null>; at: string }

/** Adds what a product's form has stated and no fact says yet, and derives the columns of its row. */
async function convertProduct(db: Kysely<unknown>, product: Product, conversion: Conversion): Promise<void> {
  const { facts } = conversion
  const day = toDay(new Date(product.createdAt))
  const claim = (attribute: string, value: string): Fact => ({
    id: `${product.createdAt.replaceAll(/\D/g, '')}-${product.number}-${attribute}`,
    attribute,
    value,
    grade: 'claimed',
    readAt: day,
  })
  const types = listTypes(product.details)
  const added = DEPLOYMENT.filter(
    ({ type, attribute }) => types.includes(type) && !facts.some((fact) => fact.attribute === attribute),
  ).map(({ attribute }) => claim(attribute, 'yes'))
  const company = product.company.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  const vendors = facts.filter(({ attribute }) => attribute === VENDOR)
  const isStated = vendors.some(({ value, grade }) => value === company || grade === 'claimed')
  if (company !== '' && !isStated) added.push(claim(VENDOR, company))
  for (const fact of added) await insertFact(db, product, fact, conversion)
  if (added.length > 0) await recordChanges(db, product, added, conversion)
  const all = [...facts, ...added]
  await indexVendors(db, product, all)
  const offered = DEPLOYMENT.filter(({ attribute }) =>
    all.some((fact) => fact.attribute === attribute && fact.value === 'yes'),
  )
  await sql`update products set company = ${findVendor(all)},
    deployment_types_json = ${JSON.stringify(offered.map(({ type }) => type))} where id = ${product.id}`.execute(db)
}

function listTypes(details: string): unknown[] {
  const { deploymentTypes } = Object(JSON.parse(details))
  return Array.isArray(deploymentTypes) ? deploymentTypes : []
}

/** Returns the preferred vendor: of the best grade, then of the latest reading. */
function findVendor(facts: readonly Fact[]): string {
  const rank = ({ grade, readAt, id }: Fact) => [GRADES.indexOf(grade), readAt ?? '', id].join('|')
  const [, vendor] = facts
    .filter(({ attribute }) => attribute === VENDOR)
    .map((fact) => [rank(fact).replace(/[^|]*$/, ''), fact] as const)
    .sort(([a, first], [b, second]) => (a === b ? compare(first.id, second.id) : compare(b, a)))[0] ?? ['', undefined]
  return typeof vendor?.value === 'string' ? vendor.value : ''
}
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))

async function insertFact(
  db: Kysely<unknown>,
  { id, catalogue }: Product,
  fact: Fact,
  { months, at }: Conversion,
): Promise<void> {
  const limit = months.get(fact.attribute) ?? null
  const staleOn = limit === null || fact.readAt === null ? null : addDays(addMonths(fact.readAt, limit), 1)
  await sql`insert into facts (id, product_id, attribute, value_json, grade, source_url, read_at, note, stale_on,
    created_at, updated_at) values (${fact.id}, ${id}, ${fact.attribute}, ${JSON.stringify(fact.value)}, ${fact.grade},
      '', ${fact.readAt}, '', ${staleOn}, ${at}, ${at})`.execute(db)
  if (fact.attribute !== VENDOR)
    await sql`insert into fact_values (catalogue, attribute, value, product_id, is_verified)
      values (${catalogue}, ${fact.attribute}, 'yes', ${id}, ${sql.lit(false)})`.execute(db)
}

/** Adds the facts to the product's history, as its next version. */
async function recordChanges(
  db: Kysely<unknown>,
  { id }: Product,
  facts: readonly Fact[],
  { at }: Conversion,
): Promise<void> {
  const { rows } = await sql<{ version: number }>`select version from product_facts where product_id = ${id}`.execute(
    db,
  )
  const version = (rows[0]?.version ?? 0) + 1
  const [{ readAt = null } = {}] = facts
  const change = sql`(select coalesce(max(change), 0) + 1 from product_facts)`
  if (rows.length === 0)
    await sql`insert into product_facts (product_id, version, updated_on, change)
      values (${id}, ${version}, ${readAt}, ${change})`.execute(db)
  else
    await sql`update product_facts set version = ${version}, updated_on = coalesce(updated_on, ${readAt}),
      change = ${change} where product_id = ${id}`.execute(db)
  for (const [index, { attribute, value, grade, readAt: day }] of facts.entries()) {
    const after = JSON.stringify({ value, grade, sourceUrl: '', readAt: day, note: '' })
    await sql`insert into fact_changes (product_id, version, ordinal, attribute, action, after_json, at)
      values (${id}, ${version}, ${index + 1}, ${attribute}, 'add', ${after}, ${at})`.execute(db)
  }
}

/** Makes a stated vendor searchable, and marks the product if its sources name different ones. */
async function indexVendors(db: Kysely<unknown>, { id, number }: Product, facts: readonly Fact[]): Promise<void> {
  const vendors = facts.filter(({ attribute }) => attribute === VENDOR).map(({ value }) => String(value))
  if (new Set(vendors).size > 1)
    await sql`insert into fact_disputes (product_id, attribute) values (${id}, ${VENDOR})
      on conflict (product_id, attribute) do nothing`.execute(db)
  const { rows } = await sql<{ ordinal: number; part: string }>`select ordinal, part from search_texts
    where owner_id = ${id} and collection = 'product-facts'`.execute(db)
  if (vendors.length === 0 || rows.some(({ part }) => part === VENDOR)) return
  const fields = rows.map(({ ordinal }) => ordinal % FIELDS_PER_PRODUCT)
  const field = Math.max(FIRST_FACT_FIELD - 1, ...fields) + 1
  const row = {
    ordinal: number * FIELDS_PER_PRODUCT + field,
    collection: 'product-facts',
    text: foldText(vendors.join(' \u241e ')),
  }
  await sql`insert into search_texts (ordinal, collection, owner_id, part, text)
    values (${row.ordinal}, ${row.collection}, ${id}, ${VENDOR}, ${row.text})`.execute(db)
  await indexTexts(db, { grams: 'search_grams' }, [row])
}
