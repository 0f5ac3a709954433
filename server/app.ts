/** Composition root: creates the services and registers access control, routes, pages and background work. */
import { hostname } from 'node:os'
import { join } from 'node:path'
import { matchSitePage, SITE_PAGES } from '#contracts/paths.ts'
import { startBackgroundWork } from './background-work.ts'
import { createBackupTarget } from './backup-target.ts'
import type { Config } from './config.ts'
import type { PasswordCost } from './modules/identity/passwords.ts'
import { registerMetrics } from './modules/metrics/routes.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import { createSharedCounters } from './platform/database/shared-counters.ts'
import { createEncryption } from './platform/encryption.ts'
import { getFreeDiskSpace } from './platform/files/free-space.ts'
import { openFileStore } from './platform/files/open-file-store.ts'
import { createFlashMessages } from './platform/form-posts/flash-messages.ts'
import { type GuardedRoute, registerAccessControl } from './platform/http/guard/guard.ts'
import { registerSecurityLog } from './platform/http/guard/security-log.ts'
import { ReplyCache } from './platform/http/replies/reply-cache.ts'
import { registerHealth } from './platform/http/server/health.ts'
import type { TypedApp } from './platform/http/server/routes.ts'
import { createHttpServer, registerRoutes } from './platform/http/server/server.ts'
import { getCommitHash, VERSION } from './platform/release.ts'
import { registerAdminPage } from './platform/rendering/admin-page.ts'
import { createBuiltRenderer } from './platform/rendering/built-site.ts'
import { cacheApi } from './platform/rendering/cached-api.ts'
import { registerPages } from './platform/rendering/pages.ts'
import type { Renderer } from './platform/rendering/renderer.ts'
import { cacheStaticFiles } from './platform/rendering/static-files.ts'
import { CACHED_CALLS, createPublicApi } from './public-api.ts'
import { listRoutes } from './routes.ts'
import { createServices, type Services } from './services.ts'
import { logSlowQueries } from './slow-queries.ts'

const findPageParameters = (path: string) => {
  const match = matchSitePage(path)
  return match && SITE_PAGES[match.name].parameters
}

const DIST = join(import.meta.dirname, '../dist')

export type App = { server: TypedApp; services: Services; routes: readonly GuardedRoute[] }
type AppOptions = {
  config: Config
  database: Database
  clock?: Clock
  /** Tests that only need the API set `false`. */
  servePages?: boolean
  /** Tests set `false`: queued mails stay in the outbox, and no alarm is raised. */
  startWorkers?: boolean
  /** Tests set a lower cost, so that hashing is fast. */
  passwordCost?: PasswordCost
}

/**
 * Creates the application: seeds the attributes of facts, registers everything that a server answers, and starts the
 * background work. Doesn't listen.
 */
export async function createApp({
  config,
  database,
  clock = systemClock,
  servePages = true,
  startWorkers = true,
  passwordCost,
}: AppOptions): Promise<App> {
  const cache = new ReplyCache({ clock })
  const fileStore = openFileStore({ s3: config.s3, folder: join(config.dataDir, 'uploads') })
  const services = createServices({
    database,
    fileStore,
    clock,
    appSecret: config.appSecret,
    previousSecrets: config.previousSecrets,
    publicUrl: config.publicUrl,
    mailHosts: config.mailHosts,
    webhookHosts: config.webhookHosts,
    dataDir: config.dataDir,
    node: `${hostname()}:${config.port}`,
    backupTarget: createBackupTarget(config.backupDir),
    passwordCost,
  })
  await services.facts.attributes.seedAttributes()
  const isTest = config.environment === 'test'
  const server = await createHttpServer({
    cache,
    trustProxy: config.trustProxy,
    rateLimits: config.rateLimits,
    rateLimitCounters: database.kind === 'postgres' ? createSharedCounters(database, clock) : undefined,
    hasLoadShedding: !isTest,
    logLevel: config.logLevel,
    checkReplies: isTest,
  })
  const routes = registerAccessControl(server, services.identity.sessions.authenticate)
  const securityCounters = registerSecurityLog(server, services.securityEvents.record)
  const stopSlowQueryLog = logSlowQueries(database, server.log, config.slowQueryMs)

  registerHealth(server, { database, warmUp: services.products.warmUp })
  registerRoutes(server, cache, listRoutes(services, { publicUrl: config.publicUrl, clock }))
  if (servePages) {
    const loadRenderer = config.environment === 'development' ? loadDevelopmentRenderer : loadBuiltRenderer
    const renderer = await loadRenderer(server, cache, config)
    registerAdminPage(server, renderer.admin, async () => (await services.settings.getGeneral()).siteName)
    registerPages(server, {
      cache,
      renderer,
      createApi: cacheApi(cache, (dependencies) => createPublicApi(services, dependencies), CACHED_CALLS),
      findParameters: findPageParameters,
      notices: createFlashMessages({ encryption: createEncryption(config.appSecret, config.previousSecrets), clock }),
      publicUrl: config.publicUrl,
    })
  }

  const { jobs } = startBackgroundWork({ server, services, database, clock, startWorkers })
  await registerMetrics(server, config.metricsToken, {
    database,
    cache,
    security: securityCounters,
    jobs,
    slowQueryMs: config.slowQueryMs,
    getOutboxStatistics: services.mail.outbox.getStatistics,
    getBackupStatus: services.backups.getStatus,
    listActiveAlarms: services.alarms.list,
    getFreeDiskSpace: () => getFreeDiskSpace(config.dataDir),
    release: { version: VERSION, getCommitHash },
  })
  const unsubscribe = database.changes.subscribe((topics) => cache.invalidate(topics))
  server.addHook('onClose', async () => {
    unsubscribe()
    stopSlowQueryLog()
    await services.close()
  })
  return { server, services, routes }
}

/** Loads the renderer of the built site, and caches its static files. */
async function loadBuiltRenderer(_server: TypedApp, cache: ReplyCache, config: Config): Promise<Renderer> {
  await Promise.all(['client', 'admin'].map((folder) => cacheStaticFiles(cache, join(DIST, folder))))
  return createBuiltRenderer(DIST, config.publicUrl)
}

async function loadDevelopmentRenderer(server: TypedApp, _cache: ReplyCache, config: Config): Promise<Renderer> {
  // Imported here, so that production never loads Vite.
  const { createDevelopmentRenderer } = await import('./platform/rendering/development-site.ts')
  return createDevelopmentRenderer(server, config.publicUrl)
}
