import type { Config } from '../config.ts'
import { protectDataFolder } from '../data-folder.ts'
import { lockDataFolder } from '../data-folder-lock.ts'
import { restoreBackup } from '../modules/backups/restore-backup.ts'
import { systemClock } from '../platform/clock.ts'
import { getSecretFingerprint } from '../platform/encryption.ts'
import { findSecrets } from '../secret.ts'
import type { Command } from './command.ts'
import { describeArchive } from './describe-archive.ts'
import { explainDatabaseError } from './explain-database-error.ts'
import { getInstallation } from './installation.ts'

const REPLACE = '--replace'

/** Restores an archive into an empty installation, or with `--replace` into any. */
export const restore: Command = (args, config) => {
  const [path, ...rest] = args.filter((argument) => argument !== REPLACE)
  const isValid = path && rest.length === 0 && !path.startsWith('-')
  return isValid ? restoreArchive(path, config, args.includes(REPLACE)) : undefined
}

async function restoreArchive(path: string, config: Config, isReplacing: boolean): Promise<string[]> {
  await protectDataFolder(config.dataDir)
  const target = getInstallation(config)
  const { manifest, summary } = await restoreBackup({
    path,
    target,
    isReplacing,
    now: systemClock.now(),
    lockFolder: () => (config.databaseUrl ? undefined : lockDataFolder(config.dataDir)),
  }).catch((error: unknown) => {
    throw explainDatabaseError(error, target.location)
  })
  return ['已恢复，可以启动服务', ...describeArchive({ manifest, summary }), await describeSecret(config, manifest)]
}

async function describeSecret(config: Config, { secretFingerprint }: { secretFingerprint: string | null }) {
  const secrets = await findSecrets(config)
  if (secretFingerprint === null) return '备份没有记录密钥的指纹，请自行确认密钥是原来的'
  if (secrets.length === 0) return '注意：还没有密钥；启动前请放回原来的密钥文件，或设置 APP_SECRET'
  return secrets.some((secret) => getSecretFingerprint(secret) === secretFingerprint)
    ? '密钥与备份相符'
    : '注意：现有密钥不是备份时的密钥；启动前请放回原来的密钥'
}
