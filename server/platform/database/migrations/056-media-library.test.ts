import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const FILE = {
  key: 'images/before.png',
  originalName: '现场.png',
  mimetype: 'image/png',
  size: 9,
  createdAt: '2026-12-01T09:00:00.000Z',
}

testMigration(
  {
    name: '056-media-library',
    async insertRows(db) {
      await db.insertInto('files').values(FILE).execute()
    },
  },
  (migrated) => {
    it('leaves what is unknown about earlier files empty, and lets them be cleaned as before', async () => {
      expect(await migrated.db.selectFrom('files').selectAll().execute()).toEqual([
        { ...FILE, width: null, height: null, altText: '', uploadedBy: null, isKept: false },
      ])
    })
  },
)
