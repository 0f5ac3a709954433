/** Fills the tables of every list with rows that the database generates, by the same statements on both databases. */
import { type RawBuilder, sql } from 'kysely'
import { AUDIT_ACTIONS } from '#contracts/audit/audit.ts'
import { buildSearchLines } from '#contracts/rules/search-text.ts'
import {
  LEAD_KINDS,
  LEAD_STATUSES,
  RECOMMENDATIONS,
  SUBMISSION_CATEGORIES,
  SUBMISSION_STATUSES,
} from '#contracts/vocabulary.ts'
import { buildLeadSearch } from '#server/modules/leads/lead-search.ts'
import { buildSubmissionSearch } from '#server/modules/submissions/submission-search.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { DatabaseKind } from '#server/platform/database/database-kind.ts'
import { TEXT_GRAMS } from '#server/platform/database/product-search-index.ts'
import { TEXT_INDEXES } from '#server/platform/database/text-indexes.ts'
import { toGramSequence } from '#server/platform/database/text-search.ts'
import { REVIEW } from '../factories/reviews.ts'
import { SUBMISSION } from '../factories/submissions.ts'
import { CATEGORIES } from './products.ts'

/** The numbers of rows of a database. `views` are stored as sums by day and month over `days`. */
export type ListSizes = {
  products: number
  users: number
  submissions: number
  leads: number
  audit: number
  reviews: number
  mails: number
  revisions: number
  shortlists: number
  reports: number
  sessions: number
  recycled: number
  views: number
  days: number
}

/** When the newest rows were created. */
export const NEWEST = new Date('2026-11-22T02:00:00.000Z')
export const STAFF = 30
/** The number of reviews of the product with the most reviews. */
export const REVIEWS_OF_LARGEST_PRODUCT = 5_000
const PAGES_PER_DAY = 20
const REFERRERS_PER_DAY = 100
const PRODUCTS_PER_DAY = 600

type Expression = RawBuilder<unknown>

/** Selects the rows 0 to `count - 1` as `numbers(n)`. */
const selectNumbersUpTo = (count: number) =>
  sql`with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${sql.lit(count - 1)})`

const rowNumber = sql.ref('n')
const getId = (prefix: string, number: Expression = rowNumber) =>
  sql`${sql.lit(prefix)} || substr(cast(10000000 + ${number} as text), 2)`
const pick = (values: readonly string[], number?: Expression) =>
  pickSql(
    values.map((value) => sql.lit(value)),
    number,
  )
const pickSql = (values: readonly Expression[], number: Expression = rowNumber) =>
  sql`case (${number}) % ${sql.lit(values.length)} ${sql.join(
    values.map((value, index) => sql`when ${sql.lit(index)} then ${value}`),
    sql` `,
  )} end`
/** Returns the index terms of a text that ends with the digits of `getId`, each by its position. */
function getNumberedTerms(prefix: string): Expression {
  const digits = '0000000'
  const [head = '', ...pairs] = toGramSequence(prefix + digits).map((gram, index) => {
    const [first, second] = [index, index + 1].map((position) => {
      const digit = position - prefix.length
      if (digit < 0 || digit >= digits.length) return sql.lit(gram.slice(position === index ? 0 : 4).slice(0, 4))
      return sql`'003' || substr(${getId('')}, ${sql.lit(digit + 1)}, 1)`
    })
    return sql`${first} || ${second}`
  })
  return sql.join([head, ...pairs], sql` || ' ' || `)
}
const castTerms = (kind: DatabaseKind, terms: Expression) =>
  sql`cast(${terms} as ${sql.raw(kind === 'sqlite' ? 'text' : 'tsvector')})`

/** Returns the time that is `seconds` before the newest row. */
function timeBefore(kind: DatabaseKind, seconds: Expression): Expression {
  const moment = sql`${sql.lit(NEWEST.getTime() / 1_000)} - ${seconds}`
  return kind === 'sqlite'
    ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${moment}, 'unixepoch')`
    : sql`to_char(to_timestamp(${moment}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

type Columns = Readonly<Record<string, Expression | string | number | null>>

const toSql = (value: Columns[string]): Expression =>
  typeof value === 'object' && value !== null ? value : sql`${sql.lit(value)}`

/** Inserts rows into a table; each column is an expression of the row's number `n`. */
async function insertRows(db: Queryable, table: string, count: number, columns: Columns): Promise<void> {
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)))
  const values = sql.join(Object.values(columns).map(toSql))
  await sql`insert into ${sql.table(table)} (${names}) ${selectNumbersUpTo(count)} select ${values} from numbers`.execute(
    db,
  )
}

/** Fills an empty database; on PostgreSQL, also runs `vacuum analyze`, which autovacuum does in production. */
export async function insertListRows(database: Database, sizes: ListSizes): Promise<void> {
  const { kind } = database
  for (const insert of [insertAccounts, insertProductRows, insertRequests, insertReviews, insertRecords, insertVisits])
    await database.write(async ({ db }) => {
      // The default timeout is for requests, whose statements are shorter.
      if (kind === 'postgres') await sql`set local statement_timeout = 0`.execute(db)
      await insert(db, kind, sizes)
    })
  await vacuumPostgres(database)
}

/** Runs what PostgreSQL's autovacuum runs within minutes of many changes. */
export async function vacuumPostgres({ kind, read }: Database): Promise<void> {
  if (kind === 'postgres') await sql`vacuum (analyze)`.execute(read)
}

async function insertAccounts(db: Queryable, kind: DatabaseKind, { users, sessions }: ListSizes): Promise<void> {
  const at = timeBefore(kind, sql`n * 3000`)
  await insertRows(db, 'users', users, {
    id: getId('user-'),
    email: sql`${getId('member')} || '@example.com'`,
    local_part: getId('member'),
    name: sql`case when n < ${sql.lit(STAFF)} then ${getId('员工')} else ${getId('会员')} end`,
    password_hash: '',
    role: sql`case when n < 3 then 'super_admin' when n < 12 then 'reviewer' when n < ${sql.lit(STAFF)} then 'editor' else 'member' end`,
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
  const ordinal = sql`(n + 1) * 512`
  await insertRows(db, 'search_texts', products, {
    ordinal,
    collection: 'product-names',
    owner_id: getId('product-'),
    part: 'name',
    text: getId('产品'),
  })
  await insertRows(db, TEXT_GRAMS, products, { rowid: ordinal, grams: castTerms(kind, getNumberedTerms('产品')) })
}

/** Search texts of submissions, computed only once. */
const SEARCHED = ['采购', '客服', '财务', '合同', '知识库', '质检', '排班', '报表'].map((word, index) => {
  const productName = `${word}助手`
  return {
    productName,
    ...buildSubmissionSearch({
      ...SUBMISSION,
      productName,
      companyName: `第${index}号科技公司`,
      receipt: `ZJ-${index}`,
    }),
  }
})

/** PostgreSQL evaluates constant expressions only once. */
const pickTerms = (kind: DatabaseKind, texts: readonly string[]) =>
  pickSql(texts.map((text) => castTerms(kind, sql.lit(toGramSequence(text).join(' ')))))

const LEAD = {
  contact_name: '王敏',
  phone: '0571-88886666',
  email: 'wang.min@example.com',
  requirements: '为客服中心选一个能读内部知识库的智能体，需要私有化部署。',
  product_name: '',
}
/** The search text of a lead after the name of its company. */
const LEAD_TEXT = buildLeadSearch({
  ...LEAD,
  companyName: '',
  contactName: LEAD.contact_name,
  productName: LEAD.product_name,
  notes: '',
}).searchText

async function insertRequests(db: Queryable, kind: DatabaseKind, sizes: ListSizes): Promise<void> {
  const at = timeBefore(kind, sql`(${sql.lit(sizes.submissions)} - n) * 300`)
  await insertRows(db, 'submissions', sizes.submissions, {
    id: getId('submission-'),
    receipt: getId('ZJ-'),
    ordinal: sql`n + 1`,
    company_name: getId('公司'),
    contact_name: SUBMISSION.contactName,
    contact_email: sql`${getId('vendor', sql`n % 5000`)} || '@example.com'`,
    contact_phone: SUBMISSION.contactPhone,
    product_name: pick(SEARCHED.map(({ productName }) => productName)),
    product_description: SUBMISSION.productDescription,
    target_users: SUBMISSION.targetUsers,
    key_features: SUBMISSION.keyFeatures,
    deployment_type: SUBMISSION.deploymentType,
    website: SUBMISSION.website,
    additional_info: '',
    category: pick(SUBMISSION_CATEGORIES),
    status: pick(SUBMISSION_STATUSES),
    checklist_json: '[]',
    review_notes: '',
    vendor_notes: '',
    reviewed_at: sql`case when n % 3 > 0 then ${at} end`,
    search_text: pick(SEARCHED.map(({ searchText }) => searchText)),
    search_text_without_contacts: pick(SEARCHED.map(({ searchTextWithoutContacts }) => searchTextWithoutContacts)),
    created_at: at,
    updated_at: at,
    deleted_at: sql`case when n % 20 = 19 then ${at} end`,
  })
  for (const [{ grams }, text] of [
    [TEXT_INDEXES.submissions, 'searchText'],
    [TEXT_INDEXES.submissionsWithoutContacts, 'searchTextWithoutContacts'],
  ] as const)
    await insertRows(db, grams, sizes.submissions, {
      rowid: sql`n + 1`,
      grams: pickTerms(
        kind,
        SEARCHED.map((submission) => submission[text]),
      ),
    })
  const leadAt = timeBefore(kind, sql`n * 500`)
  await insertRows(db, 'leads', sizes.leads, {
    id: getId('lead-'),
    kind: pick(LEAD_KINDS),
    company_name: getId('公司'),
    ...LEAD,
    // New leads are the latest ones, as if the staff had handled the others.
    status: sql`case when n < 200 then 'new' else ${pick(LEAD_STATUSES.filter((status) => status !== 'new'))} end`,
    owner_id: sql`case when n % 4 > 0 then ${getId('user-', sql`n % 12`)} end`,
    notes: '',
    ordinal: sql`n + 1`,
    search_text_without_contacts: getId('公司'),
    search_text: sql`${getId('公司')} || ${sql.lit(LEAD_TEXT)}`,
    created_at: leadAt,
    updated_at: leadAt,
  })
  const company = getNumberedTerms('公司')
  const others = sql.lit(` ${toGramSequence(LEAD_TEXT).join(' ')}`)
  await insertRows(db, TEXT_INDEXES.leadsWithoutContacts.grams, sizes.leads, {
    rowid: sql`n + 1`,
    grams: castTerms(kind, company),
  })
  await insertRows(db, TEXT_INDEXES.leads.grams, sizes.leads, {
    rowid: sql`n + 1`,
    grams: castTerms(kind, sql`${company} || ${others}`),
  })
}

/** Search texts of reviews. */
const REVIEW_TEXTS = ['采购', '客服', '财务', '合同', '知识库', '质检', '排班', '报表'].map((word) =>
  buildSearchLines([`${word}问答有出处，业务人员两天就能上手。`, REVIEW.cons, REVIEW.advice ?? '']),
)

async function insertReviews(
  db: Queryable,
  kind: DatabaseKind,
  { reviews, products, users }: ListSizes,
): Promise<void> {
  const { isAnonymous: _, ...content } = REVIEW
  const text = JSON.stringify({ ...content, isAnonymous: false })
  const at = timeBefore(kind, sql`n * 400`)
  const isPublished = sql`n % 25 not in (0, 1)`
  await insertRows(db, 'member_reviews', reviews, {
    id: getId('review-'),
    product_id: sql`case when n < ${sql.lit(REVIEWS_OF_LARGEST_PRODUCT)} then ${getId('product-', sql`0`)}
      else ${getId('product-', sql`1 + n % ${sql.lit(products - 1)}`)} end`,
    catalogue: sql`case when n < ${sql.lit(REVIEWS_OF_LARGEST_PRODUCT)} then 'agent' else ${pick(['agent', 'ai'], sql`1 + n % ${sql.lit(products - 1)}`)} end`,
    user_id: getId('user-', sql`n % ${sql.lit(users)}`),
    is_sample: sql`1 = 0`,
    status: sql`case n % 25 when 0 then 'pending' when 1 then 'rejected' when 2 then 'withdrawn' else 'published' end`,
    content_json: text,
    ordinal: sql`n + 1`,
    product_number: sql`case when n < ${sql.lit(REVIEWS_OF_LARGEST_PRODUCT)} then 1 else 2 + n % ${sql.lit(products - 1)} end`,
    search_text: pick(REVIEW_TEXTS),
    published_json: sql`case when ${isPublished} then ${sql.lit(text)} end`,
    published_rating: sql`case when ${isPublished} then 1 + n % 5 end`,
    published_ratings: sql`case when ${isPublished} then ${pick(['11111', '22222', '33333', '44444', '55555'])} end`,
    published_parts: sql`case when ${isPublished} then n % 7 end`,
    published_affiliation: sql`case when ${isPublished} then case n % 20 when 9 then 'vendor' else 'none' end end`,
    written_at: sql`case when ${isPublished} then ${at} end`,
    is_verified: sql`n % 3 = 0`,
    is_edited: sql`1 = 0`,
    reason: '',
    address_hash: getId('address-', sql`n % 20000`),
    helpful: sql`n % 50`,
    submitted_at: at,
    created_at: at,
    updated_at: at,
  })
  await insertRows(db, TEXT_INDEXES.memberReviews.grams, reviews, {
    rowid: sql`n + 1`,
    grams: pickTerms(kind, REVIEW_TEXTS),
  })
}

/** Actions of staff; the rare one occurs once in 100,000 entries. */
const RARE_ACTION = 'data.import'
const OTHERS = Object.keys(AUDIT_ACTIONS).filter((action) => !action.startsWith('auth.') && action !== RARE_ACTION)

async function insertRecords(db: Queryable, kind: DatabaseKind, sizes: ListSizes): Promise<void> {
  const { users } = sizes
  const isMember = sql`n % 5 > 1`
  await insertRows(db, 'audit_entries', sizes.audit, {
    id: getId('entry-', sql`${sql.lit(sizes.audit)} - n`),
    at: timeBefore(kind, sql`n * 60`),
    user_id: sql`case when ${isMember} then ${getId('user-', sql`n % ${sql.lit(users)}`)} else ${getId('user-', sql`n % ${sql.lit(STAFF)}`)} end`,
    user_name: sql`case when ${isMember} then ${getId('会员', sql`n % ${sql.lit(users)}`)} else ${getId('员工', sql`n % ${sql.lit(STAFF)}`)} end`,
    action: sql`case when n % 100000 = 70 then ${sql.lit(RARE_ACTION)} when ${isMember} then 'auth.sign-in' else ${pick(OTHERS, sql`n / 5`)} end`,
    target: '',
    detail: '',
  })
  const createdAt = timeBefore(kind, sql`n * 80`)
  await insertRows(db, 'outbox', sizes.mails, {
    id: getId('mail-'),
    kind: 'consultation',
    to_name: '王敏',
    to_email: 'wang.min@example.com',
    subject: '新的选型咨询',
    body_encrypted: sql`case when n % 40 = 7 then ${sql.lit('x'.repeat(2_000))} end`,
    status: sql`case when n % 40 = 7 then 'failed' when n < 5 then 'waiting' else 'sent' end`,
    attempts: 1,
    last_error: '',
    created_at: createdAt,
    next_attempt_at: sql`case when n < 5 then ${createdAt} end`,
    sent_at: sql`case when n >= 5 and n % 40 <> 7 then ${createdAt} end`,
  })
  await insertRows(db, 'document_revisions', sizes.revisions, {
    kind: 'home',
    revision: sql`n + 1`,
    data_json: sql`'{"pageInfo":{"title":"' || n || '"},"text":"' || ${sql.lit('面向企业的智能体。'.repeat(4_000))} || '"}'`,
    created_at: timeBefore(kind, sql`(${sql.lit(sizes.revisions)} - n) * 3600`),
    created_by_name: '员工',
  })
  await insertRows(db, 'documents', 1, {
    kind: 'home',
    revision: sizes.revisions,
    data_json: '{}',
    updated_at: NEWEST.toISOString(),
  })
  const listedAt = timeBefore(kind, sql`n * 700`)
  await insertRows(db, 'shortlists', sizes.shortlists, {
    id: getId('shortlist-'),
    owner_id: sql`case when n < 100 then ${getId('user-', sql`50`)} else ${getId('user-', sql`n % ${sql.lit(users)}`)} end`,
    catalogue: 'agent',
    title: getId('清单'),
    notes: '',
    required_json: '[]',
    preferred_json: '[]',
    is_notified: sql`n % 100 = 0`,
    created_at: listedAt,
    updated_at: listedAt,
  })
  await insertRows(db, 'reports', sizes.reports, {
    id: getId('report-'),
    product_name: getId('产品'),
    tech_score: 80,
    business_score: 80,
    market_score: 80,
    score: 80,
    recommendation: pick(RECOMMENDATIONS),
    weights_json: '{}',
    thresholds_json: '{}',
    created_at: listedAt,
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
