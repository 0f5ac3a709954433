import { describeEncryptedCounts } from '../check-secret.ts'
import type { Config } from '../config.ts'
import { createAppSecretService } from '../modules/app-secret/service.ts'
import { systemClock } from '../platform/clock.ts'
import { getSecretPath, loadSecrets } from '../secret.ts'
import { type Command, withDatabase } from './command.ts'

/** Lets the server start with another `APP_SECRET` after the database's own has been lost. */
export const acceptSecret: Command = (args, config) => (args.length === 0 ? accept(config) : undefined)

const accept = (config: Config): Promise<string[]> =>
  withDatabase(config, async (database) => {
    const secrets = await loadSecrets(config)
    const service = createAppSecretService({ database, clock: systemClock })
    const mismatch = await service.findMismatch(secrets)
    const creation = `没有密钥文件，已生成新的密钥 ${getSecretPath(config.dataDir)}，请另行保存`
    if (!mismatch)
      return secrets.isNew ? [creation, '没有内容因此无法解密，服务可以启动'] : ['现有密钥与数据库相符，无须更换']
    await service.record(secrets.appSecret)
    return [
      ...(secrets.isNew ? [creation] : []),
      `已改用${secrets.isNew ? '新的' : '现有'}密钥，服务可以启动；以下内容再也无法解密：${describeEncryptedCounts(mismatch)}`,
      '邮件服务器密码须在后台重新填写，待发送的邮件不会发出；开启了两步验证的用户，用 npm run admin -- reset-password 邮箱地址 逐个恢复登录',
    ]
  })
