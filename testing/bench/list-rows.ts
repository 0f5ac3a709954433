/** Fills the tables of every list with rows that the database generates. */
import { sql } from 'kysely'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { DatabaseKind } from '#server/platform/database/database-kind.ts'
import { getId, insertRows, pick, timeBefore } from './generate-rows.ts'
import { type ListSizes, STAFF_COUNT } from './list-sizes.ts'
import { CATEGORIES } from './products.ts'
import { insertAuditEntries, insertMails, insertReports, insertRevisions, insertShortlists } from './record-rows.ts'
import { insertLeads, insertSubmissions } from './request-rows.ts'
import { insertReviews } from './review-rows.ts'

const PAGES_PER_DAY = 20
const REFERRERS_PER_DAY = 100
const PRODUCTS_PER_DAY = 600

/** Each runs in its own transaction, in this order. */
const INSERTS = [
  insertAccounts,
  insertProductRows,
  insertSubmissions,
  insertLeads,
  insertReviews,
  insertAuditEntries,
  insertMails,
  insertRevisions,
  insertShortlists,
  insertReports,
  insertVisits,
]

/** Fills an empty database; on PostgreSQL, also runs `vacuum analyze`, which autovacuum does in production. */
export async function insertListRows(database: Database, sizes: ListSizes): Promise<void> {
  const { kind } = database
  for (const insert of INSERTS)
    await database.write(async ({ db }) => {
      // The default timeout is for requests, whose statements are shorter.
      if (kind === 'postgres') await sql`set local statement_timeout = 0`.execute(db)
      await insert(db, kind, sizes)
    })
  await vacuumPostgres(database)
}

/** Runs what PostgreSQL's autovacuum runs within minutes of many changes. */
async function vacuumPostgres({ kind, read }: Database): Promise<void> {
  if (kind === 'postgres') await sql`vacuum (analyze)`.execute(read)
}

async function insertAccounts(db: Queryable, kind: DatabaseKind, { users, sessions }: ListSizes): Promise<void> {
  const at = timeBefore(kind, sql`n * 3000`)
  await insertRows(db, 'users', users, {
    id: getId('user-'),
    email: sql`${getId('member')} || '@example.com'`,
    local_part: getId('member'),
    name: sql`case when n < ${sql.lit(STAFF_COUNT)} then ${getId('员工')} else ${getId('会员')} end`,
    password_hash: '',
    role: sql`case when n < 3 then 'super_admin' when n < 12 then 'reviewer' when n < ${sql.lit(STAFF_COUNT)} then 'editor' else 'member' end`,
    status: sql`case when n % 40 = 39 then 'inactive' when n % 50 = 49 then 'pending' else 'active' end`,
    company: sql`${pick(['制造', '零售', '能源', '金融', '物流'])} || '集团' || (n % 977)`,
    position: 'CIO',
    phone: '13800000000',
    search_text: sql`${getId('会员')} || ' huiyuan hy'`,
    created_at: at,
    updated_at: at,
    email_verified_at: at,
  })
  await insertRows(db, 'sessions', sessions, {
    id: getId('session-'),
    // Half of them belong to one account.
    user_id: sql`case when n % 2 = 0 then ${getId('user-', sql`0`)} else ${getId('user-', sql`n % ${sql.lit(users)}`)} end`,
    token_hash: getId('token-'),
    created_at: timeBefore(kind, sql`n * 60`),
    expires_at: timeBefore(kind, sql`n * 60 - 2592000`),
  })
}

async function insertProductRows(db: Queryable, kind: DatabaseKind, { products, recycled }: ListSizes): Promise<void> {
  const at = timeBefore(kind, sql`n * 600`)
  await insertRows(db, 'products', products, {
    id: getId('product-'),
    catalogue: pick(['agent', 'ai']),
    name: getId('产品'),
    folded_name: getId('产品'),
    slogan: '',
    description: '接入现有系统，可私有化部署。'.repeat(4),
    category: pick(CATEGORIES),
    price: '',
    is_active: sql`n % 10 <> 9`,
    position: sql`n + 1`,
    company: '',
    contact_email: '',
    views: sql`n % 1000`,
    details_json: JSON.stringify({ detailedDescription: '面向企业的智能体，按角色授权。'.repeat(20) }),
    version: 1,
    created_at: at,
    updated_at: at,
    deleted_at: sql`case when n >= ${sql.lit(products - recycled)} then ${timeBefore(kind, sql`n`)} end`,
    number: sql`n + 1`,
    change: sql`n + 1`,
  })
}

async function insertVisits(db: Queryable, kind: DatabaseKind, { views, days, products }: ListSizes): Promise<void> {
  const viewsPerDay = Math.round(views / days)
  const sums = [
    { sum: 'views', perDay: 1, name: sql.lit(''), count: viewsPerDay },
    { sum: 'visitors', perDay: 1, name: sql.lit(''), count: Math.round(viewsPerDay / 3) },
    { sum: 'page', perDay: PAGES_PER_DAY, name: getId('/page-', sql`n % ${sql.lit(PAGES_PER_DAY)}`), count: 300 },
    { sum: 'device', perDay: 3, name: pick(['desktop', 'mobile', 'tablet']), count: 2_000 },
    { sum: 'referrer', perDay: REFERRERS_PER_DAY, name: getId('site', sql`n % 3000`), count: 20 },
    {
      sum: 'product',
      perDay: PRODUCTS_PER_DAY,
      name: getId('product-', sql`n * 167 % ${sql.lit(products)}`),
      count: sql`1 + (n * 167 % ${sql.lit(products)}) * 31 % 15`,
    },
    { sum: 'category', perDay: CATEGORIES.length, name: pick(CATEGORIES), count: 600 },
  ] as const
  for (const { sum, perDay, name, count } of sums)
    await insertRows(db, 'visit_counts', days * perDay, {
      kind: sum,
      period: sql`substr(${timeBefore(kind, sql`n / ${sql.lit(perDay)} * 86400`)}, 1, 10)`,
      name: sql`${name}`,
      count,
    })
  await sql`insert into visit_counts (kind, period, name, count)
    select kind, substr(period, 1, 7), name, sum(count) from visit_counts group by 1, 2, 3`.execute(db)
}
