import { type Kysely, sql } from 'kysely'
import { redactContacts } from '#contracts/rules/contacts/redact-contacts.ts'
import { buildSearchLines } from '#server/platform/search-text/search-lines.ts'
import { reindexText, TEXT_INDEXES } from '../text-indexes.ts'

const PAGE = 500

/** Removes contacts from the stored texts that readers without access to contacts search, as they are now recognized. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const users = await listRows(db, 'users', ['name', 'company'])
  for (const { id, texts } of users) {
    const [name = '', company = ''] = texts
    const text = buildSearchLines([name, company].map(redactContacts))
    await sql`update users set search_text = ${text} where id = ${id}`.execute(db)
  }
  for (const { id, ordinal, texts } of await listRows(db, 'submissions', ['product_name', 'company_name', 'receipt'])) {
    const [productName = '', companyName = '', receipt = ''] = texts
    const text = buildSearchLines([...[productName, companyName].map(redactContacts), receipt])
    await replaceText(db, { id, ordinal, text, index: TEXT_INDEXES.submissionsWithoutContacts })
  }
  for (const { id, ordinal, texts } of await listRows(db, 'leads', ['company_name', 'product_name'])) {
    const text = buildSearchLines(texts.map(redactContacts))
    await replaceText(db, { id, ordinal, text, index: TEXT_INDEXES.leadsWithoutContacts })
  }
}

type Row = { id: string; ordinal: number; texts: string[] }

/** Lists the rows with contacts in the given columns, of which there are few. */
async function listRows(db: Kysely<unknown>, table: string, columns: readonly string[]): Promise<Row[]> {
  const matches: Row[] = []
  const ordinal = table === 'users' ? sql`0` : sql.ref('ordinal')
  let last = ''
  for (;;) {
    const { rows } = await sql<Record<string, string | number>>`
      select id, ${ordinal} as ordinal, ${sql.join(columns.map((column, index) => sql`${sql.ref(column)} as ${sql.ref(`text${index}`)}`))}
      from ${sql.table(table)} where id > ${last} order by id limit ${PAGE}`.execute(db)
    for (const row of rows) {
      const texts = columns.map((_, index) => String(row[`text${index}`]))
      if (texts.some((text) => redactContacts(text) !== text))
        matches.push({ id: String(row.id), ordinal: Number(row.ordinal), texts })
    }
    if (rows.length < PAGE) return matches
    last = String(rows.at(-1)?.id)
  }
}

async function replaceText(
  db: Kysely<unknown>,
  {
    id,
    ordinal,
    text,
    index,
  }: { id: string; ordinal: number; text: string; index: (typeof TEXT_INDEXES)[keyof typeof TEXT_INDEXES] },
): Promise<void> {
  await sql`update ${sql.table(index.table)} set ${sql.ref(index.column)} = ${text} where id = ${id}`.execute(db)
  await reindexText(db, index, { ordinal, text })
}
