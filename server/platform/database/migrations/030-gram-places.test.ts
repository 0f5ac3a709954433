import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'
import { listStaleNumbers, listTextsFrom } from '../bigram-positions.ts'

const POSITIONS_PER_NUMBER = 512

const toText = (number: number, collection: 'product-names' | 'product-letters') => ({
  ordinal: number * POSITIONS_PER_NUMBER + (collection === 'product-names' ? 0 : 1),
  collection,
  ownerId: `p${number}`,
  part: 'name',
  text: '智能客服',
})

testMigration(
  {
    name: '030-gram-places',
    async insertRows(db) {
      const { ordinal, collection, ownerId, part, text } = toText(1, 'product-names')
      await sql`insert into search_texts (ordinal, collection, owner_id, part, text)
        values (${ordinal}, ${collection}, ${ownerId}, ${part}, ${text})`.execute(db)
    },
  },
  (migrated) => {
    it('keeps the texts, and records products with changed texts on PostgreSQL', async () => {
      const { db, kind } = migrated
      expect(await listTextsFrom(db, { from: 0, to: 10_000, limit: 10 })).toEqual([
        { ordinal: POSITIONS_PER_NUMBER, text: '智能客服' },
      ])
      if (kind === 'sqlite') return
      expect(await listStaleNumbers(db)).toEqual([])
      await db
        .insertInto('searchTexts')
        .values([toText(2, 'product-names'), toText(3, 'product-letters'), toText(4, 'product-names')])
        .execute()
      await db.updateTable('searchTexts').set({ text: '客服' }).where('ownerId', '=', 'p2').execute()
      await db.deleteFrom('searchTexts').where('ownerId', '=', 'p1').execute()
      expect((await listStaleNumbers(db)).sort()).toEqual([1, 2, 4])
    })
  },
)
