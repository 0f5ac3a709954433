import { type Kysely, sql } from 'kysely'
import { getReminderTime } from '#contracts/rules/inquiries/reminder-time.ts'
import { booleanType, type DatabaseKind } from './columns.ts'

const INVITATIONS = 'inquiry_invitations'
type Sent = { id: string; sentAt: string; deadline: string }

/** Stores when vendors are to be reminded of a deadline, also of the inquiries that are already out, and when they were. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { schema } = db
  await schema
    .alterTable('inquiries')
    .addColumn('is_reminding', booleanType(kind), (column) => column.notNull().defaultTo(sql`true`))
    .execute()
  await schema.alterTable(INVITATIONS).addColumn('reminder_due_at', 'text').execute()
  await schema.alterTable(INVITATIONS).addColumn('reminded_at', 'text').execute()
  await schema.createIndex('inquiry_invitations_reminder').on(INVITATIONS).columns(['reminder_due_at', 'id']).execute()
  const { rows } = await sql<Sent>`
    select i.id as "id", i.sent_at as "sentAt", q.deadline as "deadline"
    from inquiry_invitations i join inquiries q on q.id = i.inquiry_id
    where q.status = 'open' and q.deadline is not null and i.sent_at is not null`.execute(db)
  for (const { id, sentAt, deadline } of rows)
    await sql`
      update inquiry_invitations set reminder_due_at = ${getReminderTime(sentAt, deadline)} where id = ${id}`.execute(
      db,
    )
}
