import { type Kysely, sql } from 'kysely'
import { required } from './columns.ts'

/** The default name before a blank one meant the site's name. */
const OLD_DEFAULT_NAME = '智鉴'

/**
 * Creates the history of the mail settings, with the current ones as its first revision. If all templates are blank,
 * they are deleted, so that the defaults apply; otherwise blank ones stay blank.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mail_revisions')
    .addColumn('config_id', 'text', required)
    .addColumn('revision', 'integer', required)
    .addColumn('value_json', 'text', required)
    .addColumn('changes_json', 'text')
    .addColumn('restored_from', 'integer')
    .addColumn('created_at', 'text', required)
    .addColumn('created_by', 'text')
    .addColumn('created_by_name', 'text')
    .addPrimaryKeyConstraint('mail_revisions_key', ['config_id', 'revision'])
    .execute()

  const { rows } = await sql<{ value: unknown }>`select value_json as value from mail_configs`.execute(db)
  for (const { value } of rows) {
    await sql`update mail_configs set value_json = ${JSON.stringify(upgradeSettings(value))}`.execute(db)
  }
  await sql`
    insert into mail_revisions (config_id, revision, value_json, created_at)
    select id, revision, value_json, updated_at from mail_configs where revision > 0
  `.execute(db)
}

type Settings = { smtpConfig?: { fromName?: unknown }; templates?: Record<string, Record<string, unknown>> }

function upgradeSettings(value: unknown): Settings {
  const {
    templates = {},
    smtpConfig,
    ...settings
  }: Settings = Object(typeof value === 'string' ? JSON.parse(value) : value)
  const hasTemplateText = Object.values(templates).some((template) =>
    Object.values(template).some((text) => text !== ''),
  )
  const hasDefaultName = smtpConfig?.fromName === OLD_DEFAULT_NAME
  return {
    ...settings,
    ...(smtpConfig ? { smtpConfig: hasDefaultName ? { ...smtpConfig, fromName: '' } : smtpConfig } : {}),
    ...(hasTemplateText ? { templates } : {}),
  }
}
