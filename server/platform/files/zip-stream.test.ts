import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { zipDirectory } from './zip-directory.ts'
import { LOCAL } from './zip-records.ts'
import { zipStream } from './zip-stream.ts'

/** The texts of a zip by its directory. */
const textsIn = (zip: Buffer) =>
  zipDirectory(zip).map(({ name, at, packedSize }) => {
    const from = at + LOCAL.length + zip.readUInt16LE(at + 26)
    return [name, inflateRawSync(zip.subarray(from, from + packedSize)).toString()]
  })

it('holds its files, whole and in order, with names of any script', async () => {
  async function* pieces() {
    for (let at = 0; at < 1_000; at += 1) yield `第${at}段。`
  }
  const zip = await buffer(
    zipStream([
      { path: '目录.txt', text: ['甲', '乙'] },
      { path: 'long.txt', text: pieces() },
      { path: 'empty.txt', text: [] },
    ]),
  )
  const [first, long, empty] = textsIn(zip)
  expect([first, empty]).toEqual([
    ['目录.txt', '甲乙'],
    ['empty.txt', ''],
  ])
  expect(long?.[1]).toMatch(/^第0段。第1段。.*第999段。$/)
})

it('throws what its files throw', async () => {
  async function* broken() {
    yield '甲'
    throw new Error('the rows are gone')
  }
  await expect(buffer(zipStream([{ path: 'a', text: broken() }]))).rejects.toThrow('the rows are gone')
})
