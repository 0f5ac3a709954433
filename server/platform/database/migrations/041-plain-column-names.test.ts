import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-21T02:00:00.000Z'
const REQUIRED = [{ attribute: 'sso', values: ['yes'] }]
const PREFERRED = [{ attribute: 'models', values: ['Kimi'] }]
const NOTIFIED = {
  p1: { name: '甲', status: 'meets' },
  p2: { name: '乙', status: 'may', factsUpdatedOn: '2026-11-20' },
  p3: { name: 'meets', status: 'fails', isUnlisted: true },
}

testMigration(
  {
    name: '041-plain-column-names',
    async insertRows(db) {
      for (const { id, known } of [
        { id: 'l1', known: JSON.stringify(NOTIFIED) },
        { id: 'l2', known: null },
      ])
        await sql`insert into shortlists (id, catalogue, title, notes, musts_json, wants_json, candidates_json,
          is_notified, known_json, created_at, updated_at) values (${id}, 'agent', '客服', '', ${JSON.stringify(REQUIRED)},
          ${JSON.stringify(PREFERRED)}, '[]', ${known !== null}, ${known}, ${AT}, ${AT})`.execute(db)
      await sql`insert into leads (id, kind, company_name, contact_name, phone, email, requirements, product_name,
        status, notes, search_open, search_text, ordinal, created_at, updated_at) values ('d1', 'consultation', '甲公司',
        '陈女士', '13800000000', 'c@example.com', '', '', 'new', '', '甲公司', '甲公司 陈女士', 1, ${AT}, ${AT})`.execute(
        db,
      )
    },
  },
  (migrated) => {
    it('keeps what shortlists require and prefer, and renames the statuses of notified results', async () => {
      const rows = await migrated.db
        .selectFrom('shortlists')
        .select(['id', 'requiredJson', 'preferredJson', 'notifiedResultJson'])
        .orderBy('id')
        .execute()
      const requirements = { requiredJson: REQUIRED, preferredJson: PREFERRED }
      expect(rows).toEqual([
        {
          id: 'l1',
          ...requirements,
          notifiedResultJson: {
            p1: { name: '甲', status: 'matching' },
            p2: { name: '乙', status: 'uncertain', factsUpdatedOn: '2026-11-20' },
            p3: { name: 'meets', status: 'failing', isUnlisted: true },
          },
        },
        { id: 'l2', ...requirements, notifiedResultJson: null },
      ])
    })

    it('keeps the search texts of leads', async () => {
      const leads = await migrated.db.selectFrom('leads').select('searchTextWithoutContacts').execute()
      expect(leads).toEqual([{ searchTextWithoutContacts: '甲公司' }])
    })
  },
)
