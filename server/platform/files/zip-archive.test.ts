import { describe, expect, it } from 'vitest'
import { createZip } from '#testing/factories/zip.ts'
import { listZipNames } from './zip-archive.ts'

describe('a zip', () => {
  it('names what it holds', () => {
    expect(listZipNames(createZip({ 'a.txt': 'x', '目录/二.txt': 'y' }))).toEqual(['a.txt', '目录/二.txt'])
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(100)],
    ['an end that points past itself', Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18, 0xff)])],
  ])('lists no names of %s', (_, bytes) => {
    expect(listZipNames(bytes)).toEqual([])
  })
})
