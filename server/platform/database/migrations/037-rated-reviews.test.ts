import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'
import { REVIEW } from '#testing/factories/reviews.ts'

const AT = '2026-11-21T02:00:00.000Z'
const MINIMAL = {
  ratings: { ability: 1, usability: 2, integration: 3, service: 4, value: 5 },
  pros: '上手快，文档也清楚。',
  cons: '对接要自己写接口。',
  advice: '',
  role: null,
  monthsOfUse: 0,
  affiliation: 'partner',
}
/** More than one batch. */
const MORE = 600

testMigration(
  {
    name: '037-rated-reviews',
    async insertRows(db) {
      await sql`insert into products (id, catalogue, name, slogan, description, category, price, is_active, position,
        company, contact_email, views, details_json, version, created_at, updated_at, number)
        values ('p1', 'ai', '智能客服', '', '', '', '', true, 1, '', '', 0, '{}', 1, ${AT}, ${AT}, 7)`.execute(db)
      const contents = [REVIEW, MINIMAL, null, ...Array.from({ length: MORE }, () => MINIMAL)]
      for (const [index, content] of contents.entries())
        await sql`insert into member_reviews (id, product_id, is_sample, status, content_json, search_text, shown_json,
          is_verified, is_edited, reason, address_hash, submitted_at, created_at, updated_at, ordinal)
          values (${`r${index}`}, 'p1', true, 'shown', '{}', '', ${content && JSON.stringify(content)}, false, false, '',
          '', ${AT}, ${AT}, ${AT}, ${index + 1})`.execute(db)
    },
  },
  (migrated) => {
    it('sets the rating columns of shown reviews only', async () => {
      const rows = await migrated.db
        .selectFrom('memberReviews')
        .select(['publishedRatings', 'publishedParts', 'publishedAffiliation'])
        .orderBy('ordinal')
        .execute()
      const minimal = { publishedRatings: '12345', publishedParts: 1, publishedAffiliation: 'partner' }
      expect(rows.slice(0, 3)).toEqual([
        { publishedRatings: '45344', publishedParts: 6, publishedAffiliation: 'none' },
        minimal,
        { publishedRatings: null, publishedParts: null, publishedAffiliation: null },
      ])
      expect(rows.slice(3)).toEqual(Array.from({ length: MORE }, () => minimal))
    })
  },
)
