import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeS3, startFakeS3 } from '#testing/fake-s3.ts'
import { isFileKey } from './file-key.ts'
import type { FileStore } from './file-store.ts'
import { createLocalFiles } from './local-files.ts'
import { createS3Files } from './s3-files.ts'
import { parseS3Url } from './s3-location.ts'

const ACCESS = { region: 'cn-north-1', accessKeyId: 'zhijian', secretAccessKey: 'p/w+d%', sessionToken: undefined }

/** Both stores must behave identically. */
const STORES = [
  {
    name: 'a folder',
    async open() {
      const folder = await mkdtemp(join(tmpdir(), 'zhijian-files-'))
      return { store: createLocalFiles(join(folder, 'uploads')), close: () => rm(folder, { recursive: true }) }
    },
  },
  {
    name: 'an S3 bucket',
    async open() {
      const s3 = await startFakeS3(ACCESS)
      return { store: createS3Files({ ...ACCESS, bucketUrl: `http://${s3.host}/zhijian` }), close: s3.close }
    },
  },
]

const HOSTILE_KEYS = [
  '',
  '.',
  '..',
  '../a',
  'a/../b',
  'a/..',
  '/a',
  '//a',
  'a//b',
  'a/',
  'a\\b',
  '..\\a',
  'a/.b',
  '.incoming/a',
  '%2e%2e/a',
  'a%2fb',
  'a\0b',
  'a\nb',
  'C:a',
  'a?b',
  'a#b',
  'a b',
  '评估.txt',
  'a'.repeat(201),
]

describe.each(STORES)('files in $name', ({ open }) => {
  let store: FileStore
  let close: () => Promise<void>

  beforeAll(async () => {
    ;({ store, close } = await open())
  })
  afterAll(() => close())

  const read = async (key: string) => {
    const file = await store.open(key)
    return file && { text: (await buffer(file.stream)).toString(), size: file.size }
  }

  it('returns a stored file with its size in bytes', async () => {
    await store.put('attachments/list.txt', Buffer.from('评估清单'))
    expect(await read('attachments/list.txt')).toEqual({ text: '评估清单', size: 12 })
  })

  it('replaces an existing file', async () => {
    await store.put('a.txt', Buffer.from('first, and longer'))
    await store.put('a.txt', Buffer.from('second'))
    expect(await read('a.txt')).toEqual({ text: 'second', size: 6 })
  })

  it('stores an empty file', async () => {
    await store.put('empty', new Uint8Array())
    expect(await read('empty')).toEqual({ text: '', size: 0 })
  })

  it('removes a file, and does not fail if it is already removed', async () => {
    await store.put('gone/soon.txt', Buffer.from('x'))
    await store.remove('gone/soon.txt')
    await store.remove('gone/soon.txt')
    expect(await read('gone/soon.txt')).toBeUndefined()
  })

  it.each(['nothing', 'attachments', 'a.txt/below-a-file'])('returns nothing for %s', async (key) => {
    await store.put('a.txt', Buffer.from('x'))
    await store.put('attachments/list.txt', Buffer.from('x'))
    expect(await store.open(key)).toBeUndefined()
  })

  it.each(HOSTILE_KEYS)('rejects the key %j', async (key) => {
    await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('not a file key')
    await expect(store.open(key)).rejects.toThrow('not a file key')
    await expect(store.remove(key)).rejects.toThrow('not a file key')
  })
})

describe('createLocalFiles', () => {
  it('leaves no temporary file after a failed write', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'zhijian-files-'))
    const store = createLocalFiles(folder)
    await store.put('a.txt', Buffer.from('x'))
    await mkdir(join(folder, 'taken', 'by-a-folder'), { recursive: true })
    await expect(store.put('taken', Buffer.from('x'))).rejects.toThrow()
    expect(await readdir(join(folder, '.incoming'))).toEqual([])
    await rm(folder, { recursive: true })
  })

  it('throws if a file cannot be read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'zhijian-files-'))
    await writeFile(join(folder, 'x'), '')
    await symlink('loop', join(folder, 'loop'))
    await expect(createLocalFiles(folder).open('loop')).rejects.toThrow('ELOOP')
    await rm(folder, { recursive: true })
  })
})

describe('createS3Files', () => {
  let s3: FakeS3
  beforeAll(async () => {
    s3 = await startFakeS3(ACCESS)
  })
  afterAll(() => s3.close())
  const createStore = (secretAccessKey: string) =>
    createS3Files({ ...ACCESS, secretAccessKey, bucketUrl: `http://${s3.host}/zhijian` })

  it('stores files in its bucket', async () => {
    await createStore(ACCESS.secretAccessKey).put('logo/a.svg', Buffer.from('x'))
    expect(s3.objects.get('/zhijian/logo/a.svg')?.toString()).toBe('x')
  })

  it('retries after a temporary failure', async () => {
    s3.failNext(503, 500)
    await createStore(ACCESS.secretAccessKey).put('again.txt', Buffer.from('x'))
    expect(s3.objects.get('/zhijian/again.txt')?.toString()).toBe('x')
  })

  it('throws instead of returning nothing if the server fails', async () => {
    s3.failNext(500, 500, 500)
    await expect(createStore(ACCESS.secretAccessKey).open('again.txt')).rejects.toThrow('answered 500')
  })

  it('does not follow redirects', async () => {
    s3.failNext(307)
    await expect(createStore(ACCESS.secretAccessKey).open('again.txt')).rejects.toThrow('answered 307')
  })

  it('fails with a wrong secret', async () => {
    await createStore(ACCESS.secretAccessKey).put('kept.txt', Buffer.from('x'))
    const store = createStore('wrong')
    await expect(store.put('a', Buffer.from('x'))).rejects.toThrow('SignatureDoesNotMatch')
    await expect(store.open('kept.txt')).rejects.toThrow('SignatureDoesNotMatch')
    await expect(store.remove('kept.txt')).rejects.toThrow('SignatureDoesNotMatch')
    expect(s3.objects.has('/zhijian/kept.txt')).toBe(true)
  })
})

describe('isFileKey', () => {
  it.each(['a', 'avatars/3f2A.webp', 'a/b/c-d_e.tar.gz', '0/1', 'a..b'])('accepts %s', (key) => {
    expect(isFileKey(key)).toBe(true)
  })
})

it('removes what interrupted writes into a folder have left, but not the stored files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'zhijian-files-'))
  const store = createLocalFiles(folder)
  await store.removeUnfinished?.(new Date())
  await store.put('stored.txt', Buffer.from('stored'))
  for (const name of ['old', 'new']) await writeFile(join(folder, '.incoming', name), 'half')
  await utimes(join(folder, '.incoming', 'old'), 1, 1)
  await utimes(join(folder, 'stored.txt'), 1, 1)
  await store.removeUnfinished?.(new Date(2_000))
  expect(await readdir(join(folder, '.incoming'))).toEqual(['new'])
  expect(await readdir(folder)).toContain('stored.txt')
  await rm(folder, { recursive: true })
})

describe('parseS3Url', () => {
  const parse = (url: string, more: Record<string, string> = {}) => parseS3Url({ FILES_URL: url, ...more })
  const AWS = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'eu-1', AWS_SESSION_TOKEN: 't' }

  it('reads the key and the secret of the URL, which are percent-encoded', () => {
    expect(parse('s3://key:p%2Fw%2Bd@minio.lan:9000/zhijian?region=cn-1&tls=off', AWS)).toEqual({
      bucketUrl: 'http://minio.lan:9000/zhijian',
      region: 'cn-1',
      accessKeyId: 'key',
      secretAccessKey: 'p/w+d',
      sessionToken: 't',
    })
  })

  it('reads the key and the secret of the environment if the URL has none', () => {
    expect(parse('s3://s3.example.com/zhijian', AWS)).toMatchObject({
      bucketUrl: 'https://s3.example.com/zhijian',
      region: 'eu-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    })
  })

  it.each([
    ['no key', 's3://host/bucket'],
    ['no secret', 's3://key@host/bucket'],
    ['no bucket', 's3://k:s@host'],
    ['two buckets', 's3://k:s@host/a/b'],
    ['a bucket of dots', 's3://k:s@host/..'],
    ['no host', 's3:///bucket'],
    ['another scheme', 'https://k:s@host/bucket'],
    ['tls that is neither on nor off', 's3://k:s@host/bucket?tls=maybe'],
    ['an invalid escape', 's3://k:%zz@host/bucket'],
    ['no content', ''],
  ])('rejects a URL with %s', (_, url) => {
    expect(parse(url)).toBeUndefined()
  })
})
