import { type Kysely, sql } from 'kysely'
import { booleanType, type DatabaseKind } from './columns.ts'

/**
 * Lets products have drafts beside the published ones, with preview links, both of which end with the product. Marks the
 * versions of products that were published from a draft.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { schema } = db
  for (const table of ['content_drafts', 'preview_links'])
    await schema
      .alterTable(table)
      .addColumn('product_id', 'text', (column) => column.references('products.id').onDelete('cascade'))
      .execute()
  await schema.createIndex('content_drafts_product').on('content_drafts').column('product_id').execute()
  await schema.createIndex('preview_links_product').on('preview_links').column('product_id').execute()
  await schema
    .alterTable('product_revisions')
    .addColumn('is_publication', booleanType(kind), (column) => column.notNull().defaultTo(sql`false`))
    .execute()
  await sql`
    create index product_revisions_published on product_revisions (created_at, product_id, revision)
    where is_publication`.execute(db)
}
