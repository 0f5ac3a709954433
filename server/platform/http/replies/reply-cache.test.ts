import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { type CachedReply, createCachedReply, createCompressedBody, createUncompressedBody } from './cached-reply.ts'
import { ReplyCache } from './reply-cache.ts'

const createCount = () => ({ withBody: 0, notModified: 0 })
const createReply = (text: string, ...topics: string[]): CachedReply =>
  createCachedReply({
    body: createUncompressedBody(Buffer.from(text)),
    headers: { 'content-type': 'text/plain' },
    etag: '"1"',
    topics,
    routeCount: createCount(),
  })

/** Sends a request to the cache as the server does; returns its reply, `undefined` if it has none. */
function request(cache: ReplyCache, url: string, headers: Record<string, string> = {}, method = 'GET') {
  const message = Object.assign(new IncomingMessage(new Socket()), { url, headers, method })
  const response = new ServerResponse(message)
  const chunks: Buffer[] = []
  Object.assign(response, {
    end: (body?: Buffer) => chunks.push(...(body ? [body] : [])),
    assignSocket: new EventEmitter(),
  })
  if (!cache.respond(message, response)) return undefined
  return { status: response.statusCode, body: Buffer.concat(chunks).toString() }
}

describe('ReplyCache', () => {
  const cacheReply = (key = '/', ...topics: string[]) => {
    const cache = new ReplyCache()
    cache.set(key, createReply('body', ...topics), cache.getGeneration())
    return cache
  }

  it('replies to GET with the body and to HEAD without', () => {
    expect(request(cacheReply(), '/')).toEqual({ status: 200, body: 'body' })
    expect(request(cacheReply(), '/', {}, 'HEAD')).toEqual({ status: 200, body: '' })
  })

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('does not reply to %s', (method) => {
    expect(request(cacheReply(), '/', {}, method)).toBeUndefined()
  })

  it('replies with 304 if the ETag matches', () => {
    expect(request(cacheReply(), '/', { 'if-none-match': 'W/"1"' })).toEqual({ status: 304, body: '' })
    expect(request(cacheReply(), '/', { 'if-none-match': '"2"' })).toEqual({ status: 200, body: 'body' })
  })

  it('does not reply to authenticated callers, except with files', () => {
    const cache = cacheReply()
    cache.pin('/file.css', createReply('css'))
    expect(request(cache, '/', { authorization: 'Bearer x' })).toBeUndefined()
    expect(request(cache, '/file.css', { authorization: 'Basic x' })).toEqual({ status: 200, body: 'css' })
  })

  it('compresses on demand, and counts only the compressed size', async () => {
    // Space for eight of the replies uncompressed, or ten compressed.
    const cache = new ReplyCache({ maxBytes: 100_000 })
    const urls = Array.from({ length: 10 }, (_, index) => `/${index}`)
    for (const url of urls) {
      const reply = createCachedReply({
        body: createCompressedBody(Buffer.from(randomBytes(4_000).toString('hex'))),
        headers: {},
        topics: [],
        routeCount: createCount(),
      })
      cache.set(url, reply, cache.getGeneration())
      expect(request(cache, url, { 'accept-encoding': 'gzip' })?.body).toBe('')
      const { body } = await reply.encode('gzip')
      expect(request(cache, url, { 'accept-encoding': 'gzip' })?.body).toBe(body.toString())
    }
    cache.set('/last', createReply('last'), cache.getGeneration())
    expect(urls.filter((url) => request(cache, url, { 'accept-encoding': 'gzip' }))).toEqual(urls)
  })

  it('caches the first reply in zstd until it is compressed in brotli', async () => {
    const cache = new ReplyCache()
    const text = '智鉴'.repeat(1_000)
    const reply = createCachedReply({
      body: createCompressedBody(Buffer.from(text)),
      headers: {},
      topics: [],
      routeCount: createCount(),
    })
    const fastVariant = await reply.encode('zstd')
    expect(zstdDecompressSync(fastVariant.body).toString()).toBe(text)
    cache.set('/', reply, cache.getGeneration())
    const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' }
    expect(request(cache, '/', headers)?.body).toBe(fastVariant.body.toString())
    await vi.waitFor(() => expect(Object.keys(reply.variants)).toEqual(['br']))
    const bestVariant = await reply.encode('br')
    expect(request(cache, '/', headers)?.body).toBe(bestVariant.body.toString())
    expect(brotliDecompressSync(bestVariant.body).toString()).toBe(text)
  })

  it('recompresses a reply to a smaller size if it is requested again', async () => {
    const cache = new ReplyCache()
    const text = Array.from({ length: 2_000 }, (_, index) => `<li class="card">${index * index}</li>`).join('')
    const reply = createCachedReply({
      body: createCompressedBody(Buffer.from(text)),
      headers: {},
      topics: [],
      routeCount: createCount(),
    })
    const fastVariant = await reply.encode('br')
    cache.set('/', reply, cache.getGeneration())
    const { bytes } = cache.getStatistics()
    expect(request(cache, '/', { 'accept-encoding': 'br' })?.body).toBe(fastVariant.body.toString())
    await vi.waitFor(() => expect(reply.variants.br).not.toBe(fastVariant))
    const bestVariant = await reply.encode('br')
    expect(bestVariant.body.length).toBeLessThan(fastVariant.body.length)
    expect(brotliDecompressSync(bestVariant.body).toString()).toBe(text)
    await vi.waitFor(() =>
      expect(cache.getStatistics().bytes).toBe(bytes - fastVariant.body.length + bestVariant.body.length),
    )
  })

  it('invalidates replies that depend on a change, and nothing else', () => {
    const cache = cacheReply('/home', 'content:home', 'settings')
    cache.set('/list', createReply('list', 'catalogue:agent'), cache.getGeneration())
    cache.invalidate(['content:home'])
    expect(request(cache, '/home')).toBeUndefined()
    expect(request(cache, '/list')).toBeDefined()
    cache.invalidate(['catalogue:agent', 'other'])
    expect(request(cache, '/list')).toBeUndefined()
  })

  it('does not cache a reply that was started before a change of its data', () => {
    const cache = new ReplyCache()
    const before = cache.getGeneration()
    cache.invalidate(['content:home'])
    cache.set('/home', createReply('old', 'content:home'), before)
    cache.set('/list', createReply('list', 'catalogue:agent'), before)
    expect(request(cache, '/home')).toBeUndefined()
    expect(request(cache, '/list')).toBeDefined()
    cache.set('/home', createReply('new', 'content:home'), cache.getGeneration())
    expect(request(cache, '/home')?.body).toBe('new')
  })

  it('does not replace a newer reply with an older one', () => {
    const cache = new ReplyCache()
    const before = cache.getGeneration()
    cache.invalidate(['content:home'])
    cache.set('/home', createReply('new', 'content:home'), cache.getGeneration())
    cache.set('/home', createReply('old', 'content:home'), before)
    expect(request(cache, '/home')?.body).toBe('new')
  })

  it('evicts the least recently used reply', () => {
    // Each entry counts its body and about 4 KB beside it; ten of them fill the limit.
    const cache = new ReplyCache({ maxBytes: 10 * 6_100 })
    for (let index = 0; index < 9; index += 1) {
      cache.set(`/${index}`, createReply('x'.repeat(2_000)), cache.getGeneration())
      request(cache, `/${index}`)
    }
    const listCachedUrls = () =>
      Array.from({ length: 20 }, (_, index) => index).filter((index) => request(cache, `/${index}`))
    expect(listCachedUrls()).toHaveLength(9)
    request(cache, '/0')
    for (let index = 9; index < 16; index += 1) {
      cache.set(`/${index}`, createReply('x'.repeat(2_000)), cache.getGeneration())
      request(cache, `/${index}`)
      request(cache, '/0')
    }
    expect(listCachedUrls()).toContain(0)
    expect(listCachedUrls()).not.toContain(1)
    expect(listCachedUrls()).toContain(15)
  })

  it('does not evict replies requested repeatedly for ones requested once', () => {
    const cache = new ReplyCache({ maxBytes: 100 * 6_100 })
    const read = Array.from({ length: 40 }, (_, index) => `/read/${index}`)
    for (const key of read) {
      cache.set(key, createReply('x'.repeat(2_000)), cache.getGeneration())
      request(cache, key)
    }
    for (let index = 0; index < 2_800; index += 1)
      cache.set(`/junk/${index}`, createReply('x'.repeat(2_000)), cache.getGeneration())
    expect(read.filter((key) => request(cache, key) === undefined)).toEqual([])
    expect(request(cache, '/junk/2799')).toBeDefined()
    expect(request(cache, '/junk/0')).toBeUndefined()
  })

  it('keeps an eighth of its size of replies requested only once, even if it is empty otherwise', () => {
    const cache = new ReplyCache({ maxBytes: 100 * 6_100 })
    for (let index = 0; index < 100; index += 1)
      cache.set(`/${index}`, createReply('x'.repeat(2_000)), cache.getGeneration())
    expect(cache.getStatistics()).toMatchObject({ replies: 12, evicted: 88 })
    expect(request(cache, '/87')).toBeUndefined()
    expect(request(cache, '/88')).toBeDefined()
  })

  it('evicts old replies for new ones even if all were read', () => {
    const cache = new ReplyCache({ maxBytes: 40 * 6_100 })
    for (let index = 0; index < 60; index += 1) {
      cache.set(`/${index}`, createReply('x'.repeat(2_000)), cache.getGeneration())
      request(cache, `/${index}`)
    }
    expect(request(cache, '/0')).toBeUndefined()
    expect(request(cache, '/59')).toBeDefined()
  })

  it('does not cache a reply that would evict most others', () => {
    const cache = cacheReply()
    const small = new ReplyCache({ maxBytes: 100_000 })
    small.set('/large', createReply('x'.repeat(20_000)), small.getGeneration())
    expect(request(small, '/large')).toBeUndefined()
    cache.set('/large', createReply('x'.repeat(20_000)), cache.getGeneration())
    expect(request(cache, '/large')).toBeDefined()
  })

  it('counts bytes correctly after replacing and invalidating replies', () => {
    // Five of the replies fill the share for those requested once.
    const cache = new ReplyCache({ maxBytes: 8 * 5 * 5_100 })
    for (let round = 0; round < 1_000; round += 1) {
      cache.set('/same', createReply('x'.repeat(1_000), 'a'), cache.getGeneration())
      if (round % 3 === 0) cache.invalidate(['a'])
    }
    for (let index = 0; index < 5; index += 1)
      cache.set(`/${index}`, createReply('y'.repeat(1_000)), cache.getGeneration())
    expect(Array.from({ length: 5 }, (_, index) => request(cache, `/${index}`)).filter(Boolean)).toHaveLength(5)
  })
})
