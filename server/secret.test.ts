import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ConfigError } from './config.ts'
import { loadSecret } from './secret.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhijian-secret-'))
})
afterEach(() => rm(folder, { recursive: true }))

const getMode = async (path: string) => (await stat(path)).mode & 0o777

it('is made once, for its owner alone, and found again', async () => {
  const data = join(folder, 'data')
  const secret = await loadSecret(data)
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(await getMode(join(data, 'secret'))).toBe(0o600)
  expect(await loadSecret(data)).toBe(secret)
  expect(await readdir(data)).toEqual(['secret'])
})

it('is the same for all that start at once', async () => {
  const secrets = await Promise.all(Array.from({ length: 5 }, () => loadSecret(folder)))
  expect(new Set(secrets).size).toBe(1)
})

it('closes a file that stood open to others', async () => {
  await loadSecret(folder)
  await chmod(join(folder, 'secret'), 0o644)
  await loadSecret(folder)
  expect(await getMode(join(folder, 'secret'))).toBe(0o600)
})

it('does not replace a broken one', async () => {
  await writeFile(join(folder, 'secret'), '')
  await expect(loadSecret(folder)).rejects.toThrow(ConfigError)
  expect(await readFile(join(folder, 'secret'), 'utf8')).toBe('')
})
