import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import {
  createCachedReply,
  createCompressedBody,
  createUncompressedBody,
  matchesEtag,
  measureReply,
} from './cached-reply.ts'

describe('matchesEtag', () => {
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
  ])('compares %j with %j: %s', (header, etag, expected) => {
    expect(matchesEtag(header, etag)).toBe(expected)
  })
})

describe('createCachedReply', () => {
  const text = Buffer.from('智鉴'.repeat(1_000))
  const create = (body = createCompressedBody(text)) =>
    createCachedReply({
      body,
      headers: { 'content-type': 'text/plain', 'cache-control': 'public', 'x-frame-options': 'DENY' },
      topics: ['a'],
      routeCount: { withBody: 0, notModified: 0 },
    })

  it('encodes the body, and sets the encoding and length headers of each variant', async () => {
    const [br, gzip, identity] = await Promise.all((['br', 'gzip', 'identity'] as const).map(create().encode))
    expect(brotliDecompressSync(br?.body ?? '')).toEqual(text)
    expect(gunzipSync(gzip?.body ?? '')).toEqual(text)
    expect(identity?.body).toBe(text)
    expect(br?.headers.join(' ')).toContain(`content-encoding br content-length ${br?.body.length} `)
    expect(identity?.headers.join(' ')).toContain(`content-length ${text.length} `)
    expect(identity?.headers).not.toContain('content-encoding')
  })

  it('encodes the body on the first request, once for concurrent ones', async () => {
    const encode = vi.fn(createCompressedBody(text).encode)
    const reply = create({ available: { identity: text }, encode })
    expect(measureReply('', reply)).toBeLessThan(text.length + 5_000)
    const [first, second] = await Promise.all([reply.encode('br'), reply.encode('br')])
    expect(second).toBe(first)
    expect(await reply.encode('br')).toBe(first)
    expect(encode).toHaveBeenCalledTimes(1)
  })

  it('does not cache an uncached encoding beside another one', async () => {
    const br = Buffer.from('br')
    const reply = create({ available: { br }, encode: async () => text, uncachedEncodings: ['identity'] })
    const size = measureReply('', reply)
    expect((await reply.encode('identity')).body).toBe(text)
    expect(measureReply('', reply)).toBe(size)
  })

  it('caches an uncached encoding until another one exists', async () => {
    const reply = create()
    const empty = measureReply('', reply)
    expect((await reply.encode('identity')).body).toBe(text)
    expect(measureReply('', reply)).toBe(empty + text.length)
    const { body } = await reply.encode('br')
    expect(measureReply('', reply)).toBe(empty + body.length)
  })

  it('does not compress a small body or one that is already compressed', async () => {
    const small = Buffer.from('{"success":true}')
    for (const reply of [create(createCompressedBody(small)), create(createUncompressedBody(small))]) {
      const { body, headers } = await reply.encode('br')
      expect(body).toBe(small)
      expect(headers).not.toContain('content-encoding')
    }
  })

  it('sends cache headers but no body headers with a 304', () => {
    const names = create().notModifiedHeaders.filter((_, index) => index % 2 === 0)
    expect(names.sort()).toEqual(['cache-control', 'etag', 'vary', 'x-frame-options'])
  })

  it('derives a weak ETag from the content', () => {
    expect(create().etag).toMatch(/^W\/"[\w-]{22}"$/)
    expect(create().etag).toBe(create().etag)
    expect(create(createUncompressedBody(Buffer.from('other'))).etag).not.toBe(create().etag)
  })
})
