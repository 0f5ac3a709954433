import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ConfigError } from './config.ts'
import { keptSecret } from './secret.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhijian-secret-'))
})
afterEach(() => rm(folder, { recursive: true }))

const modeOf = async (path: string) => (await stat(path)).mode & 0o777

it('is made once, for its owner alone, and found again', async () => {
  const data = join(folder, 'data')
  const secret = await keptSecret(data)
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(await modeOf(join(data, 'secret'))).toBe(0o600)
  expect(await keptSecret(data)).toBe(secret)
  expect(await readdir(data)).toEqual(['secret'])
})

it('is the same for all that start at once', async () => {
  const secrets = await Promise.all(Array.from({ length: 5 }, () => keptSecret(folder)))
  expect(new Set(secrets).size).toBe(1)
})

it('closes a file that stood open to others', async () => {
  await keptSecret(folder)
  await chmod(join(folder, 'secret'), 0o644)
  await keptSecret(folder)
  expect(await modeOf(join(folder, 'secret'))).toBe(0o600)
})

it('does not replace a broken one', async () => {
  await writeFile(join(folder, 'secret'), '')
  await expect(keptSecret(folder)).rejects.toThrow(ConfigError)
  expect(await readFile(join(folder, 'secret'), 'utf8')).toBe('')
})
