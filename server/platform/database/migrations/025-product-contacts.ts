import { type Kysely, sql } from 'kysely'

/** Indexes products by the contact email address that editors entered, case-insensitively. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.createIndex('products_by_contact').on('products').expression(sql`lower(contact_email)`).execute()
}
