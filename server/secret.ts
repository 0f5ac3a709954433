import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from './config.ts'

const FILE = 'secret'
const SHORTEST = 32

/**
 * Returns the encryption secret if the settings name none: created on first start in the data folder, readable by its
 * owner only. Throws `ConfigError` if the file holds no valid secret.
 */
export async function loadSecret(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  const path = join(dataDir, FILE)
  if (!existsSync(path)) await createOnce(path)
  await chmod(path, 0o600)
  const secret = (await readFile(path, 'utf8')).trim()
  // Making another would leave what is encrypted unreadable for good: that is for a person to decide.
  if (secret.length < SHORTEST)
    throw new ConfigError(`设置 APP_SECRET 有误：${path} 已损坏，请从备份恢复，或设置 APP_SECRET`)
  return secret
}

/** Two processes that start at once agree on one: the file gets its name when it is whole, and only if it has none. */
async function createOnce(path: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
  try {
    await link(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await unlink(draft)
  }
}
