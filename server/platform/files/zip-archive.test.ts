import { describe, expect, it } from 'vitest'
import { createZip } from '#testing/factories/zip.ts'
import { listZipNames } from './zip-archive.ts'

describe('listZipNames', () => {
  it('lists the names of the files', () => {
    expect(listZipNames(createZip({ 'a.txt': 'x', '目录/二.txt': 'y' }))).toEqual(['a.txt', '目录/二.txt'])
  })

  it.each([
    ['an empty file', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(100)],
    ['an archive with offsets beyond its end', Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18, 0xff)])],
  ])('returns nothing for %s', (_, bytes) => {
    expect(listZipNames(bytes)).toEqual([])
  })
})
