/** The process: configuration, database, listening, and an orderly end. */
import { join } from 'node:path'
import { createApp } from './app.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { loadDemo } from './load-demo.ts'
import { type Database, openPostgresDatabase, openSqliteDatabase } from './platform/database/database.ts'
import { keptSecret } from './secret.ts'

/** How long what is in flight may take after SIGTERM (decisions §9), and what is left of it for the database's end. */
const DRAIN_MS = 10_000
const RESERVE_MS = 500

async function start() {
  const settings = readConfig(process.env)
  const config = { ...settings, appSecret: settings.appSecret ?? (await keptSecret(settings.dataDir)) }
  const database = await opened(config)
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
    setTimeout(() => process.exit(0), DRAIN_MS - RESERVE_MS).unref()
    await server.close()
    await database.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => end().catch(fail))
}

async function opened({ databaseUrl, dataDir }: Config): Promise<Database> {
  if (!databaseUrl) return openSqliteDatabase(join(dataDir, 'zhijian.sqlite'))
  try {
    return await openPostgresDatabase(databaseUrl)
  } catch (error) {
    throw new ConfigError(`设置 DATABASE_URL 有误：数据库无法打开（${reasonOf(error)}）`)
  }
}

/** In one line. Where every address of a host refuses, the error has no words of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('；')
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' ')
}

const say = (line: string) => process.stdout.write(`${line}\n`)

function fail(error: unknown): void {
  process.exitCode = 1
  process.stderr.write(`${error instanceof ConfigError ? error.message : `启动失败：${reasonOf(error)}`}\n`, () =>
    process.exit(),
  )
}

start().catch(fail)
