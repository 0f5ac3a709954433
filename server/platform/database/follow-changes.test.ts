import { describe, expect, it, vi } from 'vitest'
import { createInProcessFeed } from './change-feed.ts'
import { followChanges } from './follow-changes.ts'

describe('followChanges', () => {
  function follow(read: () => Promise<number>) {
    const feed = createInProcessFeed()
    const change = (topic: string) => feed.notifyListeners([{ topic, revision: 1 }])
    return { get: followChanges(feed, ['mail'], read), change }
  }

  it('reads at the first call, and again only after a change of its topics', async () => {
    const read = vi.fn(async () => read.mock.calls.length)
    const { get, change } = follow(read)
    expect(read).not.toHaveBeenCalled()
    expect([await get(), await get()]).toEqual([1, 1])
    change('outbox')
    expect(await get()).toBe(1)
    change('mail')
    expect(await get()).toBe(2)
  })

  it('reads once for callers at the same time', async () => {
    const read = vi.fn(async () => read.mock.calls.length)
    const { get } = follow(read)
    expect(await Promise.all([get(), get()])).toEqual([1, 1])
  })

  it('reads again before it replies if something changed meanwhile', async () => {
    const gate = Promise.withResolvers<number>()
    const read = vi.fn(async () => 2).mockReturnValueOnce(gate.promise)
    const { get, change } = follow(read)
    const value = get()
    change('mail')
    gate.resolve(1)
    expect(await value).toBe(2)
  })

  it('reads again after a failure', async () => {
    const read = vi.fn(async () => 1).mockRejectedValueOnce(new Error('the database is down'))
    const { get } = follow(read)
    await expect(get()).rejects.toThrow('the database is down')
    expect(await get()).toBe(1)
  })
})
