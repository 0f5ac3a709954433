import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, ConfigError, SHORTEST_SECRET } from './config.ts'

const FILE = 'secret'
/** Where the file is moved to when its secret is to be replaced. */
const PREVIOUS_FILE = 'secret.previous'

export type Secrets = {
  appSecret: string
  previousSecrets: readonly string[]
  /** Whether there was none before. */
  isNew: boolean
}

/** The file that holds the secret, if no setting does. */
export const secretFile = (dataDir: string): string => join(dataDir, FILE)

/**
 * Returns the encryption secret and the previous ones. If the settings name none, it is in the data folder, where it is
 * created on first start; what was replaced, by another file or by the setting, is a previous one. Throws `ConfigError`
 * if the file holds no valid secret.
 */
export async function loadSecrets({ dataDir, appSecret, previousSecrets }: Config): Promise<Secrets> {
  const path = secretFile(dataDir)
  const isNew = appSecret === undefined && !existsSync(path)
  if (appSecret === undefined) {
    await mkdir(dataDir, { recursive: true })
    if (isNew) await createOnce(path)
  }
  const storedSecret = await readSecret(path)
  const current = appSecret ?? storedSecret
  // Making another would leave what is encrypted unreadable for good: that is for a person to decide.
  if (current === undefined)
    throw new ConfigError(`设置 APP_SECRET 有误：${path} 已损坏，请从备份恢复，或设置 APP_SECRET`)
  const replaced = await readSecret(join(dataDir, PREVIOUS_FILE))
  const previous = [...previousSecrets, storedSecret, replaced].flatMap((secret) => secret ?? [])
  return { appSecret: current, previousSecrets: previous.filter((secret) => secret !== current), isNew }
}

/** Returns the secrets that there are, the present one first; makes none. */
export async function findSecrets({ dataDir, appSecret, previousSecrets }: Config): Promise<string[]> {
  const stored = await readSecret(secretFile(dataDir))
  const replaced = await readSecret(join(dataDir, PREVIOUS_FILE))
  return [appSecret, stored, ...previousSecrets, replaced].flatMap((secret) => secret ?? [])
}

/** Returns the secret in a file, readable by its owner only; `undefined` if there is none, or none that is whole. */
async function readSecret(path: string): Promise<string | undefined> {
  if (!existsSync(path)) return undefined
  await chmod(path, 0o600)
  const secret = (await readFile(path, 'utf8')).trim()
  return secret.length < SHORTEST_SECRET ? undefined : secret
}

/**
 * Processes that start in parallel agree on one secret: the complete file is linked to its name, unless that exists.
 */
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
