import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import { booleanType, type DatabaseKind, primaryKey, required, version } from './columns.ts'

/** Creates the tables of attributes and products' facts, and of the history of both. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createAttributes(db, kind)
  await createFactTables(db)
  await createFilterValues(db, kind)
  await addSubmittedFacts(db)
  // For listing the missing facts of the most viewed products.
  await db.schema.createIndex('products_viewed').on('products').columns(['catalogue', 'views']).execute()
}

async function createAttributes({ schema }: Kysely<unknown>, kind: DatabaseKind) {
  await schema
    .createTable('attributes')
    .addColumn('key', 'text', primaryKey)
    .addColumn('label', 'text', required)
    .addColumn('group_label', 'text', required)
    .addColumn('type', 'text', required)
    .addColumn('unit', 'text', required)
    .addColumn('choices_json', 'text', required)
    .addColumn('catalogues_json', 'text', required)
    .addColumn('categories_json', 'text', required)
    .addColumn('is_filter', booleanType(kind), required)
    .addColumn('is_compared', booleanType(kind), required)
    .addColumn('is_on_card', booleanType(kind), required)
    .addColumn('is_active', booleanType(kind), required)
    .addColumn('hint', 'text', required)
    .addColumn('stale_after_months', 'integer')
    .addColumn('position', 'integer', required)
    .addColumn('version', 'integer', version)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .execute()
  await schema
    .createTable('attribute_revisions')
    .addColumn('key', 'text', (column) => column.notNull().references('attributes.key').onDelete('cascade'))
    .addColumn('revision', 'integer', required)
    .addColumn('value_json', 'text', required)
    .addColumn('changes_json', 'text')
    .addColumn('restored_from', 'integer')
    .addColumn('created_at', 'text', required)
    .addColumn('created_by', 'text')
    .addColumn('created_by_name', 'text')
    .addPrimaryKeyConstraint('attribute_revisions_key', ['key', 'revision'])
    .execute()
}

async function createFactTables({ schema }: Kysely<unknown>) {
  await schema
    .createTable('product_facts')
    .addColumn('product_id', 'text', (column) =>
      column.notNull().primaryKey().references('products.id').onDelete('cascade'),
    )
    .addColumn('version', 'integer', required)
    .addColumn('updated_on', 'text')
    .execute()
  await schema
    .createTable('facts')
    .addColumn('id', 'text', primaryKey)
    .addColumn('product_id', 'text', (column) => column.notNull().references('products.id').onDelete('cascade'))
    .addColumn('attribute', 'text', (column) => column.notNull().references('attributes.key'))
    .addColumn('value_json', 'text', required)
    .addColumn('grade', 'text', required)
    .addColumn('source_url', 'text', required)
    .addColumn('read_at', 'text')
    .addColumn('note', 'text', required)
    .addColumn('stale_on', 'text')
    .addColumn('updated_by', 'text')
    .addColumn('updated_by_name', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .execute()
  await schema.createIndex('facts_of_product').on('facts').columns(['product_id', 'attribute']).execute()
  await schema.createIndex('facts_of_attribute').on('facts').columns(['attribute', 'product_id', 'id']).execute()
  await schema.createIndex('facts_stale').on('facts').columns(['stale_on', 'id']).execute()
  await schema
    .createTable('fact_changes')
    .addColumn('product_id', 'text', (column) => column.notNull().references('products.id').onDelete('cascade'))
    .addColumn('version', 'integer', required)
    .addColumn('ordinal', 'integer', required)
    .addColumn('attribute', 'text', required)
    .addColumn('action', 'text', required)
    .addColumn('before_json', 'text')
    .addColumn('after_json', 'text')
    .addColumn('at', 'text', required)
    .addColumn('by_id', 'text')
    .addColumn('by_name', 'text')
    .addPrimaryKeyConstraint('fact_changes_key', ['product_id', 'version', 'ordinal'])
    .execute()
  await schema.createIndex('fact_changes_of_attribute').on('fact_changes').column('attribute').execute()
}

/**
 * The values that products are filtered by: a row for each value of each fact, several for multiple choice. The primary
 * key starts with attribute and value, so that counting the products of a value is an index-only scan; on SQLite the
 * table is clustered by it.
 */
async function createFilterValues(db: Kysely<unknown>, kind: DatabaseKind) {
  await db.schema
    .createTable('fact_values')
    .addColumn('catalogue', 'text', required)
    .addColumn('attribute', 'text', required)
    .addColumn('value', 'text', required)
    .addColumn('product_id', 'text', (column) => column.notNull().references('products.id').onDelete('cascade'))
    .addColumn('is_verified', booleanType(kind), required)
    .addPrimaryKeyConstraint('fact_values_key', ['catalogue', 'attribute', 'value', 'product_id'])
    .$call((table) => (kind === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
    .execute()
  await db.schema.createIndex('fact_values_of_product').on('fact_values').column('product_id').execute()
}

/** Adds the facts that a vendor submits, and what its approval changed. */
async function addSubmittedFacts({ schema }: Kysely<unknown>) {
  const addColumn = (
    name: string,
    type: 'text' | 'integer',
    build: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder,
  ) => schema.alterTable('submissions').addColumn(name, type, build).execute()
  await addColumn('facts_json', 'text', (column) => column.notNull().defaultTo('[]'))
  await addColumn('facts_before_json', 'text', (column) => column)
  await addColumn('facts_version', 'integer', (column) => column)
}
