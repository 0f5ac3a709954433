import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { streamZip } from './zip-stream.ts'

const entry = (name: string, ...chunks: string[]) => ({
  name,
  open: async () => ({ stream: Readable.from(chunks.map((chunk) => Buffer.from(chunk))) }),
})
const read = async (...entries: ReturnType<typeof entry>[]) =>
  Object.entries(unzipSync(await buffer(streamZip(entries)))).map(([name, bytes]) => [
    name,
    Buffer.from(bytes).toString(),
  ])

it('contains every file by its name', async () => {
  expect(await read(entry('评估清单.txt', '第一', '第二'), entry('空.txt'))).toEqual([
    ['评估清单.txt', '第一第二'],
    ['空.txt', ''],
  ])
})

it('contains no path outside the target folder', async () => {
  const entries = ['../../.bashrc', '/etc/passwd', 'C:\\Windows\\win.ini', '..', ''].map((name) => entry(name))
  expect((await read(...entries)).map(([name]) => name)).toEqual([
    'bashrc',
    'passwd',
    'win.ini',
    '未命名',
    '未命名 (2)',
  ])
})

it('numbers files with the same name', async () => {
  expect(
    (await read(entry('list.txt', 'a'), entry('List.txt', 'b'), entry('list', 'c'))).map(([name]) => name),
  ).toEqual(['list.txt', 'List (2).txt', 'list'])
})

it('fails if a file cannot be opened', async () => {
  const broken = { name: 'gone', open: () => Promise.reject(new Error('gone')) }
  await expect(buffer(streamZip([broken]))).rejects.toThrow('gone')
})
