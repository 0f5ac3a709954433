import { beforeEach, describe, expect, it } from 'vitest'
import { ReplyCache } from '#server/platform/http/replies/reply-cache.ts'
import {
  createReplyDependencies,
  limitExpiry,
  type ReplyDependencies,
} from '#server/platform/http/replies/reply-dependencies.ts'
import { createTestClock } from '#testing/test-app.ts'
import { shareResults } from './shared-results.ts'

describe('shareResults', () => {
  let clock: ReturnType<typeof createTestClock>
  let cache: ReplyCache
  let count: number
  let read: (dependencies: ReplyDependencies, ...languages: string[]) => Promise<number>
  /** Runs during a read. */
  let duringRead: () => void
  let expiry: string | null
  beforeEach(() => {
    clock = createTestClock()
    cache = new ReplyCache({ clock })
    count = 0
    duringRead = () => {}
    expiry = null
    read = shareResults(cache, async (dependencies) => {
      dependencies.topics.add('settings')
      limitExpiry(dependencies, expiry)
      count += 1
      duringRead()
      return count
    })
  })

  it('reads once, and adds the dependencies to each page', async () => {
    for (const _ of [1, 2]) {
      const dependencies = createReplyDependencies()
      expect(await read(dependencies)).toBe(1)
      expect([...dependencies.topics]).toEqual(['settings'])
    }
  })

  it('keeps results by arguments', async () => {
    expect(await read(createReplyDependencies(), 'zh')).toBe(1)
    expect(await read(createReplyDependencies(), 'en')).toBe(2)
    expect(await read(createReplyDependencies(), 'zh')).toBe(1)
  })

  it('reads again only after a change of its own topics', async () => {
    await read(createReplyDependencies())
    cache.invalidate(['products'])
    expect(await read(createReplyDependencies())).toBe(1)
    cache.invalidate(['settings'])
    expect(await read(createReplyDependencies())).toBe(2)
  })

  it('does not keep a result whose topics changed during the read', async () => {
    duringRead = () => cache.invalidate(['settings'])
    expect(await read(createReplyDependencies())).toBe(1)
    duringRead = () => {}
    expect(await read(createReplyDependencies())).toBe(2)
  })

  it('reads again after the expiry, which the pages inherit', async () => {
    expiry = new Date(clock.now().getTime() + 1_000).toISOString()
    await read(createReplyDependencies())
    const dependencies = createReplyDependencies()
    await read(dependencies)
    expect(dependencies.expiresAt).toBe(Date.parse(expiry))
    clock.advance(1_000)
    expect(await read(createReplyDependencies())).toBe(2)
  })

  it('does not keep errors', async () => {
    duringRead = () => {
      throw new Error('the database is down')
    }
    await expect(read(createReplyDependencies())).rejects.toThrow('down')
    duringRead = () => {}
    expect(await read(createReplyDependencies())).toBe(2)
  })
})
