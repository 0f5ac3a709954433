import { type Kysely, sql } from 'kysely'
import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'

const COLUMNS: readonly { table: string; from: string; to: string }[] = [
  { table: 'users', from: 'email_proved_at', to: 'email_verified_at' },
  { table: 'alarms', from: 'raised_sent_at', to: 'raised_notified_at' },
  { table: 'alarms', from: 'resolved_sent_at', to: 'resolved_notified_at' },
  { table: 'member_reviews', from: 'shown_json', to: 'published_json' },
  { table: 'member_reviews', from: 'shown_rating', to: 'published_rating' },
  { table: 'member_reviews', from: 'shown_ratings', to: 'published_ratings' },
  { table: 'member_reviews', from: 'shown_parts', to: 'published_parts' },
  { table: 'member_reviews', from: 'shown_affiliation', to: 'published_affiliation' },
  { table: 'member_reviews', from: 'verdict_mail_id', to: 'decision_mail_id' },
  { table: 'submissions', from: 'facts_before_json', to: 'previous_facts_json' },
  { table: 'submissions', from: 'product_before_json', to: 'previous_product_json' },
  { table: 'submissions', from: 'verdict_mail_id', to: 'decision_mail_id' },
  { table: 'product_imports', from: 'beat_at', to: 'heartbeat_at' },
  { table: 'product_import_rows', from: 'act', to: 'action' },
]

const VALUES: readonly { table: string; column: string; from: string; to: string }[] = [
  { table: 'member_reviews', column: 'status', from: 'shown', to: 'published' },
  { table: 'member_reviews', column: 'status', from: 'refused', to: 'rejected' },
  { table: 'product_import_rows', column: 'action', from: 'refuse', to: 'reject' },
  { table: 'alarms', column: 'name', from: 'eventLoopHeld', to: 'eventLoopBlocked' },
  { table: 'alarms', column: 'name', from: 'databaseAway', to: 'databaseUnavailable' },
  { table: 'outbox', column: 'kind', from: 'reviewShown', to: 'reviewPublished' },
  { table: 'outbox', column: 'kind', from: 'reviewRefused', to: 'reviewRejected' },
  { table: 'audit_entries', column: 'action', from: 'member-review.verdict', to: 'member-review.moderate' },
]

const TEMPLATES: ReadonlyMap<string, string> = new Map([
  ['reviewShown', 'reviewPublished'],
  ['reviewRefused', 'reviewRejected'],
])
const COUNTS: ReadonlyMap<string, string> = new Map([['refuse', 'reject']])

/** Replaces names of columns, and of stored statuses, actions, alarms and mails, by the standard terms. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const { table, from, to } of COLUMNS) await db.schema.alterTable(table).renameColumn(from, to).execute()
  await renameIndexes(db)
  for (const { table, column, from, to } of VALUES)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ${sql.ref(column)} = ${from}`.execute(db)
  await renameImportCounts(db)
  await renameMailTemplates(db)
  await renameDraftTemplates(db)
}

/** Creates the indexes under their new names, since SQLite can't rename an index. */
async function renameIndexes({ schema }: Kysely<unknown>): Promise<void> {
  await schema.dropIndex('submissions_by_verdict').execute()
  await schema
    .createIndex('submissions_by_decision')
    .on('submissions')
    .columns(['reviewed_at', 'created_at', 'status', 'deleted_at'])
    .where('reviewed_at', 'is not', null)
    .execute()
  await schema.dropIndex('product_import_rows_of_act').execute()
  await schema
    .createIndex('product_import_rows_of_action')
    .on('product_import_rows')
    .columns(['import_id', 'action', 'ordinal'])
    .execute()
}

async function renameImportCounts(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; json: unknown }>`select id, counts_json as json
    from product_imports`.execute(db)
  for (const { id, json } of rows) {
    const counts = parseObject(json)
    if (!counts) continue
    const renamed = JSON.stringify(renameProperties(counts, COUNTS))
    await sql`update product_imports set counts_json = ${renamed} where id = ${id}`.execute(db)
  }
}

/** Renames the templates in the mail settings and in their revisions. */
async function renameMailTemplates(db: Kysely<unknown>): Promise<void> {
  const { rows: configs } = await sql<{ id: string; json: unknown }>`select id, value_json as json
    from mail_configs`.execute(db)
  for (const { id, json } of configs) {
    const config = parseObject(json)
    if (!config) continue
    const renamed = JSON.stringify(renameTemplates(config))
    await sql`update mail_configs set value_json = ${renamed} where id = ${id}`.execute(db)
  }
  const { rows: revisions } = await sql<{ config: string; revision: number; json: unknown }>`select
    config_id as config, revision, value_json as json from mail_revisions`.execute(db)
  for (const { config: configId, revision, json } of revisions) {
    const config = parseObject(json)
    if (!config) continue
    const renamed = JSON.stringify(renameTemplates(config))
    await sql`update mail_revisions set value_json = ${renamed}
      where config_id = ${configId} and revision = ${revision}`.execute(db)
  }
}

/** Renames the templates in unsaved edits of the mail settings, which contain the edited and the loaded settings. */
async function renameDraftTemplates(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ user: string; id: string; json: unknown }>`select user_id as "user", id,
    content_json as json from drafts where subject = 'mail'`.execute(db)
  for (const { user, id, json } of rows) {
    const draft = parseObject(json)
    if (!draft) continue
    const { value, loaded } = draft
    if (isObject(value)) draft.value = renameTemplates(value)
    if (isObject(loaded) && isObject(loaded.value)) loaded.value = renameTemplates(loaded.value)
    const content = JSON.stringify(draft)
    await sql`update drafts set content_json = ${content}, bytes = ${Buffer.byteLength(content)}
      where user_id = ${user} and id = ${id}`.execute(db)
  }
}

const renameTemplates = (config: JsonObject): JsonObject =>
  isObject(config.templates) ? { ...config, templates: renameProperties(config.templates, TEMPLATES) } : config

/** Renames properties without changing their order. */
const renameProperties = (object: JsonObject, names: ReadonlyMap<string, string>): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [names.get(name) ?? name, value]))

/** Parses stored JSON. Returns `undefined` if it is invalid or no object. */
function parseObject(json: unknown): JsonObject | undefined {
  try {
    const value: unknown = typeof json === 'string' ? JSON.parse(json) : json
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
