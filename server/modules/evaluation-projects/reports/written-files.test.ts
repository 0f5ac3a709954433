import { expect, it } from 'vitest'
import { createWrittenFiles } from './written-files.ts'

/** Returns a function that writes a file of so many bytes, and counts how often it does. */
function createWriter(bytes = 10) {
  const writer = {
    count: 0,
    write: async () => {
      writer.count += 1
      await Promise.resolve()
      return Buffer.alloc(bytes)
    },
  }
  return writer
}

it('writes a file once for all who ask for it, at once and later', async () => {
  const files = createWrittenFiles()
  const writer = createWriter()
  await Promise.all([files.get('a', writer.write), files.get('a', writer.write)])
  await files.get('a', writer.write)
  expect(writer.count).toBe(1)
})

it('forgets what has been asked for least recently, above its limit', async () => {
  const files = createWrittenFiles(25)
  const [a, b, c] = [createWriter(), createWriter(), createWriter()]
  await files.get('a', a.write)
  await files.get('b', b.write)
  await files.get('a', a.write)
  await files.get('c', c.write)
  await files.get('a', a.write)
  await files.get('b', b.write)
  expect([a.count, b.count, c.count]).toEqual([1, 2, 1])
})

it('keeps no file larger than its limit, but returns it', async () => {
  const files = createWrittenFiles(5)
  const writer = createWriter()
  expect(await files.get('a', writer.write)).toHaveLength(10)
  await files.get('a', writer.write)
  expect(writer.count).toBe(2)
})

it('writes again after a failure', async () => {
  const files = createWrittenFiles()
  const writer = createWriter()
  await expect(files.get('a', () => Promise.reject(new Error('busy')))).rejects.toThrow('busy')
  expect(await files.get('a', writer.write)).toHaveLength(10)
})
