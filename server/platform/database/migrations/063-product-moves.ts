import type { Kysely } from 'kysely'
import { required } from './columns.ts'

const TABLE = 'vendor_belongings'

/** Stores when a product came from another organisation, and which contact it had then. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable(TABLE).addColumn('moved_at', 'text').execute()
  await schema
    .alterTable(TABLE)
    .addColumn('former_contact', 'text', (column) => required(column).defaultTo(''))
    .execute()
}
