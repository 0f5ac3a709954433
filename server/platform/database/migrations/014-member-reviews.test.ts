import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-21T02:00:00.000Z'
const EARLIER = '2026-11-01T02:00:00.000Z'

testMigration(
  {
    name: '014-member-reviews',
    async insertRows(db) {
      for (const id of ['verified', 'invited', 'chosen', 'unverified'])
        await sql`insert into users (id, email, local_part, name, password_hash, role, status, company, position, phone,
          search_text, created_at, updated_at) values (${id}, ${`${id}@example.com`}, ${id}, '张三', 'x', 'member',
          'active', '', '', '', '', ${AT}, ${AT})`.execute(db)
      const entries = [
        ['1', AT, 'auth.email', '', 'verified'],
        ['2', EARLIER, 'auth.email', '', 'verified'],
        ['3', AT, 'auth.password', '通过邀请链接设置', 'invited'],
        ['4', AT, 'auth.password', '', 'chosen'],
      ]
      for (const [id, at, action, detail, user] of entries)
        await sql`insert into audit_entries (id, at, action, target, detail, user_id, user_name)
          values (${id}, ${at}, ${action}, '张三', ${detail}, ${user}, '张三')`.execute(db)
      await sql`insert into products (id, catalogue, name, slogan, description, category, price, rating, is_active,
        position, company, contact_email, views, details_json, search_json, version, created_at, updated_at)
        values ('p1', 'agent', '智能客服', '', '', '', '', 4.5, true, 1, '', '', 0, '{}', '{}', 3,
        ${AT}, ${AT})`.execute(db)
    },
  },
  (migrated) => {
    it('marks email addresses as verified since the first use of a mailed link', async () => {
      const users = await migrated.db.selectFrom('users').select(['id', 'emailVerifiedAt']).orderBy('id').execute()
      expect(users).toEqual([
        { id: 'chosen', emailVerifiedAt: null },
        { id: 'invited', emailVerifiedAt: AT },
        { id: 'unverified', emailVerifiedAt: null },
        { id: 'verified', emailVerifiedAt: EARLIER },
      ])
    })

    it('leaves products unchanged and without member ratings', async () => {
      const product = await migrated.db
        .selectFrom('products')
        .select(['rating', 'memberRating', 'memberReviewCount', 'ratingChanges', 'version', 'isActive'])
        .executeTakeFirst()
      expect(product).toEqual({
        rating: 4.5,
        memberRating: null,
        memberReviewCount: 0,
        ratingChanges: 0,
        version: 3,
        isActive: true,
      })
    })

    it('accepts one review per member and product', async () => {
      const insert = (id: string) =>
        migrated.db
          .insertInto('memberReviews')
          .values({
            id,
            productId: 'p1',
            userId: 'verified',
            isSample: false,
            status: 'pending',
            contentJson: '{}',
            searchText: '',
            isVerified: false,
            isEdited: false,
            reason: '',
            addressHash: '',
            submittedAt: AT,
            createdAt: AT,
            updatedAt: AT,
          })
          .execute()
      await insert('r1')
      await expect(insert('r2')).rejects.toThrow()
    })
  },
)
