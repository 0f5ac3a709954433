import { beforeEach, describe, expect, it } from 'vitest'
import { ReplyCache } from '#server/platform/http/replies/reply-cache.ts'
import { createSources, endAt, type Sources } from '#server/platform/http/replies/sources.ts'
import { createTestClock } from '#testing/test-app.ts'
import { keepReads } from './kept-reads.ts'

describe('keepReads', () => {
  let clock: ReturnType<typeof createTestClock>
  let cache: ReplyCache
  let count: number
  let createReads: (sources: Sources) => { site(language?: string): Promise<number>; search(): Promise<number> }
  /** Happens while something is read. */
  let meanwhile: () => void
  let end: string | null
  beforeEach(() => {
    clock = createTestClock()
    cache = new ReplyCache(undefined, clock)
    count = 0
    meanwhile = () => {}
    end = null
    createReads = keepReads(
      cache,
      (sources) => {
        const read = async () => {
          sources.topics.add('settings')
          endAt(sources, end)
          count += 1
          meanwhile()
          return count
        }
        return { site: read, search: read }
      },
      ['site'],
    )
  })

  it('reads what pages share once, and names its sources to each of them', async () => {
    for (const _ of [1, 2]) {
      const sources = createSources()
      expect(await createReads(sources).site()).toBe(1)
      expect([...sources.topics]).toEqual(['settings'])
    }
  })

  it('reads everything else each time', async () => {
    expect(await createReads(createSources()).search()).toBe(1)
    expect(await createReads(createSources()).search()).toBe(2)
  })

  it('reads each argument for itself', async () => {
    expect(await createReads(createSources()).site('zh')).toBe(1)
    expect(await createReads(createSources()).site('en')).toBe(2)
    expect(await createReads(createSources()).site('zh')).toBe(1)
  })

  it('reads again after a change of its source alone', async () => {
    await createReads(createSources()).site()
    cache.invalidate(['products'])
    expect(await createReads(createSources()).site()).toBe(1)
    cache.invalidate(['settings'])
    expect(await createReads(createSources()).site()).toBe(2)
  })

  it('keeps nothing that changed while it was read', async () => {
    meanwhile = () => cache.invalidate(['settings'])
    expect(await createReads(createSources()).site()).toBe(1)
    meanwhile = () => {}
    expect(await createReads(createSources()).site()).toBe(2)
  })

  it('reads again what has ended by itself, and ends the pages that show it', async () => {
    end = new Date(clock.now().getTime() + 1_000).toISOString()
    await createReads(createSources()).site()
    const sources = createSources()
    await createReads(sources).site()
    expect(sources.endsAt).toBe(Date.parse(end))
    clock.advance(1_000)
    expect(await createReads(createSources()).site()).toBe(2)
  })

  it('keeps no failure', async () => {
    meanwhile = () => {
      throw new Error('the database is away')
    }
    await expect(createReads(createSources()).site()).rejects.toThrow('away')
    meanwhile = () => {}
    expect(await createReads(createSources()).site()).toBe(2)
  })
})
