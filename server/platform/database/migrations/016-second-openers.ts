import { type Kysely, sql } from 'kysely'

/** Indexes whom an inquiry names as second opener, who finds it in their list; addresses match in any letter case. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.createIndex('inquiries_second_opener').on('inquiries').expression(sql`lower(second_opener)`).execute()
}
