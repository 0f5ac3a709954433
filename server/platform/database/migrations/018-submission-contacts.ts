import { type Kysely, sql } from 'kysely'

/** Indexes submissions by their sender's email address, case-insensitively, and by their product. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createIndex('submissions_by_contact')
    .on('submissions')
    .expression(sql`lower(contact_email), ordinal`)
    .execute()
  await schema
    .createIndex('submissions_by_product')
    .on('submissions')
    .column('product_id')
    .where('product_id', 'is not', null)
    .execute()
}
