import { buffer } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { zipStream } from './zip-stream.ts'

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
  const files = Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)])
  expect(files).toEqual([
    ['目录.txt', '甲乙'],
    ['long.txt', expect.stringMatching(/^第0段。第1段。.*第999段。$/)],
    ['empty.txt', ''],
  ])
})

it('throws what its files throw', async () => {
  async function* broken() {
    yield '甲'
    throw new Error('the rows are gone')
  }
  await expect(buffer(zipStream([{ path: 'a', text: broken() }]))).rejects.toThrow('the rows are gone')
})
