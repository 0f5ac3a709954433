import type { Kysely } from 'kysely'
import { booleanType, type DatabaseKind, ownedByUser, primaryKey, required, version } from '../columns.ts'

/** Creates the tables of members’ reviews. */
export async function createReviewTables(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createMemberReviews(db, kind)
  await createReviewProofs(db)
  await createReviewHelpfulMarks(db)
}

async function createMemberReviews({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schema
    .createTable('member_reviews')
    .addColumn('id', 'text', primaryKey)
    .addColumn('product_id', 'text', (column) => column.notNull().references('products.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('is_sample', booleanType(kind), required)
    .addColumn('status', 'text', required)
    .addColumn('content_json', 'text', required)
    .addColumn('search_text', 'text', required)
    .addColumn('published_json', 'text')
    .addColumn('published_rating', 'double precision')
    .addColumn('written_at', 'text')
    .addColumn('is_verified', booleanType(kind), required)
    .addColumn('is_edited', booleanType(kind), required)
    .addColumn('reason', 'text', required)
    .addColumn('address_hash', 'text', required)
    .addColumn('helpful', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('reply_text', 'text')
    .addColumn('reply_by', 'text')
    .addColumn('reply_at', 'text')
    .addColumn('decision_mail_id', 'text')
    .addColumn('decided_at', 'text')
    .addColumn('decided_by', 'text')
    .addColumn('decided_by_name', 'text')
    .addColumn('submitted_at', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('version', 'integer', version)
    .addColumn('catalogue', 'text', (column) => column.notNull().defaultTo('agent'))
    .addColumn('ordinal', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('product_number', 'integer')
    .addColumn('published_ratings', 'text')
    .addColumn('published_parts', 'integer')
    .addColumn('published_affiliation', 'text')
    .addUniqueConstraint('member_reviews_one_each', ['product_id', 'user_id'])
    .execute()
  await schema
    .createIndex('member_reviews_of_address')
    .on('member_reviews')
    .columns(['address_hash', 'submitted_at'])
    .execute()
  await schema
    .createIndex('member_reviews_order')
    .on('member_reviews')
    .unique()
    .columns(['ordinal', 'status', 'catalogue', 'product_id', 'submitted_at', 'id'])
    .execute()
  await schema
    .createIndex('member_reviews_of_product')
    .on('member_reviews')
    .columns([
      'product_number',
      'ordinal',
      'published_ratings',
      'published_parts',
      'published_affiliation',
      'is_verified',
      'written_at',
      'is_sample',
      'published_rating',
      'helpful',
      'id',
    ])
    .execute()
  await schema
    .createIndex('member_reviews_by_weight')
    .on('member_reviews')
    .columns([
      'is_verified',
      'published_parts',
      'published_affiliation',
      'published_rating',
      'written_at',
      'product_number',
      'is_sample',
    ])
    .execute()
  await schema
    .createIndex('member_reviews_of_status')
    .on('member_reviews')
    .columns(['status', 'submitted_at', 'id', 'catalogue', 'product_id', 'ordinal'])
    .execute()
  await schema
    .createIndex('member_reviews_by_age')
    .on('member_reviews')
    .columns(['submitted_at', 'id', 'status', 'catalogue', 'product_id', 'ordinal'])
    .execute()
  await schema
    .createIndex('member_reviews_of_user')
    .on('member_reviews')
    .columns(['user_id', 'submitted_at', 'ordinal'])
    .execute()
}

async function createReviewProofs({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('review_proofs')
    .addColumn('id', 'text', primaryKey)
    .addColumn('user_id', 'text', ownedByUser)
    .addColumn('review_id', 'text', (column) => column.references('member_reviews.id').onDelete('cascade'))
    .addColumn('file_key', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('size', 'integer', required)
    .addColumn('created_at', 'text', required)
    .execute()
  await schema.createIndex('review_proofs_of_review').on('review_proofs').column('review_id').execute()
  await schema.createIndex('review_proofs_of_user').on('review_proofs').column('user_id').execute()
}

async function createReviewHelpfulMarks({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('review_helpful_marks')
    .addColumn('review_id', 'text', (column) => column.notNull().references('member_reviews.id').onDelete('cascade'))
    .addColumn('user_id', 'text', ownedByUser)
    .addColumn('created_at', 'text', required)
    .addPrimaryKeyConstraint('review_helpful_marks_one_each', ['review_id', 'user_id'])
    .execute()
  await schema.createIndex('review_helpful_marks_of_user').on('review_helpful_marks').column('user_id').execute()
}
