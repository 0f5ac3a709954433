import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { isNotFound } from '../platform/app-error.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import { createServices } from '../services.ts'
import { type Command, withDatabase } from './command.ts'

/** Sets a random password for a user and prints it; see docs/operations.md. */
export const resetPassword: Command = ([email, ...rest], config) =>
  email && rest.length === 0 ? reset(email, config) : undefined

const reset = (email: string, config: Config): Promise<string[]> =>
  withDatabase(config, async (database) => {
    const fileStore = openFileStore({ s3: config.s3, folder: join(config.dataDir, 'uploads') })
    const { identity } = createServices({ database, fileStore })
    const account = await identity.resetPassword(email).catch((error) => {
      throw isNotFound(error) ? new ConfigError(`没有邮箱为 ${email} 的用户；请核对邮箱地址`) : error
    })
    return [
      `已重置 ${account.name}（${account.email}）的密码，新密码 ${account.password}（只显示这一次，登录后须修改）`,
      '该账号的会话已全部结束，登录失败次数已清零',
      ...(account.wasTwoFactorEnabled ? ['两步验证已关闭，可在登录后重新开启'] : []),
      ...(account.deletedPasskeys > 0 ? [`已删除${account.deletedPasskeys}个通行密钥，可在登录后重新添加`] : []),
      ...(account.deletedCompanyAccounts > 0
        ? [`已解除${account.deletedCompanyAccounts}个公司账号，可在登录后重新绑定`]
        : []),
      ...(account.status === 'active' ? [] : ['注意：该账号目前未启用，须由其他管理员启用后才能登录']),
    ]
  })
