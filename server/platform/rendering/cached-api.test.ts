import { beforeEach, describe, expect, it } from 'vitest'
import { ReplyCache } from '#server/platform/http/replies/reply-cache.ts'
import {
  createReplyDependencies,
  limitExpiry,
  type ReplyDependencies,
} from '#server/platform/http/replies/reply-dependencies.ts'
import { createTestClock } from '#testing/test-app.ts'
import { cacheApi } from './cached-api.ts'

describe('cacheApi', () => {
  let clock: ReturnType<typeof createTestClock>
  let cache: ReplyCache
  let count: number
  let createApi: (dependencies: ReplyDependencies) => {
    site(language?: string): Promise<number>
    search(): Promise<number>
  }
  /** Runs during a call. */
  let duringCall: () => void
  let expiry: string | null
  beforeEach(() => {
    clock = createTestClock()
    cache = new ReplyCache({ clock })
    count = 0
    duringCall = () => {}
    expiry = null
    createApi = cacheApi(
      cache,
      (dependencies) => {
        const call = async () => {
          dependencies.topics.add('settings')
          limitExpiry(dependencies, expiry)
          count += 1
          duringCall()
          return count
        }
        return { site: call, search: call }
      },
      ['site'],
    )
  })

  it('calls a cached method once, and adds its dependencies to each page', async () => {
    for (const _ of [1, 2]) {
      const dependencies = createReplyDependencies()
      expect(await createApi(dependencies).site()).toBe(1)
      expect([...dependencies.topics]).toEqual(['settings'])
    }
  })

  it('calls other methods every time', async () => {
    expect(await createApi(createReplyDependencies()).search()).toBe(1)
    expect(await createApi(createReplyDependencies()).search()).toBe(2)
  })

  it('caches results by arguments', async () => {
    expect(await createApi(createReplyDependencies()).site('zh')).toBe(1)
    expect(await createApi(createReplyDependencies()).site('en')).toBe(2)
    expect(await createApi(createReplyDependencies()).site('zh')).toBe(1)
  })

  it('calls again only after a change of its own topics', async () => {
    await createApi(createReplyDependencies()).site()
    cache.invalidate(['products'])
    expect(await createApi(createReplyDependencies()).site()).toBe(1)
    cache.invalidate(['settings'])
    expect(await createApi(createReplyDependencies()).site()).toBe(2)
  })

  it('does not cache a result whose topics changed during the call', async () => {
    duringCall = () => cache.invalidate(['settings'])
    expect(await createApi(createReplyDependencies()).site()).toBe(1)
    duringCall = () => {}
    expect(await createApi(createReplyDependencies()).site()).toBe(2)
  })

  it('calls again after the expiry, which the pages inherit', async () => {
    expiry = new Date(clock.now().getTime() + 1_000).toISOString()
    await createApi(createReplyDependencies()).site()
    const dependencies = createReplyDependencies()
    await createApi(dependencies).site()
    expect(dependencies.expiresAt).toBe(Date.parse(expiry))
    clock.advance(1_000)
    expect(await createApi(createReplyDependencies()).site()).toBe(2)
  })

  it('does not cache errors', async () => {
    duringCall = () => {
      throw new Error('the database is down')
    }
    await expect(createApi(createReplyDependencies()).site()).rejects.toThrow('down')
    duringCall = () => {}
    expect(await createApi(createReplyDependencies()).site()).toBe(2)
  })
})
