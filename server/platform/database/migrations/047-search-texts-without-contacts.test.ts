import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'
import { indexTexts, listContaining, TEXT_INDEXES } from '../text-indexes.ts'

const AT = '2026-11-21T02:00:00.000Z'
const CONTACT = '微信：zhang888'

testMigration(
  {
    name: '047-search-texts-without-contacts',
    async insertRows(db) {
      for (const [id, company] of [
        ['u1', `甲公司 ${CONTACT}`],
        ['u2', '乙公司'],
      ] as const)
        await sql`insert into users (id, email, local_part, name, password_hash, role, status, company, position, phone,
          search_text, created_at, updated_at) values (${id}, ${`${id}@example.com`}, ${id}, '张三', 'x', 'member',
          'active', ${company}, '', '', ${company}, ${AT}, ${AT})`.execute(db)
      await sql`insert into submissions (id, receipt, ordinal, company_name, contact_name, contact_email, contact_phone,
          product_name, product_description, target_users, key_features, deployment_type, website, additional_info,
          category, status, checklist_json, review_notes, vendor_notes, search_text, search_text_without_contacts,
          created_at, updated_at)
        values ('s1', 'ZJ-1', 1, ${`甲公司 ${CONTACT}`}, '王敏', 'wang@example.com', '', '排班助手', '描述', '', '',
          'SaaS', '', '', '其他', 'pending', '[]', '', '', '', ${CONTACT}, ${AT}, ${AT})`.execute(db)
      await indexTexts(db, TEXT_INDEXES.submissionsWithoutContacts, [{ ordinal: 1, text: CONTACT }])
      await sql`insert into leads (id, ordinal, kind, company_name, contact_name, phone, email, requirements,
          product_name, status, notes, search_text, search_text_without_contacts, created_at, updated_at)
        values ('l1', 1, 'consultation', ${`甲公司 ${CONTACT}`}, '陈女士', '', '', '', '', 'new', '', '', ${CONTACT},
          ${AT}, ${AT})`.execute(db)
      await indexTexts(db, TEXT_INDEXES.leadsWithoutContacts, [{ ordinal: 1, text: CONTACT }])
    },
  },
  (migrated) => {
    it('removes contacts from the texts that viewers search', async () => {
      const users = await migrated.db.selectFrom('users').select(['id', 'searchText']).orderBy('id').execute()
      expect(users.map(({ searchText }) => searchText.includes('zhang888'))).toEqual([false, false])
      expect(users[0]?.searchText).toContain('甲公司')
      expect(users[1]?.searchText).toBe('乙公司')
      for (const index of [TEXT_INDEXES.submissionsWithoutContacts, TEXT_INDEXES.leadsWithoutContacts]) {
        expect(await listContaining(migrated.db, index, ['zhang888'])).toEqual([])
        expect(await listContaining(migrated.db, index, ['甲公司'])).toEqual([1])
      }
    })
  },
)
