import { describe, expect, it } from 'vitest'
import { decodeBody, encodeBody, negotiateEncoding } from './encodings.ts'

describe('negotiateEncoding', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip,deflate,br', 'br'],
    ['GZIP, BR', 'br'],
    ['deflate', 'identity'],
    ['zstd', 'identity'],
    ['identity', 'identity'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['br;q=0, *', 'gzip'],
    ['br;q=0', 'identity'],
    ['br;q=0.0, gzip', 'gzip'],
    ['br;q=0.000,gzip;q=0.000', 'identity'],
    ['br; q=0 , gzip ; q=0.5', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['gzip;q=0.5, br;q=0.5', 'br'],
    ['br;q=0.001', 'br'],
    ['identity, br;q=0.5', 'identity'],
    ['identity;q=0', 'identity'],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
    ['identity;q=0, *;q=0.1', 'br'],
    ['br;q=0.01', 'br'],
    ['br;q=2', 'identity'],
    ['br;q=x', 'identity'],
    ['brotli', 'identity'],
    ['abr, xgzip', 'identity'],
    [',,, ;q=1, gzip', 'gzip'],
  ])('chooses for %j: %s', (header, encoding) => {
    expect(negotiateEncoding(header).best).toBe(encoding)
    expect(negotiateEncoding(header).best, 'second call').toBe(encoding)
  })

  it.each([
    [undefined, 'identity'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['zstd', 'zstd'],
    ['*', 'zstd'],
    ['zstd;q=0, *', 'br'],
    ['zstd;q=0.5, br', 'br'],
    ['zstd;q=0', 'identity'],
  ])('chooses a fast encoding for %j: %s', (header, encoding) => {
    expect(negotiateEncoding(header).fast).toBe(encoding)
  })

  it('is correct after many different headers', () => {
    for (let index = 0; index < 1_000; index += 1) negotiateEncoding(`x-${index}, gzip`)
    expect(negotiateEncoding('gzip, br').best).toBe('br')
  })

  it('takes linear time for a long header, for which quadratic time would be hours', () => {
    const header = `${'br;q=0 '.repeat(100_000)},${' '.repeat(1_000_000)}`
    expect(negotiateEncoding(header).best).toBe('identity')
  })
})

describe('encodeBody', () => {
  const text = Buffer.from('智鉴'.repeat(1_000))

  it.each(['zstd', 'br', 'gzip'] as const)(
    'returns a %s body that takes no more memory than its length',
    async (encoding) => {
      for (const level of ['fast', 'best'] as const) {
        const encoded = await encodeBody(encoding, text, level)
        expect(encoded.buffer.byteLength).toBe(encoded.length)
        expect(await decodeBody(encoding, encoded)).toEqual(text)
      }
    },
  )
})
