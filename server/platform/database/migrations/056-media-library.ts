import { type Kysely, sql } from 'kysely'
import { booleanType, type DatabaseKind } from './columns.ts'

/** Describes files for the media library, which keeps some until they are deleted there. Earlier sizes and uploaders are unknown. */
export async function up({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const alter = () => schema.alterTable('files')
  await alter().addColumn('width', 'integer').execute()
  await alter().addColumn('height', 'integer').execute()
  await alter()
    .addColumn('alt_text', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await alter().addColumn('uploaded_by', 'text').execute()
  await alter()
    .addColumn('is_kept', booleanType(kind), (column) => column.notNull().defaultTo(sql`false`))
    .execute()
}
