/** Commands for operators on the machine itself: `npm run admin -- reset-password EMAIL`. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, readConfig } from './config.ts'
import { protectDataFolder } from './data-folder.ts'
import { describeError, openConfigured, sqliteFile } from './open-configured.ts'
import { AppError } from './platform/app-error.ts'
import { openFileStore } from './platform/files/open-file-store.ts'
import { createServices } from './services.ts'

const USAGE = '用法：npm run admin -- reset-password 邮箱地址'

async function run([command, email, ...rest]: readonly string[]): Promise<string[]> {
  if (command !== 'reset-password' || !email || rest.length > 0) throw new ConfigError(USAGE)
  const config = readConfig(process.env)
  // Opening would make one: in a folder named by mistake that would say only that nobody is known there.
  if (!config.databaseUrl && !existsSync(sqliteFile(config.dataDir)))
    throw new ConfigError(`设置 DATA_DIR 有误：${config.dataDir} 中没有数据库`)
  await protectDataFolder(config.dataDir)
  const database = await openConfigured(config)
  try {
    const store = openFileStore({ s3: config.s3, folder: join(config.dataDir, 'uploads') })
    return await resetPassword(createServices({ database, store }), email)
  } finally {
    await database.close()
  }
}

async function resetPassword({ identity }: ReturnType<typeof createServices>, email: string): Promise<string[]> {
  const account = await identity.resetPassword(email).catch((error) => {
    throw error instanceof AppError && error.code === 'notFound' ? new ConfigError(`没有邮箱为 ${email} 的用户`) : error
  })
  return [
    `已重置 ${account.name}（${account.email}）的密码，新密码 ${account.password}（只显示这一次，登录后须修改）`,
    '该账号的会话已全部结束，登录失败次数已清零',
    ...(account.wasTwoFactorOn ? ['两步验证已关闭，可在登录后重新开启'] : []),
    ...(account.status === 'active' ? [] : ['注意：该账号目前未启用，须由其他管理员启用后才能登录']),
  ]
}

run(process.argv.slice(2))
  .then((lines) => process.stdout.write(`${lines.join('\n')}\n`))
  .catch((error) => {
    process.exitCode = 1
    process.stderr.write(`${error instanceof ConfigError ? error.message : `操作失败：${describeError(error)}`}\n`)
  })
