/** The process: configuration, database, listening, and an orderly end. */
import { createApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { loadDemo } from './load-demo.ts'
import { describeError, openConfigured } from './open-configured.ts'
import { loadSecret } from './secret.ts'

/** How long what is in flight may take after SIGTERM (decisions §9), and what is left of it for the database's end. */
const DRAIN_MS = 10_000
const RESERVE_MS = 500

async function start() {
  const settings = readConfig(process.env)
  const config = { ...settings, appSecret: settings.appSecret ?? (await loadSecret(settings.dataDir)) }
  const database = await openConfigured(config)
  const { server, services } = await createApp({ config, database })
  const admin = await services.identity.ensureFirstAdmin(config.admin)
  if (admin?.password) print(`已创建管理员 ${admin.email}，初始密码 ${admin.password}（只显示这一次）`)
  if (config.demo && (await loadDemo(database, services))) print('已载入示例内容')
  await server.listen({ port: config.port, host: config.host })
  print(`智鉴已启动：${config.publicUrl}`)

  let isEnding = false
  const shutDown = async () => {
    if (isEnding) return
    isEnding = true
    setTimeout(() => process.exit(0), DRAIN_MS - RESERVE_MS).unref()
    await server.close()
    await database.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => shutDown().catch(fail))
}

const print = (line: string) => process.stdout.write(`${line}\n`)

function fail(error: unknown): void {
  process.exitCode = 1
  process.stderr.write(`${error instanceof ConfigError ? error.message : `启动失败：${describeError(error)}`}\n`, () =>
    process.exit(),
  )
}

start().catch(fail)
