import { chmod, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { loadSecrets } from './secret.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhijian-secret-'))
})
afterEach(() => rm(folder, { recursive: true }))

const load = (dataDir: string, settings: Record<string, string> = {}) =>
  loadSecrets(readConfig({ DATA_DIR: dataDir, ...settings }))
const loadSecret = async (dataDir: string) => (await load(dataDir)).appSecret

const getMode = async (path: string) => (await stat(path)).mode & 0o777

it('creates a secret once, readable only by its owner', async () => {
  const data = join(folder, 'data')
  const secret = await loadSecret(data)
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(await getMode(join(data, 'secret'))).toBe(0o600)
  expect(await loadSecret(data)).toBe(secret)
  expect(await readdir(data)).toEqual(['secret'])
})

it('returns the same secret to concurrent processes', async () => {
  const secrets = await Promise.all(Array.from({ length: 5 }, () => loadSecret(folder)))
  expect(new Set(secrets).size).toBe(1)
})

it('removes the permissions of other users from the file', async () => {
  await loadSecret(folder)
  await chmod(join(folder, 'secret'), 0o644)
  await loadSecret(folder)
  expect(await getMode(join(folder, 'secret'))).toBe(0o600)
})

it('does not replace an invalid file', async () => {
  await writeFile(join(folder, 'secret'), '')
  await expect(loadSecret(folder)).rejects.toThrow(ConfigError)
  expect(await readFile(join(folder, 'secret'), 'utf8')).toBe('')
})

it('returns a renamed file, or one replaced by the setting, as a previous secret', async () => {
  const first = await loadSecret(folder)
  await rename(join(folder, 'secret'), join(folder, 'secret.previous'))
  const second = await load(folder)
  expect(second).toEqual({ appSecret: expect.stringMatching(/^[\w-]{43}$/), previousSecrets: [first], isNew: true })
  const third = await load(folder, { APP_SECRET: 'n'.repeat(32), APP_SECRET_PREVIOUS: 'o'.repeat(32) })
  expect(third).toEqual({
    appSecret: 'n'.repeat(32),
    previousSecrets: ['o'.repeat(32), second.appSecret, first],
    isNew: false,
  })
})
