import { type Kysely, sql } from 'kysely'
import { booleanType, type DatabaseKind, primaryKey, required, version } from './columns.ts'

/**
 * Creates the tables of members' reviews; adds their rating to products, and the time of email verification to users.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createReviews(db, kind)
  await createProofs(db)
  await createHelpfulMarks(db)
  await addRatings(db)
  await addEmailVerification(db)
}

async function createReviews({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schema
    .createTable('member_reviews')
    .addColumn('id', 'text', primaryKey)
    .addColumn('product_id', 'text', (column) => column.notNull().references('products.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('is_sample', booleanType(kind), required)
    .addColumn('status', 'text', required)
    .addColumn('content_json', 'text', required)
    .addColumn('search_text', 'text', required)
    .addColumn('shown_json', 'text')
    .addColumn('shown_rating', 'double precision')
    .addColumn('written_at', 'text')
    .addColumn('is_verified', booleanType(kind), required)
    .addColumn('is_edited', booleanType(kind), required)
    .addColumn('reason', 'text', required)
    .addColumn('address_hash', 'text', required)
    .addColumn('helpful', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('reply_text', 'text')
    .addColumn('reply_by', 'text')
    .addColumn('reply_at', 'text')
    .addColumn('verdict_mail_id', 'text')
    .addColumn('decided_at', 'text')
    .addColumn('decided_by', 'text')
    .addColumn('decided_by_name', 'text')
    .addColumn('submitted_at', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('version', 'integer', version)
    .addUniqueConstraint('member_reviews_one_each', ['product_id', 'user_id'])
    .execute()
  for (const [name, columns] of [
    ['member_reviews_queue', ['status', 'submitted_at']],
    ['member_reviews_of_user', ['user_id', 'submitted_at']],
    ['member_reviews_of_address', ['address_hash', 'submitted_at']],
  ] as const)
    await schema
      .createIndex(name)
      .on('member_reviews')
      .columns([...columns])
      .execute()
}

async function createProofs({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('review_proofs')
    .addColumn('id', 'text', primaryKey)
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('review_id', 'text', (column) => column.references('member_reviews.id').onDelete('cascade'))
    .addColumn('file_key', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('size', 'integer', required)
    .addColumn('created_at', 'text', required)
    .execute()
  await schema.createIndex('review_proofs_of_review').on('review_proofs').column('review_id').execute()
  await schema.createIndex('review_proofs_of_user').on('review_proofs').column('user_id').execute()
}

async function createHelpfulMarks({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('review_helpful_marks')
    .addColumn('review_id', 'text', (column) => column.notNull().references('member_reviews.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'text', required)
    .addPrimaryKeyConstraint('review_helpful_marks_one_each', ['review_id', 'user_id'])
    .execute()
  await schema.createIndex('review_helpful_marks_of_user').on('review_helpful_marks').column('user_id').execute()
}

async function addRatings({ schema }: Kysely<unknown>): Promise<void> {
  const products = () => schema.alterTable('products')
  await products().addColumn('member_rating', 'double precision').execute()
  await products()
    .addColumn('member_review_count', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await products()
    .addColumn('rating_changes', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}

/** The audit log shows who has used a mailed link, which verifies their email address. */
async function addEmailVerification(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('email_proved_at', 'text').execute()
  await sql`update users set email_proved_at = (
    select min(at) from audit_entries where user_id = users.id
      and (action = 'auth.email' or (action = 'auth.password' and detail like '通过%链接设置')))`.execute(db)
}
