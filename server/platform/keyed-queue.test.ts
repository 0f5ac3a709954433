import { describe, expect, it } from 'vitest'
import { createKeyedQueue } from './keyed-queue.ts'

describe('KeyedQueue', () => {
  it('runs tasks with the same key one after another, even if one fails', async () => {
    const enqueue = createKeyedQueue()
    const events: string[] = []
    const runTask = (name: string, fails = false) =>
      enqueue('key', async () => {
        events.push(`${name} begins`)
        await Promise.resolve()
        events.push(`${name} ends`)
        if (fails) throw new Error(name)
        return name
      })
    const results = await Promise.allSettled([runTask('a'), runTask('b', true), runTask('c')])
    expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('runs tasks with different keys in parallel', async () => {
    const enqueue = createKeyedQueue()
    const never = enqueue('a', () => new Promise<never>(() => {}))
    expect(await enqueue('b', async () => 'done')).toBe('done')
    expect(never).toBeInstanceOf(Promise)
  })
})
