import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { type CachedReply, compressOnDemand, createCachedReply, uncompressed } from './cached-reply.ts'
import { ReplyCache } from './reply-cache.ts'

const newCount = () => ({ full: 0, unchanged: 0 })
const createReply = (text: string, ...topics: string[]): CachedReply =>
  createCachedReply({
    bodies: uncompressed(Buffer.from(text)),
    headers: { 'content-type': 'text/plain' },
    etag: '"1"',
    topics,
    count: newCount(),
  })

/** Asks the cache as the server would; returns what it answered, `undefined` if it has nothing. */
function ask(cache: ReplyCache, url: string, headers: Record<string, string> = {}, method = 'GET') {
  const request = Object.assign(new IncomingMessage(new Socket()), { url, headers, method })
  const response = new ServerResponse(request)
  const chunks: Buffer[] = []
  Object.assign(response, {
    end: (body?: Buffer) => chunks.push(...(body ? [body] : [])),
    assignSocket: new EventEmitter(),
  })
  if (!cache.respond(request, response)) return undefined
  return { status: response.statusCode, body: Buffer.concat(chunks).toString() }
}

describe('ReplyCache', () => {
  const keepReply = (key = '/', ...topics: string[]) => {
    const cache = new ReplyCache()
    cache.set(key, createReply('body', ...topics), cache.getGeneration())
    return cache
  }

  it('answers GET with the body and HEAD without', () => {
    expect(ask(keepReply(), '/')).toEqual({ status: 200, body: 'body' })
    expect(ask(keepReply(), '/', {}, 'HEAD')).toEqual({ status: 200, body: '' })
  })

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('leaves %s alone', (method) => {
    expect(ask(keepReply(), '/', {}, method)).toBeUndefined()
  })

  it('answers 304 to who has it', () => {
    expect(ask(keepReply(), '/', { 'if-none-match': 'W/"1"' })).toEqual({ status: 304, body: '' })
    expect(ask(keepReply(), '/', { 'if-none-match': '"2"' })).toEqual({ status: 200, body: 'body' })
  })

  it('leaves an authorised caller alone, except for a file', () => {
    const cache = keepReply()
    cache.pin('/file.css', createReply('css'))
    expect(ask(cache, '/', { authorization: 'Bearer x' })).toBeUndefined()
    expect(ask(cache, '/file.css', { authorization: 'Basic x' })).toEqual({ status: 200, body: 'css' })
  })

  it('compresses when somebody asks for it, and counts that alone', async () => {
    // Room for eight of them as they are, for ten compressed.
    const cache = new ReplyCache({ limit: 100_000 })
    const urls = Array.from({ length: 10 }, (_, index) => `/${index}`)
    for (const url of urls) {
      const reply = createCachedReply({
        bodies: compressOnDemand(Buffer.from(randomBytes(4_000).toString('hex'))),
        headers: {},
        topics: [],
        count: newCount(),
      })
      cache.set(url, reply, cache.getGeneration())
      expect(ask(cache, url, { 'accept-encoding': 'gzip' })?.body).toBe('')
      const { body } = await reply.encode('gzip')
      expect(ask(cache, url, { 'accept-encoding': 'gzip' })?.body).toBe(body.toString())
    }
    cache.set('/last', createReply('last'), cache.getGeneration())
    expect(urls.filter((url) => ask(cache, url, { 'accept-encoding': 'gzip' }))).toEqual(urls)
  })

  it('keeps what a visitor waited for in zstd until it is there in brotli', async () => {
    const cache = new ReplyCache()
    const text = '智鉴'.repeat(1_000)
    const reply = createCachedReply({
      bodies: compressOnDemand(Buffer.from(text)),
      headers: {},
      topics: [],
      count: newCount(),
    })
    const quick = await reply.encode('zstd')
    expect(zstdDecompressSync(quick.body).toString()).toBe(text)
    cache.set('/', reply, cache.getGeneration())
    const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' }
    expect(ask(cache, '/', headers)?.body).toBe(quick.body.toString())
    await vi.waitFor(() => expect(Object.keys(reply.variants)).toEqual(['br']))
    const small = await reply.encode('br')
    expect(ask(cache, '/', headers)?.body).toBe(small.body.toString())
    expect(brotliDecompressSync(small.body).toString()).toBe(text)
  })

  it('compresses anew, smaller, what is asked for again', async () => {
    const cache = new ReplyCache()
    const text = Array.from({ length: 2_000 }, (_, index) => `<li class="card">${index * index}</li>`).join('')
    const reply = createCachedReply({
      bodies: compressOnDemand(Buffer.from(text)),
      headers: {},
      topics: [],
      count: newCount(),
    })
    const quick = await reply.encode('br')
    cache.set('/', reply, cache.getGeneration())
    const { bytes } = cache.statistics()
    expect(ask(cache, '/', { 'accept-encoding': 'br' })?.body).toBe(quick.body.toString())
    await vi.waitFor(() => expect(reply.variants.br).not.toBe(quick))
    const small = await reply.encode('br')
    expect(small.body.length).toBeLessThan(quick.body.length)
    expect(brotliDecompressSync(small.body).toString()).toBe(text)
    await vi.waitFor(() => expect(cache.statistics().bytes).toBe(bytes - quick.body.length + small.body.length))
  })

  it('invalidates replies that depend on a change, and nothing else', () => {
    const cache = keepReply('/home', 'content:home', 'settings')
    cache.set('/list', createReply('list', 'catalogue:agent'), cache.getGeneration())
    cache.invalidate(['content:home'])
    expect(ask(cache, '/home')).toBeUndefined()
    expect(ask(cache, '/list')).toBeDefined()
    cache.invalidate(['catalogue:agent', 'other'])
    expect(ask(cache, '/list')).toBeUndefined()
  })

  it('does not keep what was begun before a change of what it is made of', () => {
    const cache = new ReplyCache()
    const before = cache.getGeneration()
    cache.invalidate(['content:home'])
    cache.set('/home', createReply('old', 'content:home'), before)
    cache.set('/list', createReply('list', 'catalogue:agent'), before)
    expect(ask(cache, '/home')).toBeUndefined()
    expect(ask(cache, '/list')).toBeDefined()
    cache.set('/home', createReply('new', 'content:home'), cache.getGeneration())
    expect(ask(cache, '/home')?.body).toBe('new')
  })

  it('does not let a late old reply replace a new one', () => {
    const cache = new ReplyCache()
    const before = cache.getGeneration()
    cache.invalidate(['content:home'])
    cache.set('/home', createReply('new', 'content:home'), cache.getGeneration())
    cache.set('/home', createReply('old', 'content:home'), before)
    expect(ask(cache, '/home')?.body).toBe('new')
  })

  it('evicts the least recently used reply', () => {
    // Each entry counts its body and about 4 KB beside it; ten of them fill the limit.
    const cache = new ReplyCache({ limit: 10 * 6_100 })
    for (let index = 0; index < 9; index += 1)
      cache.set(`/${index}`, createReply('x'.repeat(2_000)), cache.getGeneration())
    const listPresent = () => Array.from({ length: 20 }, (_, index) => index).filter((index) => ask(cache, `/${index}`))
    expect(listPresent()).toHaveLength(9)
    ask(cache, '/0')
    for (let index = 9; index < 16; index += 1) {
      cache.set(`/${index}`, createReply('x'.repeat(2_000)), cache.getGeneration())
      ask(cache, '/0')
    }
    expect(listPresent()).toContain(0)
    expect(listPresent()).not.toContain(1)
    expect(listPresent()).toContain(15)
  })

  it('does not evict replies requested repeatedly for ones requested once', () => {
    const cache = new ReplyCache({ limit: 100 * 6_100 })
    const read = Array.from({ length: 40 }, (_, index) => `/read/${index}`)
    for (const key of read) cache.set(key, createReply('x'.repeat(2_000)), cache.getGeneration())
    for (const key of read) ask(cache, key)
    for (let index = 0; index < 2_800; index += 1)
      cache.set(`/junk/${index}`, createReply('x'.repeat(2_000)), cache.getGeneration())
    expect(read.filter((key) => ask(cache, key) === undefined)).toEqual([])
    expect(ask(cache, '/junk/2799')).toBeDefined()
    expect(ask(cache, '/junk/0')).toBeUndefined()
  })

  it('makes room for what is new, also where all that it holds is read', () => {
    const cache = new ReplyCache({ limit: 40 * 6_100 })
    for (let index = 0; index < 60; index += 1) {
      cache.set(`/${index}`, createReply('x'.repeat(2_000)), cache.getGeneration())
      ask(cache, `/${index}`)
    }
    expect([0, 59].map((index) => ask(cache, `/${index}`) !== undefined)).toEqual([false, true])
  })

  it('keeps no reply that would push out most others', () => {
    const cache = keepReply()
    const small = new ReplyCache({ limit: 100_000 })
    small.set('/large', createReply('x'.repeat(20_000)), small.getGeneration())
    expect(ask(small, '/large')).toBeUndefined()
    cache.set('/large', createReply('x'.repeat(20_000)), cache.getGeneration())
    expect(ask(cache, '/large')).toBeDefined()
  })

  it('counts bytes right through replacing and dropping', () => {
    const cache = new ReplyCache({ limit: 100_000 })
    for (let round = 0; round < 1_000; round += 1) {
      cache.set('/same', createReply('x'.repeat(1_000), 'a'), cache.getGeneration())
      if (round % 3 === 0) cache.invalidate(['a'])
    }
    for (let index = 0; index < 5; index += 1)
      cache.set(`/${index}`, createReply('y'.repeat(1_000)), cache.getGeneration())
    expect(Array.from({ length: 5 }, (_, index) => ask(cache, `/${index}`)).filter(Boolean)).toHaveLength(5)
  })
})
