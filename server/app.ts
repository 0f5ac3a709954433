/** Composition root: creates the services and registers access control, routes, pages and background work. */
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Call } from '#contracts/call.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { startBackgroundWork } from './background-work.ts'
import { createBackupTarget } from './backup-target.ts'
import { BUILD_FOLDER } from './check-build.ts'
import type { Config } from './config.ts'
import { createPreviewFinder } from './draft-previews.ts'
import type { PasswordCost } from './modules/identity/passwords.ts'
import { registerMetrics } from './modules/metrics/routes.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import { getDialect } from './platform/database/dialects/dialects.ts'
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
import { registerPages } from './platform/rendering/pages.ts'
import type { Renderer } from './platform/rendering/renderer.ts'
import { cacheStaticFiles } from './platform/rendering/static-files.ts'
import { createPublicApi } from './public-api.ts'
import { listRoutes } from './routes.ts'
import { createServices, type Services } from './services.ts'
import { logSlowQueries } from './slow-queries.ts'

export type App = {
  server: TypedApp
  services: Services
  routes: readonly GuardedRoute[]
  /** The calls of the API, in the order of their routes. */
  calls: readonly Call[]
}
type AppOptions = {
  config: Config
  database: Database
  clock?: Clock
  /** Tests that only need the API set `false`. */
  servePages?: boolean
  /** Tests set `false`: mails stay in the outbox, and alarms aren't checked. */
  startWorkers?: boolean
  /** Tests that read the log set it; otherwise it goes to standard output. */
  logStream?: { write(line: string): void } | undefined
  /** Tests set a lower cost, so that hashing is fast. */
  passwordCost?: PasswordCost
}

/**
 * Creates the application: the services, the HTTP server with all its routes and pages, and the background work. Adds
 * the default product attributes to a new database. The server doesn't listen yet.
 */
export async function createApp({
  config,
  database,
  clock = systemClock,
  servePages = true,
  startWorkers = true,
  logStream,
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
    agentHosts: config.agentHosts,
    signInHosts: config.signInHosts,
    realRuns: config.realRuns,
    runConversations: config.runConversations,
    dataDir: config.dataDir,
    nodeId: `${hostname()}:${config.port}`,
    backupTarget: createBackupTarget(config.backupDir),
    passwordCost,
  })
  await services.facts.attributes.seed()
  await services.outbox.adoptFormerAlarmWebhook()
  const isTest = config.environment === 'test'
  const server = await createHttpServer({
    cache,
    trustProxy: config.trustProxy,
    rateLimits: config.rateLimits,
    // Nodes that share a database count requests together.
    rateLimitCounters: getDialect(database.read).isSharedByNodes ? createSharedCounters(database, clock) : undefined,
    hasLoadShedding: !isTest,
    logLevel: config.logLevel,
    logStream,
    checkReplies: isTest,
  })
  // A live list: each route is added to it when it is registered below.
  const routes = registerAccessControl(server, services.keys.authenticate, services.keys.uses.record)
  const securityCounters = registerSecurityLog(server, services.securityEvents.record)
  const stopSlowQueryLog = logSlowQueries(database, server.log, config.slowQueryMs)

  registerHealth(server, { database, warmUpCaches: services.products.warmUp })
  registerRoutes(
    server,
    { cache, idempotency: services.idempotency },
    listRoutes(services, { publicUrl: config.publicUrl, clock, listCalls: () => listCalls(routes) }),
  )
  if (servePages) await registerSite(server, { config, cache, services, clock })

  const unsubscribe = database.changes.subscribe((topics) => cache.invalidate(topics))
  // Called last, as the hooks that are added later are called before: the background work needs the services until its end.
  server.addHook('onClose', async () => {
    unsubscribe()
    stopSlowQueryLog()
    await services.close()
  })
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
  return { server, services, routes, calls: listCalls(routes) }
}

type SiteOptions = { config: Config; cache: ReplyCache; services: Services; clock: Clock }

/** Registers the pages of the public site and of the back office. */
async function registerSite(server: TypedApp, { config, cache, services, clock }: SiteOptions): Promise<void> {
  const renderer = await loadRenderer(config, { server, cache })
  registerAdminPage(server, renderer.admin, async () => (await services.settings.getGeneral()).siteName)
  registerPages(server, {
    cache,
    renderer,
    // Pages call the services in-process, and their replies are cached until the topics that they depend on change.
    createApi: createPublicApi(services, cache),
    pages: SITE_PAGES,
    findPreview: createPreviewFinder(services),
    flashMessages: createFlashMessages({
      encryption: createEncryption(config.appSecret, config.previousSecrets),
      clock,
    }),
    publicUrl: config.publicUrl,
  })
}

/** Loads the renderer of the built site and caches its static files; in development, the renderer of the source files. */
async function loadRenderer(
  { environment, publicUrl }: Config,
  { server, cache }: { server: TypedApp; cache: ReplyCache },
): Promise<Renderer> {
  if (environment === 'development') {
    // Imported here, so that production never loads Vite.
    const { createDevelopmentRenderer } = await import('./platform/rendering/development-site.ts')
    return createDevelopmentRenderer(server, publicUrl)
  }
  await Promise.all(['client', 'admin'].map((folder) => cacheStaticFiles(cache, join(BUILD_FOLDER, folder))))
  return createBuiltRenderer(BUILD_FOLDER, publicUrl)
}

/** Returns each call once, although a GET call has two routes: its own and that of HEAD. */
const listCalls = (routes: readonly GuardedRoute[]): Call[] => [...new Set(routes.flatMap(({ call }) => call ?? []))]
