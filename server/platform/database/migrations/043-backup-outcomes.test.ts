import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-21T02:00:00.000Z'

testMigration(
  {
    name: '043-backup-outcomes',
    insertRows: async (db) => {
      await sql`insert into backup_runs (id, status, started_at, ended_at, size)
        values ('r1', 'done', ${AT}, ${AT}, 6), ('r2', 'running', ${AT}, null, null)`.execute(db)
    },
  },
  (migrated) => {
    it('keeps earlier backups, whose outcome and heartbeat are unknown', async () => {
      const unknown = { heartbeatAt: null, missingFiles: null, failure: null }
      expect(await migrated.db.selectFrom('backupRuns').selectAll().orderBy('id').execute()).toEqual([
        { id: 'r1', status: 'done', startedAt: AT, endedAt: AT, size: 6, ...unknown },
        { id: 'r2', status: 'running', startedAt: AT, endedAt: null, size: null, ...unknown },
      ])
    })

    it('has space for the size of archives beyond 2 GB', async () => {
      const { size } = await migrated.db
        .updateTable('backupRuns')
        .set({ size: 3_000_000_000 })
        .where('id', '=', 'r1')
        .returning('size')
        .executeTakeFirstOrThrow()
      expect(size).toBe(3_000_000_000)
    })
  },
)
