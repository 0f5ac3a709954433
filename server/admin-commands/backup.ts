import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { createBackup } from '../modules/backups/create-backup.ts'
import { toConfigError } from '../open-configured-database.ts'
import { systemClock } from '../platform/clock.ts'
import { SchemaVersionError } from '../platform/database/migrate.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import { findSecrets } from '../secret.ts'
import { assertDatabaseExists, type Command } from './command.ts'
import { describeArchive } from './describe-archive.ts'
import { explainDatabaseError } from './explain-database-error.ts'
import { getInstallation } from './installation.ts'

const WITH_SECRET_FLAG = '--with-secret'

/** Writes the database and the uploaded files into one archive; the server may be running. */
export const backup: Command = (args, config) => {
  const [path, ...rest] = args.filter((argument) => argument !== WITH_SECRET_FLAG)
  const isValid = path && rest.length === 0 && !path.startsWith('-')
  return isValid ? writeBackup(resolve(path), config, args.includes(WITH_SECRET_FLAG)) : undefined
}

async function writeBackup(path: string, config: Config, includesSecret: boolean): Promise<string[]> {
  assertDatabaseExists(config)
  if (existsSync(path)) throw new ConfigError(`${path} 已存在，没有覆盖；请换一个文件名`)
  const { location, s3, uploadsFolder } = getInstallation(config)
  const [secret] = includesSecret ? await findSecrets(config) : []
  if (includesSecret && secret === undefined)
    throw new ConfigError(
      '没有密钥可放入备份：APP_SECRET 未设置，也没有密钥文件；请设置 APP_SECRET，或去掉 --with-secret',
    )
  const files = openFileStore({ s3, folder: uploadsFolder })
  const { manifest, summary } = await createBackup({ path, location, files, clock: systemClock, secret }).catch(
    (error: unknown) => {
      throw error instanceof SchemaVersionError ? toConfigError(config, error) : explainDatabaseError(error, location)
    },
  )
  return [
    `已备份到 ${path}`,
    ...describeArchive({ manifest, summary }),
    ...(includesSecret
      ? ['注意：备份中有密钥，请与密码一样保管']
      : ['备份中没有密钥；请另行保存 APP_SECRET 或密钥文件，恢复时要用']),
  ]
}
