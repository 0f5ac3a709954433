import { type Kysely, sql } from 'kysely'
import { getCompanyDomain, getSiteHost } from '#server/platform/company-domain.ts'
import { ownedByUser, primaryKey, required } from './columns.ts'

/** Creates the organisations of vendors, and stores the domain of each product's site. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .alterTable('products')
    .addColumn('site_domain', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await fillSiteDomains(db)
  await schema.createIndex('products_site_domain').on('products').column('site_domain').execute()
  await schema
    .createTable('vendor_organisations')
    .addColumn('id', 'text', primaryKey)
    .addColumn('name', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute()
  await schema.createIndex('vendor_organisations_order').on('vendor_organisations').columns(['name', 'id']).execute()
  await schema
    .createTable('vendor_domains')
    .addColumn('domain', 'text', primaryKey)
    .addColumn('organisation_id', 'text', (column) =>
      column.notNull().references('vendor_organisations.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'text', required)
    .execute()
  await schema.createIndex('vendor_domains_organisation').on('vendor_domains').column('organisation_id').execute()
  await schema
    .createTable('vendor_assignments')
    .addColumn('product_id', 'text', (column) =>
      column.notNull().primaryKey().references('products.id').onDelete('cascade'),
    )
    .addColumn('organisation_id', 'text', (column) =>
      column.notNull().references('vendor_organisations.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'text', required)
    .execute()
  await schema
    .createIndex('vendor_assignments_organisation')
    .on('vendor_assignments')
    .column('organisation_id')
    .execute()
  await schema
    .createTable('vendor_members')
    .addColumn('id', 'text', primaryKey)
    .addColumn('organisation_id', 'text', (column) =>
      column.notNull().references('vendor_organisations.id').onDelete('cascade'),
    )
    .addColumn('email', 'text', required)
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('role', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('status_at', 'text', required)
    .addUniqueConstraint('vendor_members_email', ['organisation_id', 'email'])
    .execute()
  await schema.createIndex('vendor_members_user').on('vendor_members').column('user_id').execute()
  await schema.createIndex('vendor_members_address').on('vendor_members').column('email').execute()
  await schema
    .createTable('vendor_requests')
    .addColumn('id', 'text', primaryKey)
    .addColumn('user_id', 'text', ownedByUser)
    .addColumn('name', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('reason', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('decided_at', 'text')
    .execute()
  await schema
    .createIndex('vendor_requests_status')
    .on('vendor_requests')
    .columns(['status', 'created_at', 'id'])
    .execute()
  await schema.createIndex('vendor_requests_user').on('vendor_requests').column('user_id').execute()
}

const BATCH = 500

async function fillSiteDomains(db: Kysely<unknown>): Promise<void> {
  for (let last = ''; ; ) {
    const { rows } = await sql<{ id: string; details: string }>`
      select id, details_json as details from products where id > ${last} order by id limit ${BATCH}`.execute(db)
    for (const { id, details } of rows) {
      const { officialLink }: { officialLink?: unknown } = JSON.parse(details)
      const domain = typeof officialLink === 'string' ? getCompanyDomain(getSiteHost(officialLink)) : ''
      if (domain !== '') await sql`update products set site_domain = ${domain} where id = ${id}`.execute(db)
    }
    last = rows.at(-1)?.id ?? ''
    if (rows.length < BATCH) return
  }
}
