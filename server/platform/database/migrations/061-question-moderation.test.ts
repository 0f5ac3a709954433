import { expect, it } from 'vitest'
import { buildSearchPatterns } from '#server/platform/search-text/search-lines.ts'
import { PRODUCT_ROW, USER_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'
import { indexTexts, listValuesContaining, TEXT_INDEXES } from '../text-indexes.ts'

const AT = '2026-11-30T02:00:00.000Z'
/** More than a statement of the migration reads. */
const COUNT = 501
const toId = (index: number) => `q${String(index).padStart(3, '0')}`

testMigration(
  {
    name: '061-question-moderation',
    async insertRows(db) {
      await db.insertInto('users').values(USER_ROW).execute()
      await db.insertInto('products').values(PRODUCT_ROW).execute()
      const posts = Array.from({ length: COUNT }, (_row, index) => ({
        id: toId(index),
        productId: PRODUCT_ROW.id,
        questionId: index === 0 ? null : toId(0),
        userId: USER_ROW.id,
        isVendor: false,
        text: index === COUNT - 1 ? '支持私有化部署。' : `可以试用${index}天。`,
        status: 'published' as const,
        reason: '',
        submittedAt: AT,
        publishedAt: AT,
        mailIdsJson: '[]',
        version: 1,
      }))
      await db.insertInto('productPosts').values(posts).execute()
      const report = { userId: USER_ROW.id, reason: 'abusive', words: '', reportedAt: AT } as const
      await db
        .insertInto('abuseReports')
        .values({ ...report, id: 'r', postId: toId(1) })
        .execute()
    },
  },
  (migrated) => {
    const find = (search: string): Promise<string[]> =>
      listValuesContaining(migrated.db, TEXT_INDEXES.productPosts, buildSearchPatterns(search), {
        column: 'id',
        condition: undefined,
      })

    it('finds all earlier posts by their words and by pinyin', async () => {
      expect((await find('试用')).length).toBe(COUNT - 1)
      for (const search of ['私有化', 'siyouhua', 'syhbs'])
        expect({ search, ids: await find(search) }).toEqual({
          search,
          ids: [toId(COUNT - 1)],
        })
    })

    it('keeps texts, versions and reports, and numbers every post once', async () => {
      const { db } = migrated
      const posts = await db
        .selectFrom('productPosts')
        .select(['text', 'version', 'ordinal'])
        .orderBy('ordinal')
        .execute()
      expect(posts.map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: COUNT }, (_row, index) => index + 1))
      expect(posts[1]).toEqual({ text: '可以试用1天。', version: 1, ordinal: 2 })
      expect(await db.selectFrom('abuseReports').select(['id', 'postId']).execute()).toEqual([
        { id: 'r', postId: toId(1) },
      ])
    })

    it('forgets an answer that is deleted with its question', async () => {
      const { db } = migrated
      const post = {
        productId: PRODUCT_ROW.id,
        isVendor: false,
        text: '单点登录',
        searchText: '单点登录',
        status: 'pending',
        reason: '',
        submittedAt: AT,
        mailIdsJson: '[]',
        version: 1,
      } as const
      await db
        .insertInto('productPosts')
        .values([
          { ...post, id: 'question', ordinal: 1001 },
          { ...post, id: 'answer', questionId: 'question', ordinal: 1002 },
        ])
        .execute()
      await indexTexts(db, TEXT_INDEXES.productPosts, [{ ordinal: 1002, text: post.text }])
      expect(await find('单点登录')).toEqual(['answer'])
      await db.deleteFrom('productPosts').where('id', '=', 'question').execute()
      await db
        .insertInto('productPosts')
        .values({ ...post, id: 'other', ordinal: 1002 })
        .execute()
      expect(await find('单点登录')).toEqual([])
      await db.deleteFrom('productPosts').where('id', '=', 'other').execute()
    })
  },
)
