import { expect, it } from 'vitest'
import { USER_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration(
  {
    name: '044-community-events',
    async insertRows(db) {
      await db.insertInto('users').values(USER_ROW).execute()
      const upcomingEvents = [
        { id: 'salon', title: '沙龙', date: '2026-12-10', time: '14:00', note: '自定义' },
        { title: '没有编号', date: '待定' },
        { id: 'salon', title: '编号重复', date: '2026年12月20日' },
        { id: 'ended', title: '已办', date: '每月一次', status: '已结束' },
      ]
      await db
        .insertInto('documents')
        .values({
          kind: 'community',
          revision: 3,
          dataJson: JSON.stringify({ pageInfo: { title: '社区' }, upcomingEvents }),
          updatedAt: AT,
          updatedBy: null,
          updatedByName: null,
        })
        .execute()
      for (const [id, eventId] of [
        ['r1', 'salon'],
        ['r2', 'removed'],
      ] as const)
        await db
          .insertInto('eventRegistrations')
          .values({
            id,
            eventId,
            eventTitle: '报名时的标题',
            eventDate: '2026-12-01',
            eventTime: '9:00',
            userId: 'u',
            status: 'confirmed',
            createdAt: AT,
          })
          .execute()
    },
  },
  (migrated) => {
    it('moves the events of the document in their order, and gives each an id of its own', async () => {
      const rows = await migrated.db
        .selectFrom('communityEvents')
        .select(['id', 'sortDay', 'version', 'eventJson'])
        .where('state', '=', 'listed')
        .orderBy('position')
        .execute()
      expect(rows).toEqual([
        {
          id: 'salon',
          sortDay: '2026-12-10',
          version: 1,
          eventJson: { id: 'salon', title: '沙龙', date: '2026-12-10', time: '14:00', note: '自定义' },
        },
        expect.objectContaining({ id: 'event-2', sortDay: '9999-12-31' }),
        expect.objectContaining({ id: 'event-3', sortDay: '2026-12-20' }),
        expect.objectContaining({ id: 'ended', sortDay: '' }),
      ])
      const document = await migrated.db.selectFrom('documents').selectAll().executeTakeFirstOrThrow()
      expect(document).toMatchObject({ revision: 3, dataJson: { pageInfo: { title: '社区' } } })
      expect(document.dataJson).not.toHaveProperty('upcomingEvents')
    })

    it('keeps a removed event to which registrations belong, as cancelled', async () => {
      const rows = await migrated.db
        .selectFrom('communityEvents')
        .selectAll()
        .where('state', '=', 'cancelled')
        .execute()
      expect(rows).toMatchObject([
        {
          id: 'removed',
          sortDay: '2026-12-01',
          eventJson: { id: 'removed', title: '报名时的标题', date: '2026-12-01', time: '9:00' },
        },
      ])
      expect(await migrated.db.selectFrom('eventRegistrations').select('eventId').orderBy('id').execute()).toEqual([
        { eventId: 'salon' },
        { eventId: 'removed' },
      ])
    })
  },
)
