import { expect, it } from 'vitest'
import { PROJECT_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-21T02:00:00.000Z'

testMigration(
  {
    name: '004-agent-connections',
    async insertRows(db) {
      await db.insertInto('evaluationProjects').values(PROJECT_ROW).execute()
    },
  },
  (migrated) => {
    const insert = () =>
      migrated.db
        .insertInto('agentConnections')
        .values({
          projectId: 'p',
          candidate: 'a',
          settingsJson: '{}',
          keysEncrypted: null,
          origin: 'https://agent.example',
          lastProbeJson: null,
          version: 1,
          updatedAt: AT,
        })
        .execute()

    it('allows one connection for each candidate, which is deleted with its project', async () => {
      await insert()
      await expect(insert()).rejects.toThrow()
      await migrated.db.deleteFrom('evaluationProjects').where('id', '=', 'p').execute()
      expect(await migrated.db.selectFrom('agentConnections').selectAll().execute()).toEqual([])
    })
  },
)
