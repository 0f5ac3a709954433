import { unlink } from 'node:fs/promises'
import { type Config, ConfigError } from './config.ts'
import { createAppSecretService } from './modules/app-secret/service.ts'
import type { EncryptedCounts } from './modules/app-secret/store.ts'
import { systemClock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import { getSecretPath, type Secrets } from './secret.ts'

const ENCRYPTED_LABELS: Record<keyof EncryptedCounts, string> = {
  twoFactors: '两步验证',
  mailPasswords: '邮件服务器密码',
  settings: '告警的 Webhook',
  mails: '待发送的邮件',
  reportKeys: '报告签名密钥',
  agentKeys: '智能体的密钥',
  inquiryKeys: '征询的密钥',
  webhooks: 'Webhook的地址与密钥',
  signInProviders: '公司账号登录的密钥',
}

/**
 * Throws `ConfigError` if values in the database are encrypted with another secret than these. Also removes the secret
 * file if this start has created it, so that the operator can restore the right one.
 */
export async function assertSecretMatches(database: Database, config: Config, secrets: Secrets): Promise<void> {
  const mismatch = await createAppSecretService({ database, clock: systemClock }).findMismatch(secrets)
  if (!mismatch) return
  const path = getSecretPath(config.dataDir)
  if (secrets.isNew) await unlink(path)
  const setting = config.appSecret === undefined ? 'DATA_DIR' : 'APP_SECRET'
  const reason = secrets.isNew ? `没有密钥文件 ${path}` : '密钥不是这个数据库的密钥'
  const remedy =
    config.appSecret === undefined
      ? `请把备份中的密钥文件放到 ${path}，或把原来的密钥设为 APP_SECRET`
      : '请把 APP_SECRET 改回原来的值；若是更换密钥，请把旧值设为 APP_SECRET_PREVIOUS'
  throw new ConfigError(
    `设置 ${setting} 有误：${reason}，${describeEncryptedCounts(mismatch)}无法解密；${remedy}。密钥确已丢失时，运行 npm run admin -- accept-secret 后再启动`,
  )
}

/** Describes the encrypted values, such as `两步验证2项、待发送的邮件1项`. */
export const describeEncryptedCounts = (counts: EncryptedCounts): string =>
  Object.entries(ENCRYPTED_LABELS)
    .map(([name, label]) => ({ label, count: counts[name as keyof EncryptedCounts] }))
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => `${label}${count}项`)
    .join('、')
