import { type Kysely, sql } from 'kysely'
import { primaryKey, required } from './columns.ts'

/**
 * Finds inquiries by the product that a member represents, keeps what a vendor may use again, records replaced second
 * openers, and stores refused addresses so that their hashes can be calculated again after `APP_SECRET` was replaced.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .alterTable('inquiries')
    .addColumn('opener_changes_json', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  await schema.alterTable('inquiries').addColumn('project_id', 'text').execute()
  await schema.alterTable('inquiry_blocks').addColumn('address_encrypted', 'text').execute()
  await schema.alterTable('inquiry_invitations').addColumn('product_id', 'text').execute()
  await schema.alterTable('inquiry_invitations').addColumn('member_token_hash', 'text').execute()
  await schema
    .createIndex('inquiry_invitations_member_token')
    .unique()
    .on('inquiry_invitations')
    .column('member_token_hash')
    .execute()
  await schema
    .createIndex('inquiry_invitations_product')
    .on('inquiry_invitations')
    .columns(['product_id', 'created_at', 'id'])
    .execute()
  await addProductIds(db)
  await schema
    .createTable('inquiry_library')
    .addColumn('id', 'text', primaryKey)
    .addColumn('email', 'text', required)
    .addColumn('product', 'text', required)
    .addColumn('question', 'text', required)
    .addColumn('content_encrypted', 'text', required)
    .addColumn('updated_at', 'text', required)
    .execute()
  await schema
    .createIndex('inquiry_library_question')
    .unique()
    .on('inquiry_library')
    .columns(['email', 'product', 'question'])
    .execute()
  await schema
    .createIndex('inquiry_library_email')
    .on('inquiry_library')
    .columns(['email', 'updated_at', 'id'])
    .execute()
}

type Contents = { products?: { key: string; productId: string | null }[] }

async function addProductIds(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{
    id: string
    contentsJson: string | Contents
  }>`select id, contents_json as "contentsJson" from inquiries`.execute(db)
  for (const { id, contentsJson } of rows) {
    const contents: Contents = typeof contentsJson === 'string' ? JSON.parse(contentsJson) : contentsJson
    for (const { key, productId } of contents.products ?? [])
      if (productId !== null)
        await sql`update inquiry_invitations set product_id = ${productId}
          where inquiry_id = ${id} and product = ${key}`.execute(db)
  }
}
