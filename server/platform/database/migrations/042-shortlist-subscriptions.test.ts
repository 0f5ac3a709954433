import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { USER_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'
const RESULT = JSON.stringify({ p: { name: '客服助手', status: 'matching' } })

testMigration(
  {
    name: '042-shortlist-subscriptions',
    async insertRows(db) {
      await db
        .insertInto('users')
        .values([USER_ROW, { ...USER_ROW, id: 'deleted', email: 'b@example.com', localPart: 'b' }])
        .execute()
      const insert = (id: string, owner: string | null, isNotified: boolean, result: string | null) =>
        sql`
          insert into shortlists
            (id, owner_id, catalogue, title, notes, required_json, preferred_json, is_notified, notified_result_json,
             created_at, updated_at)
          values (${id}, ${owner}, 'agent', '客服', '', '[]', '[]', ${sql.lit(isNotified)}, ${result}, ${AT}, ${AT})
        `.execute(db)
      await insert('on', 'u', true, RESULT)
      await insert('off', 'u', false, null)
      await insert('of-deleted', 'deleted', true, RESULT)
      await insert('anonymous', null, true, RESULT)
    },
  },
  (migrated) => {
    it('keeps the notifications of owners, with what they were told last, and all shortlists', async () => {
      const { db } = migrated
      const subscriptions = db.selectFrom('shortlistSubscriptions').selectAll().where('userId', '!=', 'deleted')
      expect(await subscriptions.execute()).toEqual([
        { userId: 'u', shortlistId: 'on', notifiedResultJson: JSON.parse(RESULT) },
      ])
      const shortlists = await db.selectFrom('shortlists').select(['id', 'title']).orderBy('id').execute()
      expect(shortlists.map(({ id }) => id)).toEqual(expect.arrayContaining(['anonymous', 'off', 'on']))
    })

    it('forgets a notification with its user', async () => {
      const { db } = migrated
      const subscriptions = db.selectFrom('shortlistSubscriptions').selectAll().where('userId', '=', 'deleted')
      expect(await subscriptions.execute()).toHaveLength(1)
      await db.deleteFrom('users').where('id', '=', 'deleted').execute()
      expect(await subscriptions.execute()).toEqual([])
    })
  },
)
