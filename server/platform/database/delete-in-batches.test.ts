import { expect, it } from 'vitest'
import { onEveryDatabase } from '#testing/test-app.ts'
import { deleteInBatches } from './delete-in-batches.ts'

onEveryDatabase('deleteInBatches', (app) => {
  it('deletes each batch in its own transaction, and stops after a batch smaller than the limit', async () => {
    const counts = [3, 3, 1, 3]
    const limits: number[] = []
    const transactions = new Set<unknown>()
    await deleteInBatches(
      app().database,
      async ({ db }, limit) => {
        limits.push(limit)
        transactions.add(db)
        return counts.shift() ?? 0
      },
      3,
    )
    expect(limits).toEqual([3, 3, 3])
    expect(transactions.size).toBe(3)
    expect(counts).toEqual([3])
  })
})
