/** Tests the S3 client with an independent S3-compatible store. */
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MB } from '#contracts/limits.ts'
import { createS3Files } from '#server/platform/files/s3-files.ts'
import { ensureSwift, startSwift } from './swift.ts'

const ACCESS = { region: 'us-east-1', accessKeyId: 'zhijian:web', secretAccessKey: 'a-secret-of-the-store/+' }
const BUCKET = 'zhijian'

const hasSwift = ensureSwift()
if (!hasSwift)
  process.stderr.write('Skipping the tests with an independent S3-compatible store, since Swift is not installed.\n')

describe.skipIf(!hasSwift)('files in OpenStack Swift', () => {
  let swift: Awaited<ReturnType<typeof startSwift>>
  beforeAll(async () => {
    swift = await startSwift(ACCESS, BUCKET)
  })
  afterAll(() => swift?.close())

  const open = (changes: Partial<typeof ACCESS> = {}, bucket = BUCKET) =>
    createS3Files({ ...ACCESS, ...changes, bucketUrl: `http://${swift.host}/${bucket}`, sessionToken: undefined })
  const read = async (key: string) => {
    const file = await open().open(key)
    return file && { size: file.size, bytes: await buffer(file.stream) }
  }

  it.each([
    ['an empty file', 0],
    ['a large file', 9 * MB],
  ])('stores, replaces and removes %s', async (name, size) => {
    const key = `tests/${name.replaceAll(' ', '-')}.bin`
    expect(await read(key)).toBeUndefined()
    const bytes = Buffer.alloc(size, 'a pattern with an odd length.')
    await open().put(key, bytes)
    const stored = await read(key)
    expect(stored?.size).toBe(size)
    expect(stored?.bytes.equals(bytes)).toBe(true)
    await open().put(key, Buffer.from('another'))
    expect((await read(key))?.bytes.toString()).toBe('another')
    await open().remove(key)
    expect(await read(key)).toBeUndefined()
    await open().remove(key)
  })

  it.each([
    ['another secret', { secretAccessKey: 'another' }],
    ['an unknown access key', { accessKeyId: 'zhijian:nobody' }],
    ['another region', { region: 'eu-north-1' }],
  ])('rejects %s', async (_case, changes) => {
    await open().put('tests/mine.txt', Buffer.from('mine'))
    await expect(open(changes).put('tests/mine.txt', Buffer.from('theirs'))).rejects.toThrow(/answered 4\d\d/)
    await expect(open(changes).open('tests/mine.txt')).rejects.toThrow(/answered 4\d\d/)
    await expect(open(changes).remove('tests/mine.txt')).rejects.toThrow(/answered 4\d\d/)
    expect((await read('tests/mine.txt'))?.bytes.toString()).toBe('mine')
  })

  it('reports a missing bucket', async () => {
    await expect(open({}, 'elsewhere').put('tests/a.txt', Buffer.from('a'))).rejects.toThrow(/404.*NoSuchBucket/s)
  })
})
