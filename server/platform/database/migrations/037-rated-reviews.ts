import { type Kysely, sql } from 'kysely'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'

const ROWS_PER_READ = 500
const DIMENSIONS = ['ability', 'usability', 'integration', 'service', 'value']
const PARTS = ['advice', 'role', 'industry', 'companySize', 'deployment', 'monthsOfUse']

/** Adds the ratings and weights of shown reviews as columns, so that ratings and statistics are index-only scans. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const reviews = () => schema.alterTable('member_reviews')
  await reviews().addColumn('shown_ratings', 'text').execute()
  await reviews().addColumn('shown_parts', 'integer').execute()
  await reviews().addColumn('shown_affiliation', 'text').execute()
  await fillFacts(db)
  await schema.dropIndex('member_reviews_of_product').execute()
  await schema
    .createIndex('member_reviews_of_product')
    .on('member_reviews')
    .columns([
      'product_number',
      'ordinal',
      'shown_ratings',
      'shown_parts',
      'shown_affiliation',
      'is_verified',
      'written_at',
      'is_sample',
      'shown_rating',
      'helpful',
      'id',
    ])
    .execute()
  await schema
    .createIndex('member_reviews_by_weight')
    .on('member_reviews')
    .columns([
      'is_verified',
      'shown_parts',
      'shown_affiliation',
      'shown_rating',
      'written_at',
      'product_number',
      'is_sample',
    ])
    .execute()
  // Partial, since few reviews are hidden; queries must repeat this condition literally.
  await sql`create index products_unseen on products (number) where not is_active or deleted_at is not null`.execute(db)
}

async function fillFacts(db: Kysely<unknown>): Promise<void> {
  for (let last = -1; ; ) {
    const { rows } = await sql<{ ordinal: number; json: string | null }>`select ordinal, shown_json as json
      from member_reviews where ordinal > ${last} order by ordinal limit ${ROWS_PER_READ}`.execute(db)
    for (const { ordinal, json } of rows) {
      if (json === null) continue
      const { ratings, parts, affiliation } = readContent(json)
      await sql`update member_reviews
        set shown_ratings = ${ratings}, shown_parts = ${parts}, shown_affiliation = ${affiliation}
        where ordinal = ${ordinal}`.execute(db)
    }
    const next = rows.at(-1)?.ordinal
    if (next === undefined) return
    last = next
    await yieldToEventLoop()
  }
}

function readContent(json: unknown): { ratings: string; parts: number; affiliation: string } {
  const content = Object(typeof json === 'string' ? JSON.parse(json) : json)
  const ratings = Object(content.ratings)
  return {
    ratings: DIMENSIONS.map((dimension) => ratings[dimension] ?? 0).join(''),
    parts: PARTS.filter((part) => (content[part] ?? '') !== '').length,
    affiliation: content.affiliation ?? 'none',
  }
}
