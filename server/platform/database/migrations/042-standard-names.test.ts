import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Tables } from '#server/platform/database/tables.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-21T02:00:00.000Z'
const LATER = '2026-11-21T03:00:00.000Z'
const TEMPLATE = { subject: '标题', htmlTemplate: 'reviewShown' }
const CONFIG = { templates: { reviewShown: TEMPLATE, reviewRefused: TEMPLATE, alarmRaised: TEMPLATE }, isActive: true }
const RENAMED_CONFIG = {
  templates: { reviewPublished: TEMPLATE, reviewRejected: TEMPLATE, alarmRaised: TEMPLATE },
  isActive: true,
}
const COUNTS = { create: 1, update: 0, unchanged: 0, skip: 0, refuse: 2 }
const PRODUCT = { name: '排班助手' }
const FACTS = [{ attribute: 'sso' }]
const CONTENT = { pros: 'shown' }

async function insertRequests(db: Kysely<Tables>): Promise<void> {
  await sql`insert into users (id, email, local_part, name, password_hash, role, status, company, position, phone,
    search_text, email_proved_at, created_at, updated_at) values ('u1', 'a@example.com', 'a', '甲', 'x', 'super_admin',
    'active', '', '', '', '', ${LATER}, ${AT}, ${AT})`.execute(db)
  await sql`insert into submissions (id, receipt, company_name, contact_name, contact_email, contact_phone,
    product_name, product_description, target_users, key_features, deployment_type, website, additional_info,
    category, status, review_notes, vendor_notes, checklist_json, version, search_text, search_text_without_contacts,
    product_before_json, facts_before_json, verdict_mail_id, created_at, updated_at, ordinal) values ('s1', 'R1', '甲',
    '乙', 'a@example.com', '1', '排班助手', '', '', '', 'SaaS', 'https://example.com', '', '其他', 'approved', '', '',
    '[]', 1, '', '', ${JSON.stringify(PRODUCT)}, ${JSON.stringify(FACTS)}, 'm1', ${AT}, ${AT}, 1)`.execute(db)
}

async function insertReviews(db: Kysely<Tables>): Promise<void> {
  await sql`insert into products (id, catalogue, name, slogan, description, category, price, is_active, position,
    company, contact_email, views, details_json, version, created_at, updated_at, number)
    values ('p1', 'agent', '智能客服', '', '', '', '', true, 1, '', '', 0, '{}', 1, ${AT}, ${AT}, 1)`.execute(db)
  for (const [index, status] of ['pending', 'refused', 'shown', 'withdrawn'].entries())
    await sql`insert into member_reviews (id, product_id, is_sample, status, content_json, search_text, shown_json,
      shown_rating, shown_ratings, shown_parts, shown_affiliation, verdict_mail_id, is_verified, is_edited, reason,
      address_hash, submitted_at, created_at, updated_at, ordinal) values (${status}, 'p1', true, ${status}, '{}', '',
      ${JSON.stringify(CONTENT)}, 4.5, '45454', 3, 'none', 'm2', false, false, '', '', ${AT}, ${AT}, ${AT},
      ${index + 1})`.execute(db)
}

async function insertImports(db: Kysely<Tables>): Promise<void> {
  for (const [id, counts] of [
    ['counted', JSON.stringify(COUNTS)],
    ['uncounted', '[]'],
  ] as const)
    await sql`insert into product_imports (id, catalogue, status, file_name, known, columns_json, user_id, fingerprint,
      changes, fact_changes, planned_rows, counts_json, applied_rows, applied_ordinal, started_at, beat_at) values
      (${id}, 'agent', 'planned', '产品.xlsx', 'update', '{}', 'u1', '', 0, 0, 3, ${counts}, 0, 0, ${AT},
      ${LATER})`.execute(db)
  for (const [ordinal, action] of ['create', 'refuse'].entries())
    await sql`insert into product_import_rows (import_id, ordinal, row, act, name, notes_json)
      values ('counted', ${ordinal}, ${ordinal + 2}, ${action}, '产品', '{}')`.execute(db)
}

async function insertMessages(db: Kysely<Tables>): Promise<void> {
  for (const name of ['databaseAway', 'eventLoopHeld', 'lowSpace'])
    await sql`insert into alarms (id, name, node, detail, raised_at, seen_at, resolved_at, raised_sent_at,
      resolved_sent_at) values (${name}, ${name}, 'web-1', '', ${AT}, ${AT}, ${LATER}, ${AT}, ${LATER})`.execute(db)
  for (const kind of ['reviewRefused', 'reviewShown', 'submission'])
    await sql`insert into outbox (id, kind, to_name, to_email, subject, status, attempts, last_error, created_at)
      values (${kind}, ${kind}, '', 'a@example.com', '', 'sent', 1, '', ${AT})`.execute(db)
  for (const action of ['member-review.reply', 'member-review.verdict'])
    await sql`insert into audit_entries (id, at, action, target, detail, user_name)
      values (${action}, ${AT}, ${action}, '', '', '甲')`.execute(db)
}

async function insertMailSettings(db: Kysely<Tables>): Promise<void> {
  await sql`insert into mail_configs (id, revision, value_json, updated_at)
    values ('default', 3, ${JSON.stringify(CONFIG)}, ${AT})`.execute(db)
  for (const [revision, value] of ['not JSON', 'null', JSON.stringify(CONFIG)].entries())
    await sql`insert into mail_revisions (config_id, revision, value_json, created_at)
      values ('default', ${revision + 1}, ${value}, ${AT})`.execute(db)
  const draft = { loaded: { value: CONFIG, version: 3 }, value: CONFIG, text: null }
  for (const { subject, content } of [
    { subject: 'mail', content: JSON.stringify(draft) },
    { subject: 'home', content: JSON.stringify(draft) },
  ])
    await sql`insert into drafts (user_id, id, subject, content_json, bytes, user_agent, edited_at, saved_at)
      values ('u1', ${subject}, ${subject}, ${content}, ${Buffer.byteLength(content)}, null, ${AT}, ${AT})`.execute(db)
}

testMigration(
  {
    name: '042-standard-names',
    async insertRows(db) {
      await insertRequests(db)
      await insertReviews(db)
      await insertImports(db)
      await insertMessages(db)
      await insertMailSettings(db)
    },
  },
  (migrated) => {
    it('keeps the values of renamed columns', async () => {
      const { db } = migrated
      expect(await db.selectFrom('users').select('emailVerifiedAt').execute()).toEqual([{ emailVerifiedAt: LATER }])
      expect(
        await db
          .selectFrom('submissions')
          .select(['previousProductJson', 'previousFactsJson', 'decisionMailId'])
          .execute(),
      ).toEqual([{ previousProductJson: PRODUCT, previousFactsJson: FACTS, decisionMailId: 'm1' }])
      expect(
        await db
          .selectFrom('memberReviews')
          .select([
            'publishedJson',
            'publishedRating',
            'publishedRatings',
            'publishedParts',
            'publishedAffiliation',
            'decisionMailId',
          ])
          .where('id', '=', 'shown')
          .execute(),
      ).toEqual([
        {
          publishedJson: CONTENT,
          publishedRating: 4.5,
          publishedRatings: '45454',
          publishedParts: 3,
          publishedAffiliation: 'none',
          decisionMailId: 'm2',
        },
      ])
    })

    it('renames the statuses of reviews', async () => {
      const reviews = await migrated.db.selectFrom('memberReviews').select(['id', 'status']).orderBy('id').execute()
      expect(reviews.map(({ id, status }) => [id, status])).toEqual([
        ['pending', 'pending'],
        ['refused', 'rejected'],
        ['shown', 'published'],
        ['withdrawn', 'withdrawn'],
      ])
    })

    it('renames the actions and counts of imports, and keeps counts that are no object', async () => {
      const { db } = migrated
      const imports = await db
        .selectFrom('productImports')
        .select(['countsJson', 'heartbeatAt'])
        .orderBy('id')
        .execute()
      const { refuse: reject, ...counts } = COUNTS
      expect(imports).toEqual([
        { countsJson: { ...counts, reject }, heartbeatAt: LATER },
        { countsJson: [], heartbeatAt: LATER },
      ])
      const rows = await db.selectFrom('productImportRows').select('action').orderBy('ordinal').execute()
      expect(rows).toEqual([{ action: 'create' }, { action: 'reject' }])
    })

    it('renames alarms, mails and audited actions', async () => {
      const { db } = migrated
      const alarms = await db
        .selectFrom('alarms')
        .select(['name', 'raisedNotifiedAt', 'resolvedNotifiedAt'])
        .orderBy('id')
        .execute()
      const notified = { raisedNotifiedAt: AT, resolvedNotifiedAt: LATER }
      expect(alarms).toEqual([
        { name: 'databaseUnavailable', ...notified },
        { name: 'eventLoopBlocked', ...notified },
        { name: 'lowSpace', ...notified },
      ])
      const mails = await db.selectFrom('outbox').select('kind').orderBy('id').execute()
      expect(mails.map(({ kind }) => kind)).toEqual(['reviewRejected', 'reviewPublished', 'submission'])
      const entries = await db.selectFrom('auditEntries').select('action').orderBy('id').execute()
      expect(entries.map(({ action }) => action)).toEqual(['member-review.reply', 'member-review.moderate'])
    })

    it('renames the templates in mail settings and their revisions, and keeps revisions without templates', async () => {
      const { db } = migrated
      const configs = await db.selectFrom('mailConfigs').select('valueJson').execute()
      expect(configs).toEqual([{ valueJson: RENAMED_CONFIG }])
      const revisions = await db.selectFrom('mailRevisions').select('valueJson as value').orderBy('revision').execute()
      expect(revisions.map(({ value }) => value)).toEqual(['not JSON', 'null', JSON.stringify(RENAMED_CONFIG)])
    })

    it('renames the templates in drafts of the mail settings only', async () => {
      const drafts = await migrated.db
        .selectFrom('drafts')
        .select(['id', 'contentJson', 'bytes'])
        .orderBy('id')
        .execute()
      const toContent = (value: object) => ({ loaded: { value, version: 3 }, value, text: null })
      expect(drafts.map(({ id, contentJson }) => [id, contentJson])).toEqual([
        ['home', toContent(CONFIG)],
        ['mail', toContent(RENAMED_CONFIG)],
      ])
      for (const { contentJson, bytes } of drafts) expect(bytes).toBe(Buffer.byteLength(JSON.stringify(contentJson)))
    })
  },
)
