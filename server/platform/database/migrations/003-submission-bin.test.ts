import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'
import { isAmong, listContaining, TEXT_INDEXES } from '../text-indexes.ts'

const AT = '2026-11-01T00:00:00.000Z'

testMigration(
  {
    name: '003-submission-bin',
    async insertRows(db) {
      for (const [ordinal, productId] of [
        [1, 'p1'],
        [2, null],
      ] as const)
        await sql`insert into submissions (id, receipt, ordinal, company_name, contact_name, contact_email,
            contact_phone, product_name, product_description, target_users, key_features, deployment_type, website,
            additional_info, category, status, checklist_json, review_notes, vendor_notes, product_id, search_text,
            created_at, updated_at)
          values (${`s${ordinal}`}, ${`ZJ-${ordinal}`}, ${ordinal}, '甲公司', '王敏', 'wang@example.com',
            '0571-8888 6666', '排班助手', '描述', '', '', 'SaaS', '', '', '其他', 'pending', '[]', '', '',
            ${productId}, '旧的', ${AT}, ${AT})`.execute(db)
    },
  },
  (migrated) => {
    it('keeps submissions outside the bin, and sets the version of approved products', async () => {
      const rows = await migrated.db.selectFrom('submissions').selectAll().orderBy('ordinal').execute()
      expect(
        rows.map(({ id, productVersion, previousProductJson, deletedAt, decisionMailId }) => [
          [id, productVersion],
          [previousProductJson, deletedAt, decisionMailId],
        ]),
      ).toEqual([
        [
          ['s1', 1],
          [null, null, null],
        ],
        [
          ['s2', null],
          [null, null, null],
        ],
      ])
    })

    it.each([
      ['submissions', 'zj-2', ['s2']],
      ['submissions', '排班', ['s1', 's2']],
      ['submissions', '王敏', ['s1', 's2']],
      ['submissions', '05718888', ['s1', 's2']],
      ['submissions', '描述', ['s1', 's2']],
      ['submissions', '旧的', []],
      ['submissionsWithoutContacts', 'zj-2', ['s2']],
      ['submissionsWithoutContacts', '排班', ['s1', 's2']],
      ['submissionsWithoutContacts', '王敏', []],
      ['submissionsWithoutContacts', '描述', []],
    ] as const)('finds in %s the rows that contain %s', async (index, part, expected) => {
      const { db } = migrated
      const ordinals = await listContaining(db, TEXT_INDEXES[index], [part])
      const rows = await db
        .selectFrom('submissions')
        .select('id')
        .where(isAmong(db, 'ordinal', ordinals))
        .orderBy('ordinal')
        .execute()
      expect(rows.map(({ id }) => id)).toEqual(expected)
    })
  },
)
