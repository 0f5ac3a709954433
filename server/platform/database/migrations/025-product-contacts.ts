import { type Kysely, sql } from 'kysely'

/** Finds products by the contact address that their editors gave, in any letter case. */
export async function indexProductContacts({ schema }: Kysely<unknown>): Promise<void> {
  await schema.createIndex('products_by_contact').on('products').expression(sql`lower(contact_email)`).execute()
}
