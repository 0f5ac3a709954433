import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { buildSearchLines } from '#server/platform/search-text/search-lines.ts'
import { testMigration } from '#testing/databases/test-migration.ts'
import { isAmong, listContaining, TEXT_INDEXES } from '../text-indexes.ts'

const EARLIER = '2026-11-20T02:00:00.000Z'
const AT = '2026-11-21T02:00:00.000Z'
/** More than one batch. */
const REVIEWS = 501

testMigration(
  {
    name: '036-searched-rows',
    async insertRows(db) {
      await sql`insert into products (id, catalogue, name, slogan, description, category, price, is_active, position,
        company, contact_email, views, details_json, version, created_at, updated_at, number)
        values ('p1', 'ai', '智能客服', '', '', '', '', true, 1, '', '', 0, '{}', 1, ${AT}, ${AT}, 7)`.execute(db)
      for (let number = 1; number <= REVIEWS; number += 1)
        await sql`insert into member_reviews (id, product_id, is_sample, status, content_json, search_text, is_verified,
          is_edited, reason, address_hash, submitted_at, created_at, updated_at)
          values (${`r${number}`}, 'p1', true, 'pending', '{}', ${buildSearchLines([`第${number}条，上手快`])}, false,
          false, '', '', ${AT}, ${number === 2 ? EARLIER : AT}, ${AT})`.execute(db)
      for (const [id, createdAt, company, notes] of [
        ['l1', AT, '某制造集团', ''],
        ['l2', EARLIER, '某银行', '已约Ｄemo'],
      ] as const)
        await sql`insert into leads (id, kind, company_name, contact_name, phone, email, requirements, product_name,
          status, notes, search_open, search_contact, created_at, updated_at)
          values (${id}, 'consultation', ${company}, '陈女士', '138 0013 8000', 'chen@example.com', '比较三个客服', '',
          'new', ${notes}, ${buildSearchLines([company])}, ${buildSearchLines(['陈女士', '13800138000'])}, ${createdAt},
          ${createdAt})`.execute(db)
      await sql`insert into submissions (id, receipt, ordinal, company_name, contact_name, contact_email, contact_phone,
        product_name, product_description, target_users, key_features, deployment_type, website, additional_info,
        category, status, checklist_json, review_notes, vendor_notes, search_text, created_at, updated_at)
        values ('s1', 'ZJ-1', 9, '', '', '', '', '', '', '', '', '', '', '', '其他', 'pending', '[]', '', '', '排班',
        ${AT}, ${AT})`.execute(db)
      for (const grams of ['submission_grams', 'submission_open_grams'])
        await sql`insert into ${sql.table(grams)} (rowid, grams) values (9, '')`.execute(db)
    },
  },
  (migrated) => {
    const find = async (table: 'leads' | 'memberReviews', index: keyof typeof TEXT_INDEXES, part: string) => {
      const { db } = migrated
      const ordinals = await listContaining(db, TEXT_INDEXES[index], [part])
      const rows = await db
        .selectFrom(table)
        .select('id')
        .where(isAmong(db, 'ordinal', ordinals))
        .orderBy('ordinal')
        .execute()
      return rows.map(({ id }) => id)
    }
    const countIndexRows = async (grams: string) => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(grams)}`.execute(
        migrated.db,
      )
      return Number(rows[0]?.count)
    }

    it.each([
      ['memberReviews', 'memberReviews', '条', REVIEWS],
      ['memberReviews', 'memberReviews', 'sk', REVIEWS],
      ['memberReviews', 'memberReviews', '01', 5],
    ] as const)('finds %s in %s by %s', async (table, index, part, count) => {
      expect(await find(table, index, part)).toHaveLength(count)
    })

    it.each([
      ['leads', '制造', ['l1']],
      ['leads', 'zz', ['l1']],
      ['leads', '陈女', ['l2', 'l1']],
      ['leads', '比较', ['l2', 'l1']],
      ['leads', 'de', ['l2']],
      ['leadsWithoutContacts', '制造', ['l1']],
      ['leadsWithoutContacts', '陈女', []],
      ['leadsWithoutContacts', '比较', []],
    ] as const)('finds leads in %s by %s', async (index, part, ids) => {
      expect(await find('leads', index, part)).toEqual(ids)
    })

    it('numbers rows by age, and sets the product number of reviews', async () => {
      const rows = await migrated.db
        .selectFrom('memberReviews')
        .select(['id', 'ordinal', 'productNumber'])
        .orderBy('ordinal')
        .execute()
      expect(rows.map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: REVIEWS }, (_, index) => index + 1))
      expect(rows[0]).toEqual({ id: 'r2', ordinal: 1, productNumber: 7 })
    })

    it('deletes index rows with their rows, also if their product is deleted', async () => {
      await migrated.db.deleteFrom('products').where('id', '=', 'p1').execute()
      await migrated.db.deleteFrom('leads').where('id', '=', 'l1').execute()
      await migrated.db.deleteFrom('submissions').execute()
      const counts = await Promise.all(
        ['member_review_grams', 'lead_grams', 'lead_open_grams', 'submission_grams', 'submission_open_grams'].map(
          countIndexRows,
        ),
      )
      expect(counts).toEqual([0, 1, 1, 0, 0])
    })
  },
)
