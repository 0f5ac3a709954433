import { EventEmitter } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { isSame, type KeptReply, keptReply, ReplyCache } from './reply-cache.ts'

const same = (text: string) => ({ identity: Buffer.from(text), br: Buffer.from(text), gzip: Buffer.from(text) })
const replyOf = (text: string, ...names: string[]): KeptReply =>
  keptReply({ bodies: same(text), headers: { 'content-type': 'text/plain' }, etag: '"1"', names })

/** Asks the cache as the server would; gives what it answered, `undefined` where it has nothing. */
function ask(cache: ReplyCache, url: string, headers: Record<string, string> = {}, method = 'GET') {
  const request = Object.assign(new IncomingMessage(new Socket()), { url, headers, method })
  const response = new ServerResponse(request)
  const sent: Buffer[] = []
  Object.assign(response, {
    end: (body?: Buffer) => sent.push(...(body ? [body] : [])),
    assignSocket: new EventEmitter(),
  })
  if (!cache.answer(request, response)) return undefined
  return { status: response.statusCode, body: Buffer.concat(sent).toString() }
}

describe('isSame', () => {
  it.each<[string | undefined, string, boolean]>([
    [undefined, '"1"', false],
    ['', '"1"', false],
    ['"1"', '"1"', true],
    ['"2"', '"1"', false],
    ['W/"1"', '"1"', true],
    ['"1"', 'W/"1"', true],
    ['W/"1"', 'W/"1"', true],
    ['"0", "1"', '"1"', true],
    ['"0",W/"1" , "2"', '"1"', true],
    ['*', '"1"', true],
    [' * ', '"1"', true],
    ['1', '"1"', false],
    ['"11"', '"1"', false],
  ])('%j against %j: %s', (header, etag, expected) => {
    expect(isSame(header, etag)).toBe(expected)
  })
})

describe('keptReply', () => {
  const reply = keptReply({
    bodies: { identity: Buffer.from('plain text'), br: Buffer.from('br'), gzip: Buffer.from('gzip') },
    headers: { 'content-type': 'text/plain', 'cache-control': 'public', 'x-frame-options': 'DENY' },
    names: ['a'],
  })

  it('names the coding and the length of each body', () => {
    expect(reply.headers.br.join(' ')).toContain('content-encoding br content-length 2 ')
    expect(reply.headers.identity.join(' ')).toContain('content-length 10 ')
    expect(reply.headers.identity).not.toContain('content-encoding')
  })

  it('describes no body on a 304, but all that a cache has to know', () => {
    const names = reply.unchangedHeaders.filter((_, at) => at % 2 === 0)
    expect(names.sort()).toEqual(['cache-control', 'etag', 'vary', 'x-frame-options'])
  })

  it('makes a weak tag of the content', () => {
    expect(reply.etag).toMatch(/^W\/"[\w-]{22}"$/)
    expect(keptReply({ ...reply, headers: {}, etag: undefined }).etag).toBe(reply.etag)
  })
})

describe('ReplyCache', () => {
  const kept = (key = '/', ...names: string[]) => {
    const cache = new ReplyCache()
    cache.keep(key, replyOf('body', ...names), cache.ticket())
    return cache
  }

  it('answers GET with the body and HEAD without', () => {
    expect(ask(kept(), '/')).toEqual({ status: 200, body: 'body' })
    expect(ask(kept(), '/', {}, 'HEAD')).toEqual({ status: 200, body: '' })
  })

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('leaves %s alone', (method) => {
    expect(ask(kept(), '/', {}, method)).toBeUndefined()
  })

  it('answers 304 to who has it', () => {
    expect(ask(kept(), '/', { 'if-none-match': 'W/"1"' })).toEqual({ status: 304, body: '' })
    expect(ask(kept(), '/', { 'if-none-match': '"2"' })).toEqual({ status: 200, body: 'body' })
  })

  it('leaves an authorised caller alone, except for a file', () => {
    const cache = kept()
    cache.pin('/file.css', replyOf('css'))
    expect(ask(cache, '/', { authorization: 'Bearer x' })).toBeUndefined()
    expect(ask(cache, '/file.css', { authorization: 'Basic x' })).toEqual({ status: 200, body: 'css' })
  })

  it('drops what was made of what changed, and nothing else', () => {
    const cache = kept('/home', 'content:home', 'settings')
    cache.keep('/list', replyOf('list', 'catalogue:agent'), cache.ticket())
    cache.drop(['content:home'])
    expect(ask(cache, '/home')).toBeUndefined()
    expect(ask(cache, '/list')).toBeDefined()
    cache.drop(['catalogue:agent', 'other'])
    expect(ask(cache, '/list')).toBeUndefined()
  })

  it('does not keep what was begun before a change of what it is made of', () => {
    const cache = new ReplyCache()
    const before = cache.ticket()
    cache.drop(['content:home'])
    cache.keep('/home', replyOf('old', 'content:home'), before)
    cache.keep('/list', replyOf('list', 'catalogue:agent'), before)
    expect(ask(cache, '/home')).toBeUndefined()
    expect(ask(cache, '/list')).toBeDefined()
    cache.keep('/home', replyOf('new', 'content:home'), cache.ticket())
    expect(ask(cache, '/home')?.body).toBe('new')
  })

  it('does not let a late old reply replace a new one', () => {
    const cache = new ReplyCache()
    const before = cache.ticket()
    cache.drop(['content:home'])
    cache.keep('/home', replyOf('new', 'content:home'), cache.ticket())
    cache.keep('/home', replyOf('old', 'content:home'), before)
    expect(ask(cache, '/home')?.body).toBe('new')
  })

  it('lets go of what was asked for least recently', () => {
    // Each entry counts its body and about 4 KB beside it; ten of them fill the limit.
    const cache = new ReplyCache(10 * 6_100)
    for (let at = 0; at < 9; at += 1) cache.keep(`/${at}`, replyOf('x'.repeat(666)), cache.ticket())
    const there = () => Array.from({ length: 20 }, (_, at) => at).filter((at) => ask(cache, `/${at}`))
    expect(there()).toHaveLength(9)
    ask(cache, '/0')
    for (let at = 9; at < 16; at += 1) {
      cache.keep(`/${at}`, replyOf('x'.repeat(666)), cache.ticket())
      ask(cache, '/0')
    }
    expect(there()).toContain(0)
    expect(there()).not.toContain(1)
    expect(there()).toContain(15)
  })

  it('lets what was asked for once push out nothing that was asked for again', () => {
    const cache = new ReplyCache(100 * 6_100)
    const read = Array.from({ length: 40 }, (_, at) => `/read/${at}`)
    for (const key of read) cache.keep(key, replyOf('x'.repeat(666)), cache.ticket())
    for (const key of read) ask(cache, key)
    for (let at = 0; at < 2_800; at += 1) cache.keep(`/junk/${at}`, replyOf('x'.repeat(666)), cache.ticket())
    expect(read.filter((key) => ask(cache, key) === undefined)).toEqual([])
    expect(ask(cache, '/junk/2799')).toBeDefined()
    expect(ask(cache, '/junk/0')).toBeUndefined()
  })

  it('makes room for what is new, also where all that it holds is read', () => {
    const cache = new ReplyCache(40 * 6_100)
    for (let at = 0; at < 60; at += 1) {
      cache.keep(`/${at}`, replyOf('x'.repeat(666)), cache.ticket())
      ask(cache, `/${at}`)
    }
    expect([0, 59].map((at) => ask(cache, `/${at}`) !== undefined)).toEqual([false, true])
  })

  it('keeps no reply that would push out most others', () => {
    const cache = kept()
    const small = new ReplyCache(100_000)
    small.keep('/large', replyOf('x'.repeat(20_000)), small.ticket())
    expect(ask(small, '/large')).toBeUndefined()
    cache.keep('/large', replyOf('x'.repeat(20_000)), cache.ticket())
    expect(ask(cache, '/large')).toBeDefined()
  })

  it('counts bytes right through replacing and dropping', () => {
    const cache = new ReplyCache(100_000)
    for (let round = 0; round < 1_000; round += 1) {
      cache.keep('/same', replyOf('x'.repeat(1_000), 'a'), cache.ticket())
      if (round % 3 === 0) cache.drop(['a'])
    }
    for (let at = 0; at < 5; at += 1) cache.keep(`/${at}`, replyOf('y'.repeat(1_000)), cache.ticket())
    expect(Array.from({ length: 5 }, (_, at) => ask(cache, `/${at}`)).filter(Boolean)).toHaveLength(5)
  })
})
