import { expect, it } from 'vitest'
import { onEveryDatabase } from '#testing/test-app.ts'
import { deleteInSteps } from './delete-in-steps.ts'

onEveryDatabase('deleting in steps', (app) => {
  it('has a transaction for each step, and ends with the first that is not full', async () => {
    const counts = [3, 3, 1, 3]
    const limits: number[] = []
    const transactions = new Set<unknown>()
    await deleteInSteps(
      app().database,
      async ({ tx }, limit) => {
        limits.push(limit)
        transactions.add(tx)
        return counts.shift() ?? 0
      },
      3,
    )
    expect(limits).toEqual([3, 3, 3])
    expect(transactions.size).toBe(3)
    expect(counts).toEqual([3])
  })
})
