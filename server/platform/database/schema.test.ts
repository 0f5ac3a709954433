/** Asserts that the migrations create the same tables with the same constraints on both databases. */
import { CamelCasePlugin, Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EMPTY_DATABASES, type EmptyDatabase } from '#testing/databases/empty-databases.ts'
import { migrate } from './migrate.ts'
import type { DatabaseKind } from './migrations/columns.ts'
import type { Tables } from './tables.ts'

/** The compiler requires every table here. */
const TABLES: Record<keyof Tables, true> = {
  accountLinks: true,
  agentConnections: true,
  apiKeys: true,
  apiKeyUses: true,
  evaluationGradingItems: true,
  evaluationGradings: true,
  evaluationReadings: true,
  judgeModels: true,
  evaluationRuns: true,
  evaluationRunTrials: true,
  runnerTokens: true,
  evaluationDeletedRuns: true,
  evaluationSeals: true,
  projectActs: true,
  questionBanks: true,
  questionBankVersions: true,
  abuseReports: true,
  alarms: true,
  attributeRevisions: true,
  attributes: true,
  auditEntries: true,
  backupRuns: true,
  priceChanges: true,
  productPosts: true,
  productImportChanges: true,
  productImports: true,
  changes: true,
  claims: true,
  colleagues: true,
  vendorAssignments: true,
  vendorBelongings: true,
  vendorDomains: true,
  vendorMembers: true,
  vendorOrganisations: true,
  vendorRequests: true,
  comments: true,
  communityEvents: true,
  comparedNames: true,
  contentDrafts: true,
  documentRevisions: true,
  documents: true,
  drafts: true,
  eventChanges: true,
  follows: true,
  followDigests: true,
  eventRegistrations: true,
  outgoingEvents: true,
  webhookDeliveries: true,
  webhooks: true,
  shortlistSubscriptions: true,
  shortlists: true,
  evaluationDeclarations: true,
  evaluationEvidence: true,
  evaluationJudges: true,
  evaluationMethods: true,
  evaluationProjects: true,
  evaluationReports: true,
  evaluationScores: true,
  evaluationSignatures: true,
  evaluationTrials: true,
  evaluationVendorAnswers: true,
  factChanges: true,
  factDisputes: true,
  facts: true,
  factValues: true,
  files: true,
  idempotencyKeys: true,
  inboxItems: true,
  subscriptions: true,
  inquiries: true,
  inquiryAnswers: true,
  inquiryBlocks: true,
  inquiryClarifications: true,
  inquiryFiles: true,
  inquiryInvitations: true,
  inquiryLibrary: true,
  inquiryVersions: true,
  knownDevices: true,
  leads: true,
  loginAttempts: true,
  loginChallenges: true,
  mailConfigs: true,
  mailOptOuts: true,
  mailRevisions: true,
  memberReviews: true,
  outbox: true,
  companyAccounts: true,
  companyFlows: true,
  companyJoins: true,
  signInProviders: true,
  passkeyChallenges: true,
  passkeys: true,
  presence: true,
  previewLinks: true,
  productFacts: true,
  productRevisions: true,
  products: true,
  publishedEvaluations: true,
  publishedReports: true,
  qrCodes: true,
  rateLimits: true,
  recoveryCodes: true,
  reportKeys: true,
  reports: true,
  reviewHelpfulMarks: true,
  reviewProofs: true,
  savedViews: true,
  searchTexts: true,
  secretFingerprints: true,
  sessions: true,
  settings: true,
  submissionFiles: true,
  submissionMessages: true,
  submissionVersions: true,
  submissions: true,
  twoFactors: true,
  users: true,
  vendorStatements: true,
  visitCounts: true,
  visitSalts: true,
  visitorHashes: true,
}
const toSnakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const NAMES = Object.keys(TABLES).map(toSnakeCase).sort()

/** Common names of the databases' types; SQLite's integers have up to eight bytes, and booleans are integers. */
const TYPES: Record<string, string> = { int4: 'integer', int8: 'integer', float8: 'double precision', bool: 'integer' }

async function getColumns(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables
    .filter(({ name }) => NAMES.includes(name))
    .flatMap(({ name, columns }) =>
      columns.map((column) => {
        const type = column.dataType.toLowerCase()
        return `${name}.${column.name} ${TYPES[type] ?? type}${column.isNullable ? '' : ' not null'}${column.hasDefaultValue ? ' default' : ''}`
      }),
    )
    .sort()
}

type Index = { table: string; columns: string; isUnique: number | boolean }

const INDEXES = {
  sqlite: sql<Index>`select tables.name as "table", list."unique" as "isUnique",
      (select group_concat(name) from (select name from pragma_index_info(list.name) order by seqno)) as columns
    from sqlite_master as tables, pragma_index_list(tables.name) as list where tables.type = 'table'
    union all
    -- An integer primary key is the row id, which has no index of its own.
    select tables.name, 1, info.name from sqlite_master as tables, pragma_table_info(tables.name) as info
    where tables.type = 'table' and info.pk = 1 and lower(info.type) = 'integer'`,
  postgres: sql<Index>`select tables.relname as "table", indexes.indisunique as "isUnique",
      (select string_agg(attname, ',' order by at)
        from unnest(indexes.indkey) with ordinality as key (number, at)
        join pg_attribute on attrelid = tables.oid and attnum = key.number
        -- Included columns aren't part of the key.
        where at <= indexes.indnkeyatts) as columns
    from pg_index as indexes join pg_class as tables on tables.oid = indexes.indrelid
    where tables.relnamespace = 'public'::regnamespace`,
} as const

async function getIndexes(db: Kysely<Tables>, kind: DatabaseKind): Promise<string[]> {
  const { rows } = await INDEXES[kind].execute(db)
  return rows
    .filter(({ table }) => NAMES.includes(table))
    .map(({ table, columns, isUnique }) => `${isUnique ? 'unique ' : ''}${table} (${columns})`)
    .sort()
}

type Opened = EmptyDatabase & { kind: DatabaseKind; db: Kysely<Tables> }
const opened: Opened[] = []
beforeAll(async () => {
  for (const { kind, open } of EMPTY_DATABASES) {
    const empty = await open()
    const db = new Kysely<Tables>({ dialect: empty.dialect, plugins: [new CamelCasePlugin()] })
    await migrate(db)
    opened.push({ ...empty, kind, db })
  }
})
afterAll(async () => {
  for (const { db, drop } of opened) {
    await db.destroy()
    await drop()
  }
})

describe('both databases', () => {
  it('have exactly the declared tables', async () => {
    for (const { db, kind } of opened) {
      const tables = (await db.introspection.getTables()).map(({ name }) => name)
      expect(tables.filter((name) => !/_grams(_[a-z]+)?$/.test(name)).sort(), kind).toEqual(NAMES)
    }
  })

  it('have the same columns with the same types, constraints and defaults', async () => {
    const [first = [], second] = await Promise.all(opened.map(({ db }) => getColumns(db)))
    expect(first).toContain('leads.status text not null')
    expect(first).toContain('users.version integer not null default')
    expect(second).toEqual(first)
  })

  it('have the same indexes', async () => {
    const [first = [], second] = await Promise.all(opened.map(({ db, kind }) => getIndexes(db, kind)))
    expect(first).toContain('unique submissions (receipt)')
    expect(first).toContain('leads (status,created_at,id,ordinal)')
    expect(second).toEqual(first)
  })
})

const AT = '2026-11-01T00:00:00.000Z'
const LATER = '2026-11-02T00:00:00.000Z'
const NO_DETAILS = { detailsJson: '{}', slogan: '', description: '', category: '', price: '' }

describe.each(EMPTY_DATABASES.map(({ kind }, index) => ({ kind, at: index })))('the tables ($kind)', ({ at }) => {
  function database() {
    const entry = opened[at]
    if (!entry) throw new Error('The database was not opened.')
    return entry.db
  }

  const insertUser = (id: string) =>
    sql`insert into users (id, email, local_part, name, password_hash, role, status, company, position, phone,
        search_text, created_at, updated_at)
      values (${id}, ${`${id}@example.com`}, ${id}, '张晓明', 'hash', 'editor', 'active', '', '', '', '', ${AT}, ${AT})
    `.execute(database())

  const insertLink = (userId: string, tokenHash: string) =>
    database()
      .insertInto('accountLinks')
      .values({ userId, tokenHash, purpose: 'password', createdAt: AT, expiresAt: LATER })
      .execute()

  function insertProduct(id: string, name: string, deletedAt: string | null) {
    const fields = { catalogue: 'agent', position: 1, rating: null, company: '', contactEmail: '' } as const
    const times = { createdAt: AT, updatedAt: AT, deletedAt }
    const isActive = at === 0 ? sql<boolean>`1` : true
    return database()
      .insertInto('products')
      .values({ id, name, isActive, views: 0, version: 1, ...NO_DETAILS, ...fields, ...times })
      .execute()
  }

  it('count versions starting at 1', async () => {
    await insertUser('counted')
    const { version } = await database()
      .selectFrom('users')
      .select('version')
      .where('id', '=', 'counted')
      .executeTakeFirstOrThrow()
    expect(version).toBe(1)
  })

  it('reject a user without a required column, and a second user with the same email address', async () => {
    await insertUser('once')
    await expect(insertUser('once')).rejects.toThrow()
    await expect(
      sql`insert into users (id, email) values ('half', 'half@example.com')`.execute(database()),
    ).rejects.toThrow()
  })

  it('accept one link per user and purpose', async () => {
    await insertUser('invited')
    await insertLink('invited', 'first link')
    await expect(insertLink('invited', 'second link')).rejects.toThrow()
    await expect(insertLink('nobody', 'third link')).rejects.toThrow()
  })

  it('delete sessions, credentials and drafts with their user', async () => {
    const db = database()
    const userId = 'leaving'
    await insertUser(userId)
    await insertLink(userId, 'link')
    await db
      .insertInto('sessions')
      .values({ id: 's', userId, tokenHash: 'token', ip: null, userAgent: null, createdAt: AT, expiresAt: LATER })
      .execute()
    await db
      .insertInto('twoFactors')
      .values({ userId, secretEncrypted: 'sealed', lastStep: 1, confirmedAt: null })
      .execute()
    await db.insertInto('recoveryCodes').values({ userId, codeHash: 'code' }).execute()
    await db
      .insertInto('loginChallenges')
      .values({ tokenHash: 'challenge', userId, typedName: 'leaving', expiresAt: LATER })
      .execute()
    await db
      .insertInto('passkeys')
      .values({
        id: 'passkey',
        userId,
        credentialId: 'credential',
        publicKey: 'key',
        counter: 0,
        name: '手机',
        isSynced: false,
        createdAt: AT,
        lastUsedAt: null,
      })
      .execute()
    await db
      .insertInto('companyAccounts')
      .values({
        id: 'company',
        userId,
        issuer: 'i',
        subject: 's',
        label: '公司',
        name: '',
        createdAt: AT,
        lastUsedAt: null,
      })
      .execute()
    await db
      .insertInto('drafts')
      .values({
        userId,
        id: 'draft',
        subject: 'home',
        contentJson: '{}',
        bytes: 2,
        userAgent: null,
        editedAt: AT,
        savedAt: AT,
      })
      .execute()
    await db.deleteFrom('users').where('id', '=', userId).execute()
    for (const table of [
      'drafts',
      'accountLinks',
      'sessions',
      'twoFactors',
      'recoveryCodes',
      'loginChallenges',
      'passkeys',
      'companyAccounts',
    ] as const)
      expect(await db.selectFrom(table).selectAll().where('userId', '=', userId).execute(), table).toEqual([])
  })

  it('reject a second product with the same name in a catalogue, except in the recycle bin', async () => {
    await insertProduct('a', '排班助手', null)
    await insertProduct('b', '排班助手', LATER)
    await insertProduct('c', '排班助手', LATER)
    await expect(insertProduct('d', '排班助手', null)).rejects.toThrow()
  })
})
