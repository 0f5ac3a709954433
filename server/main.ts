/** The process: configuration, database, listening, and an orderly end. */
import { join } from 'node:path'
import { createApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { loadDemo } from './load-demo.ts'
import { openPostgresDatabase, openSqliteDatabase } from './platform/database/database.ts'

/** How long what is in flight may take after SIGTERM (decisions §9). */
const DRAIN_MS = 10_000

async function start() {
  const config = readConfig(process.env)
  const database = config.databaseUrl
    ? await openPostgresDatabase(config.databaseUrl)
    : await openSqliteDatabase(join(config.dataDir, 'zhijian.sqlite'))
  const { server, services } = await createApp({ config, database })
  const admin = await services.accounts.ensureFirstAdmin(config.admin)
  if (admin?.password) say(`已创建管理员 ${admin.email}，初始密码 ${admin.password}（只显示这一次）`)
  if (config.demo && (await loadDemo(database, services))) say('已载入示例内容')
  await server.listen({ port: config.port, host: config.host })
  say(`智鉴已启动：${config.publicUrl}`)

  let isEnding = false
  const end = async () => {
    if (isEnding) return
    isEnding = true
    setTimeout(() => process.exit(0), DRAIN_MS - 500).unref()
    await server.close()
    await database.close()
    process.exit(0)
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}

const say = (line: string) => process.stdout.write(`${line}\n`)

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`)
  process.exit(1)
})
