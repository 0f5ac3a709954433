import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'
import { isUniqueViolation } from '../database.ts'

const AT = '2026-11-21T02:00:00.000Z'

testMigration(
  {
    name: '013-published-evaluations',
    async insertRows(db) {
      await sql`insert into evaluation_projects (id, owner_id, owner_name, is_example, name, description, status,
          method_version, setup_json, tasks_json, steps_json, report_id, version, created_at, updated_at)
        values ('p1', null, '示例企业', ${false}, '选型', '', 'final', 1, '{}', '[]', '[]', 'r1', 1, ${AT}, ${AT})`.execute(
        db,
      )
      await sql`insert into evaluation_reports (id, project_id, data_json, hash, signature, key_id, created_at)
        values ('r1', 'p1', '{"format":"old"}', 'h', 's', 'k', ${AT})`.execute(db)
    },
  },
  (migrated) => {
    it('leaves projects and reports unchanged', async () => {
      const reports = await migrated.db.selectFrom('evaluationReports').select(['id', 'dataJson']).execute()
      expect(reports).toEqual([{ id: 'r1', dataJson: { format: 'old' } }])
      expect(await migrated.db.selectFrom('publishedEvaluations').select('id').execute()).toEqual([])
    })

    it('accepts one current evaluation per product, and any number of withdrawn or replaced ones', async () => {
      const { db } = migrated
      const report = { id: 'r1', dataJson: '{}', hash: 'h', signature: 's', keyId: 'k' }
      await db.insertInto('publishedReports').values(report).execute()
      const insert = (id: string, ended: { replacedAt?: string; withdrawnAt?: string } = {}) =>
        db
          .insertInto('publishedEvaluations')
          .values({
            id,
            productId: 'product',
            catalogue: 'agent',
            productName: '甲',
            reportId: 'r1',
            projectName: '选型',
            methodVersion: 1,
            isExample: false,
            recommendation: '推荐',
            score: 80,
            total: 80.4,
            resultJson: '{}',
            evaluatedAt: AT,
            validUntil: '2027-11-21',
            endsAt: '2027-11-21T16:00:00.000Z',
            publishedAt: AT,
            publishedBy: '编辑',
            replacedAt: ended.replacedAt ?? null,
            withdrawnAt: ended.withdrawnAt ?? null,
            withdrawnBy: '',
            withdrawalReason: '',
            mailIdsJson: '[]',
            searchText: '',
          })
          .execute()
      await insert('e1', { replacedAt: AT })
      await insert('e2', { withdrawnAt: AT })
      await insert('e3', { withdrawnAt: AT })
      await insert('e4')
      const error = await insert('e5').catch((reason: unknown) => reason)
      expect(isUniqueViolation(error)).toBe(true)
    })

    it('accepts one pending and one approved statement per evaluation', async () => {
      const insert = (id: string, status: 'pending' | 'approved' | 'replaced') =>
        migrated.db
          .insertInto('vendorStatements')
          .values({
            id,
            evaluationId: 'e4',
            text: '声明',
            status,
            authorId: 'u',
            authorName: '厂商',
            isByStaff: false,
            createdAt: AT,
            decidedAt: null,
            decidedBy: '',
            reason: '',
          })
          .execute()
      await insert('s1', 'pending')
      await insert('s2', 'approved')
      await insert('s3', 'replaced')
      await insert('s4', 'replaced')
      for (const status of ['pending', 'approved'] as const) {
        const error = await insert(`again-${status}`, status).catch((reason: unknown) => reason)
        expect(isUniqueViolation(error)).toBe(true)
      }
    })
  },
)
