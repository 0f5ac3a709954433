import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, ConfigError, MIN_SECRET_LENGTH } from './config.ts'

const FILE = 'secret'
/** The name to which operators rename the secret file when they replace the secret. */
const PREVIOUS_FILE = 'secret.previous'

export type Secrets = {
  appSecret: string
  previousSecrets: readonly string[]
  /** Whether the secret was created now. */
  isNew: boolean
}

/** Returns the path of the file that contains the secret if `APP_SECRET` isn't set. */
export const getSecretPath = (dataDir: string): string => join(dataDir, FILE)

/**
 * Returns the encryption secret and the previous ones. Without `APP_SECRET`, the secret is stored in the data folder,
 * where it is created on first start. Secrets that were replaced, by another file or by the setting, are previous ones.
 * Throws `ConfigError` if the file contains no valid secret.
 */
export async function loadSecrets({ dataDir, appSecret, previousSecrets }: Config): Promise<Secrets> {
  const path = getSecretPath(dataDir)
  const isNew = appSecret === undefined && !existsSync(path)
  if (appSecret === undefined) {
    await mkdir(dataDir, { recursive: true })
    if (isNew) await createSecretFile(path)
  }
  const storedSecret = await readSecret(path)
  const current = appSecret ?? storedSecret
  // Replacing a damaged secret would make encrypted data permanently unreadable, so an operator has to decide.
  if (current === undefined)
    throw new ConfigError(`设置 APP_SECRET 有误：${path} 已损坏，请从备份恢复，或设置 APP_SECRET`)
  const replaced = await readSecret(join(dataDir, PREVIOUS_FILE))
  const previous = [...previousSecrets, storedSecret, replaced].filter((secret) => secret !== undefined)
  return { appSecret: current, previousSecrets: previous.filter((secret) => secret !== current), isNew }
}

/** Returns the existing secrets, the current one first, without creating any. */
export async function findSecrets({ dataDir, appSecret, previousSecrets }: Config): Promise<string[]> {
  const stored = await readSecret(getSecretPath(dataDir))
  const replaced = await readSecret(join(dataDir, PREVIOUS_FILE))
  return [appSecret, stored, ...previousSecrets, replaced].filter((secret) => secret !== undefined)
}

/** Returns a file's secret, after restricting the file to its owner; `undefined` if it is missing or incomplete. */
async function readSecret(path: string): Promise<string | undefined> {
  if (!existsSync(path)) return undefined
  await chmod(path, 0o600)
  const secret = (await readFile(path, 'utf8')).trim()
  return secret.length < MIN_SECRET_LENGTH ? undefined : secret
}

/**
 * Creates the secret file atomically, so that processes starting in parallel use the same secret: the complete file is
 * linked to its name unless that exists.
 */
async function createSecretFile(path: string): Promise<void> {
  const temporaryPath = `${path}.${randomUUID()}`
  await writeFile(temporaryPath, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
  try {
    await link(temporaryPath, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await unlink(temporaryPath)
  }
}
