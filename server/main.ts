/** The process: configuration, database, listening and graceful shutdown. */
import { createApp } from './app.ts'
import { assertSiteBuilt } from './check-build.ts'
import { assertRestoreFinished } from './check-restore.ts'
import { assertSecretMatches } from './check-secret.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { ensureDataFolder, protectDataFolder } from './data-folder.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { loadDemo } from './load-demo.ts'
import { describeError, openConfiguredDatabase } from './open-configured-database.ts'
import { AppError } from './platform/app-error.ts'
import { loadSecrets } from './secret.ts'
import type { Services } from './services.ts'
import { closeWithinLimit, shutDown } from './shut-down.ts'
import { explainStartupError } from './startup-error.ts'

async function start() {
  const settings = readConfig(process.env)
  await startServer(settings).catch((error: unknown) => {
    throw explainStartupError(error, settings)
  })
}

/** Prepares the data folder, the secrets, the database and the first administrator, then listens until a signal. */
async function startServer(settings: Config) {
  assertSiteBuilt(settings)
  // A node with PostgreSQL and a bucket doesn't use the folder.
  if (!settings.databaseUrl || !settings.s3) await ensureDataFolder(settings.dataDir)
  for (const path of await protectDataFolder(settings.dataDir)) warn(`注意：${path} 属于其他用户，权限未能收紧`)
  const lock = settings.databaseUrl ? undefined : lockDataFolder(settings.dataDir)
  await assertRestoreFinished(settings.dataDir)
  const secrets = await loadSecrets(settings)
  const config = { ...settings, appSecret: secrets.appSecret, previousSecrets: secrets.previousSecrets }
  const database = await openConfiguredDatabase(config)
  await assertSecretMatches(database, settings, secrets)
  const { server, services } = await createApp({ config, database })
  await reencryptStoredSecrets(services, config)
  await services.appSecrets.record(config.appSecret)
  await createFirstAdmin(services, config)
  if (config.demo && (await loadDemo(database, services))) print('已载入示例内容')
  await server.listen({ port: config.port, host: config.host })
  print(`智鉴已启动：${config.publicUrl}`)
  // If this fails, the readiness probe or the first list retries it.
  services.products.warmUp().catch(() => {})

  shutDownOnSignal(async () => {
    await closeWithinLimit(server, { warn })
    await database.close()
    lock?.release()
  })
}

/** Encrypts with the current secret what a previous one has encrypted. */
async function reencryptStoredSecrets(services: Services, { previousSecrets }: Config): Promise<void> {
  if (previousSecrets.length === 0) return
  const count =
    (await services.identity.twoFactor.reencryptSecrets()) +
    (await services.identity.providers.reencryptSecrets()) +
    (await services.mail.reencryptSecrets()) +
    (await services.evaluationProjects.reports.reencryptSecrets()) +
    (await services.evaluationProjects.connections.reencryptSecrets()) +
    (await services.evaluationProjects.seals.reencryptSecrets()) +
    (await services.inquiries.reencryptSecrets()) +
    (await services.outbox.reencryptSecrets())
  if (count > 0) print(`已用新的 APP_SECRET 重新加密 ${count} 项`)
}

/** Creates the first administrator if there is none, and prints the password if it was generated. */
async function createFirstAdmin(services: Services, config: Config): Promise<void> {
  const admin = await services.identity.ensureFirstAdmin(config.admin).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'invalid'
      ? new ConfigError(`设置 ADMIN_PASSWORD 有误：${error.message}`)
      : error
  })
  if (admin?.password)
    print(`已创建管理员 ${admin.email}，初始密码 ${admin.password}（只显示这一次，首次登录时须修改）`)
}

/** Shuts down and exits on the first signal. */
function shutDownOnSignal(steps: () => Promise<void>): void {
  let isShuttingDown = false
  const handleSignal = () => {
    if (isShuttingDown) return
    isShuttingDown = true
    void shutDown(steps, { warn, exit: process.exit })
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, handleSignal)
}

const print = (line: string) => process.stdout.write(`${line}\n`)
const warn = (line: string) => process.stderr.write(`${line}\n`)

function fail(error: unknown): void {
  process.exitCode = 1
  process.stderr.write(`${error instanceof ConfigError ? error.message : `启动失败：${describeError(error)}`}\n`, () =>
    process.exit(),
  )
}

start().catch(fail)
