import { type Kysely, sql } from 'kysely'
import { searchLines } from '#contracts/rules/search-text.ts'

type Before = { id: string; company: string; product: string; contact: string; phone: string; email: string }

/** Leads are worked off: their versions, when somebody called, and what they are found by. */
export async function leads(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.alterTable('leads').addColumn('contacted_at', 'text').execute()
  await schema
    .alterTable('leads')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await schema
    .alterTable('leads')
    .addColumn('search_open', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await schema
    .alterTable('leads')
    .addColumn('search_contact', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await schema.createIndex('leads_created').on('leads').columns(['created_at', 'id']).execute()
  await schema.createIndex('leads_owner').on('leads').columns(['owner_id', 'created_at']).execute()

  // Nothing said when somebody called; the row's last change is the latest that it can have been.
  await sql`update leads set contacted_at = updated_at where status in ('contacted', 'completed')`.execute(db)
  const { rows } = await sql<Before>`
    select id, company_name as company, product_name as product, contact_name as contact, phone, email from leads
  `.execute(db)
  for (const { id, company, product, contact, phone, email } of rows) {
    const open = searchLines([company, product])
    const contacts = searchLines([contact, phone, phone.replaceAll(/\D/g, ''), email])
    await sql`update leads set search_open = ${open}, search_contact = ${contacts} where id = ${id}`.execute(db)
  }
}
