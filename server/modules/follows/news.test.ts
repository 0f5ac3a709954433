import { expect, it } from 'vitest'
import type { ProductUpdate } from '#contracts/product-updates/product-update.ts'
import { createNewsReader } from './news.ts'
import type { FollowRow } from './store.ts'

const AT = '2026-11-21T02:00:00.000Z'
const RANGE = { since: AT, until: '2026-11-22T02:00:00.000Z' }
const UPDATE: ProductUpdate = { id: 'price-2', kind: 'price', at: '2026-11-21T03:00:00.000Z', text: '免费 → 企业版' }

/** Returns a reader of one changed product, and the number of times that changes were read. */
function createReader() {
  const counts = { reads: 0 }
  const reader = createNewsReader(
    {
      products: { listActive: async () => [], listMatchingIds: async () => ['a'] },
      updates: {
        async listBetween() {
          counts.reads += 1
          return new Map([['a', [UPDATE]]])
        },
      },
    },
    10,
  )
  return { counts, readShared: reader.createShared() }
}

const createFollow = (userId: string, target = 'a'): FollowRow => ({
  id: `follow-of-${userId}`,
  userId,
  kind: 'product',
  catalogue: 'agent',
  target,
  name: '产品',
  createdAt: AT,
  seenAt: AT,
})

it('reads what a thousand members follow once', async () => {
  const { counts, readShared } = createReader()
  for (let index = 0; index < 1_000; index += 1) await readShared(createFollow(`member-${index}`), RANGE)
  expect(counts.reads).toBe(1)
})

it('reads other products and other times by themselves', async () => {
  const { counts, readShared } = createReader()
  await readShared(createFollow('a'), RANGE)
  await readShared(createFollow('a', 'b'), RANGE)
  await readShared(createFollow('a'), { since: RANGE.until, until: RANGE.until })
  expect(counts.reads).toBe(3)
})
