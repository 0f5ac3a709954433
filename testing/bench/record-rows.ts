/** Rows of the audit log, mails, revisions, shortlists and reports. */
import { sql } from 'kysely'
import { AUDIT_ACTIONS } from '#contracts/audit/actions.ts'
import { RECOMMENDATIONS } from '#contracts/vocabulary.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { DatabaseKind } from '#server/platform/database/database-kind.ts'
import { getId, insertRows, NEWEST, pick, timeBefore } from './generate-rows.ts'
import { type ListSizes, STAFF_COUNT } from './list-sizes.ts'

/** Actions of staff; the rare one occurs once in 100,000 entries. */
const RARE_ACTION = 'data.import'
const OTHERS = Object.keys(AUDIT_ACTIONS).filter((action) => !action.startsWith('auth.') && action !== RARE_ACTION)

export async function insertAuditEntries(
  db: Queryable,
  kind: DatabaseKind,
  { audit, users }: ListSizes,
): Promise<void> {
  const isMember = sql`n % 5 > 1`
  await insertRows(db, 'audit_entries', audit, {
    id: getId('entry-', sql`${sql.lit(audit)} - n`),
    at: timeBefore(kind, sql`n * 60`),
    user_id: sql`case when ${isMember} then ${getId('user-', sql`n % ${sql.lit(users)}`)} else ${getId('user-', sql`n % ${sql.lit(STAFF_COUNT)}`)} end`,
    user_name: sql`case when ${isMember} then ${getId('会员', sql`n % ${sql.lit(users)}`)} else ${getId('员工', sql`n % ${sql.lit(STAFF_COUNT)}`)} end`,
    action: sql`case when n % 100000 = 70 then ${sql.lit(RARE_ACTION)} when ${isMember} then 'auth.sign-in' else ${pick(OTHERS, sql`n / 5`)} end`,
    target: '',
    detail: '',
  })
}

export async function insertMails(db: Queryable, kind: DatabaseKind, { mails }: ListSizes): Promise<void> {
  const createdAt = timeBefore(kind, sql`n * 80`)
  await insertRows(db, 'outbox', mails, {
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
}

export async function insertRevisions(db: Queryable, kind: DatabaseKind, { revisions }: ListSizes): Promise<void> {
  await insertRows(db, 'document_revisions', revisions, {
    kind: 'home',
    revision: sql`n + 1`,
    data_json: sql`'{"pageInfo":{"title":"' || n || '"},"text":"' || ${sql.lit('面向企业的智能体。'.repeat(4_000))} || '"}'`,
    created_at: timeBefore(kind, sql`(${sql.lit(revisions)} - n) * 3600`),
    created_by_name: '员工',
  })
  await insertRows(db, 'documents', 1, {
    kind: 'home',
    revision: revisions,
    data_json: '{}',
    updated_at: NEWEST.toISOString(),
  })
}

export async function insertShortlists(
  db: Queryable,
  kind: DatabaseKind,
  { shortlists, users }: ListSizes,
): Promise<void> {
  const at = timeBefore(kind, sql`n * 700`)
  await insertRows(db, 'shortlists', shortlists, {
    id: getId('shortlist-'),
    owner_id: sql`case when n < 100 then ${getId('user-', sql`50`)} else ${getId('user-', sql`n % ${sql.lit(users)}`)} end`,
    catalogue: 'agent',
    title: getId('清单'),
    notes: '',
    required_json: '[]',
    preferred_json: '[]',
    created_at: at,
    updated_at: at,
  })
}

export async function insertReports(db: Queryable, kind: DatabaseKind, { reports }: ListSizes): Promise<void> {
  await insertRows(db, 'reports', reports, {
    id: getId('report-'),
    product_name: getId('产品'),
    tech_score: 80,
    business_score: 80,
    market_score: 80,
    score: 80,
    recommendation: pick(RECOMMENDATIONS),
    weights_json: '{}',
    thresholds_json: '{}',
    created_at: timeBefore(kind, sql`n * 700`),
  })
}
