import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'
import { listContaining, TEXT_INDEXES, type TextIndex, toGrams } from '../text-indexes.ts'

const AT = '2026-11-21T02:00:00.000Z'
/** More than are read at once. */
const LEADS = 501
const REVIEW = '上手快，快上手'

testMigration(
  {
    name: '038-wide-searches',
    async insertRows(db) {
      const index = ({ grams }: TextIndex, ordinal: number, text: string) =>
        sql`insert into ${sql.table(grams)} (rowid, grams) values (${ordinal}, ${toGrams(text)})`.execute(db)
      await sql`insert into products (id, catalogue, name, slogan, description, category, price, is_active, position,
        company, contact_email, views, details_json, version, created_at, updated_at, number)
        values ('p1', 'ai', '智能客服', '', '', '', '', true, 1, '', '', 0, '{}', 1, ${AT}, ${AT}, 7)`.execute(db)
      await sql`insert into member_reviews (id, product_id, is_sample, status, content_json, search_text, is_verified,
        is_edited, reason, address_hash, submitted_at, created_at, updated_at, ordinal)
        values ('r1', 'p1', true, 'pending', '{}', ${REVIEW}, false, false, '', '', ${AT}, ${AT}, ${AT}, 3)`.execute(db)
      await index(TEXT_INDEXES.memberReviews, 3, REVIEW)
      for (let number = 1; number <= LEADS; number += 1) {
        const text = number % 2 === 0 ? '知识库，知库' : '库知识'
        await sql`insert into leads (id, kind, company_name, contact_name, phone, email, requirements, product_name,
          status, notes, search_open, search_text, created_at, updated_at, ordinal)
          values (${`l${number}`}, 'consultation', '', '', '', '', '', '', 'new', '', '甲乙', ${text}, ${AT}, ${AT},
          ${number})`.execute(db)
        await index(TEXT_INDEXES.leads, number, text)
        await index(TEXT_INDEXES.leadsWithoutContacts, number, '甲乙')
      }
      await sql`insert into submissions (id, receipt, ordinal, company_name, contact_name, contact_email, contact_phone,
        product_name, product_description, target_users, key_features, deployment_type, website, additional_info,
        category, status, checklist_json, review_notes, vendor_notes, search_text, search_open, created_at, updated_at)
        values ('s1', 'ZJ-1', 9, '', '', '', '', '', '', '', '', '', '', '', '其他', 'pending', '[]', '', '', '排班排',
        '班排班', ${AT}, ${AT})`.execute(db)
      await index(TEXT_INDEXES.submissions, 9, '排班排')
      await index(TEXT_INDEXES.submissionsWithoutContacts, 9, '班排班')
    },
  },
  (migrated) => {
    const find = async (index: TextIndex, part: string) =>
      (await listContaining(migrated.db, index, [part])).sort((one, other) => one - other)
    const EVEN = Array.from({ length: (LEADS - 1) / 2 }, (_, index) => 2 * index + 2)

    it.each([
      ['leads', '知识库', EVEN],
      ['leads', '库，知', EVEN],
      ['leads', '识库知', []],
      ['leadsWithoutContacts', '甲乙', Array.from({ length: LEADS }, (_, index) => index + 1)],
      ['leadsWithoutContacts', '知', []],
      ['memberReviews', '快上手', [3]],
      ['memberReviews', '手快上', []],
      ['submissions', '排班排', [9]],
      ['submissions', '班排班', []],
      ['submissionsWithoutContacts', '班排班', [9]],
    ] as const)('finds in %s by %s', async (index, part, ordinals) => {
      expect(await find(TEXT_INDEXES[index], part)).toEqual(ordinals)
    })

    it('deletes index entries together with their rows', async () => {
      await migrated.db.deleteFrom('leads').where('ordinal', '>', 2).execute()
      await migrated.db.deleteFrom('submissions').execute()
      expect(await find(TEXT_INDEXES.leads, '知识')).toEqual([1, 2])
      expect(await find(TEXT_INDEXES.leadsWithoutContacts, '甲')).toEqual([1, 2])
      expect(await find(TEXT_INDEXES.submissions, '排')).toEqual([])
    })
  },
)
