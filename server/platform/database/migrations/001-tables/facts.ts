import type { Kysely } from 'kysely'
import { booleanType, type DatabaseKind, primaryKey, required, version, withoutRowid } from '../columns.ts'

/** Creates the tables of attributes, facts with their sources, and disputes about them. */
export async function createFactTables(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createAttributes(db, kind)
  await createAttributeRevisions(db)
  await createProductFacts(db)
  await createFacts(db, kind)
  await createFactChanges(db)
  await createFactValues(db, kind)
  await createFactDisputes(db)
}

async function createAttributes({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
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
}

async function createAttributeRevisions({ schema }: Kysely<unknown>): Promise<void> {
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

async function createProductFacts({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('product_facts')
    .addColumn('product_id', 'text', (column) =>
      column.notNull().primaryKey().references('products.id').onDelete('cascade'),
    )
    .addColumn('version', 'integer', required)
    .addColumn('updated_on', 'text')
    .addColumn('change', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await schema.createIndex('product_facts_newest').on('product_facts').columns(['updated_on', 'product_id']).execute()
  await schema.createIndex('product_facts_changed').on('product_facts').columns(['change', 'product_id']).execute()
}

async function createFacts({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
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
    .addColumn('is_complete', booleanType(kind), (column) => column.notNull().defaultTo(false))
    .execute()
  await schema.createIndex('facts_of_product').on('facts').columns(['product_id', 'attribute']).execute()
  await schema.createIndex('facts_of_attribute').on('facts').columns(['attribute', 'product_id', 'id']).execute()
  await schema.createIndex('facts_stale').on('facts').columns(['stale_on', 'id']).execute()
  await schema.createIndex('facts_stale_of_attribute').on('facts').columns(['attribute', 'stale_on', 'id']).execute()
  await schema.createIndex('facts_stale_by_grade').on('facts').columns(['grade', 'stale_on', 'id']).execute()
}

async function createFactChanges({ schema }: Kysely<unknown>): Promise<void> {
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

async function createFactValues({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schema
    .createTable('fact_values')
    .addColumn('catalogue', 'text', required)
    .addColumn('attribute', 'text', required)
    .addColumn('value', 'text', required)
    .addColumn('product_id', 'text', (column) => column.notNull().references('products.id').onDelete('cascade'))
    .addColumn('is_verified', booleanType(kind), required)
    .addPrimaryKeyConstraint('fact_values_key', ['catalogue', 'attribute', 'value', 'product_id'])
    .$call((table) => withoutRowid(table, kind))
    .execute()
  await schema.createIndex('fact_values_of_product').on('fact_values').column('product_id').execute()
}

async function createFactDisputes({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('fact_disputes')
    .addColumn('product_id', 'text', (column) => column.notNull().references('products.id').onDelete('cascade'))
    .addColumn('attribute', 'text', required)
    .addPrimaryKeyConstraint('fact_disputes_key', ['product_id', 'attribute'])
    .execute()
  await schema.createIndex('fact_disputes_of_attribute').on('fact_disputes').column('attribute').execute()
}
