/** Puts the server together: services, guards, routes, in this order. */
import { hostname } from 'node:os'
import { join } from 'node:path'
import { findSitePage, SITE_PAGES } from '#contracts/paths.ts'
import { startBackgroundWork } from './background-work.ts'
import { createBackupTarget } from './backup-target.ts'
import type { Config } from './config.ts'
import type { PasswordCost } from './modules/identity/passwords.ts'
import { registerMetrics } from './modules/metrics/routes.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import { createSharedCounts } from './platform/database/shared-counts.ts'
import { createEncryption } from './platform/encryption.ts'
import { findFreeSpace } from './platform/files/free-space.ts'
import { openFileStore } from './platform/files/open-file-store.ts'
import { createFormNotices } from './platform/form-posts/form-notices.ts'
import { type GuardedRoute, registerGuard } from './platform/http/guard/guard.ts'
import { registerSecurityLog } from './platform/http/guard/security-log.ts'
import { ReplyCache } from './platform/http/replies/reply-cache.ts'
import { registerHealth } from './platform/http/server/health.ts'
import type { TypedApp } from './platform/http/server/routes.ts'
import { createHttpServer, registerRoutes } from './platform/http/server/server.ts'
import { findCommit, VERSION } from './platform/release.ts'
import { registerAdminPage } from './platform/rendering/admin-page.ts'
import { createBuiltRenderer } from './platform/rendering/built-site.ts'
import { keepReads } from './platform/rendering/kept-reads.ts'
import { registerPages } from './platform/rendering/pages.ts'
import type { Renderer } from './platform/rendering/renderer.ts'
import { cacheStaticFiles } from './platform/rendering/static-files.ts'
import { createPublicReads, SHARED_READS } from './public-reads.ts'
import { listRoutes } from './routes.ts'
import { createServices, type Services } from './services.ts'
import { logSlowStatements } from './slow-statements.ts'

const findPageParameters = (path: string) => {
  const match = findSitePage(path)
  return match && SITE_PAGES[match.name].parameters
}

const DIST = join(import.meta.dirname, '../dist')

export type App = { server: TypedApp; services: Services; routes: readonly GuardedRoute[] }
type AppOptions = {
  config: Config
  database: Database
  clock?: Clock
  hasPages?: boolean
  hasMailWorker?: boolean
  passwordCost?: PasswordCost
}

/**
 * Creates the server. `hasPages: false` leaves the site's pages out, for tests of calls; `hasMailWorker: false` leaves
 * mails in the outbox, for tests that read them there; `passwordCost` is lower in tests.
 */
export async function createApp({
  config,
  database,
  clock = systemClock,
  hasPages = true,
  hasMailWorker = true,
  passwordCost,
}: AppOptions): Promise<App> {
  const cache = new ReplyCache(undefined, clock)
  const store = openFileStore({ s3: config.s3, folder: join(config.dataDir, 'uploads') })
  const services = createServices({
    ...config,
    database,
    store,
    clock,
    passwordCost,
    node: `${hostname()}:${config.port}`,
    backups: createBackupTarget(config),
  })
  await services.facts.attributes.addStartingAttributes()
  const isTest = config.environment === 'test'
  const server = await createHttpServer({
    ...config,
    cache,
    checkReplies: isTest,
    overload: isTest ? undefined : {},
    sharedCounts: database.kind === 'postgres' ? createSharedCounts(database, clock) : undefined,
  })
  const routes = registerGuard(server, services.identity.sessions.authenticate)
  const security = registerSecurityLog(server, services.securityEvents.record)
  const stopLogging = logSlowStatements(database, server.log, config.slowQueryMs)

  registerHealth(server, database)
  registerRoutes(server, cache, listRoutes(services, { publicUrl: config.publicUrl, clock }))
  if (hasPages) {
    const openSite = config.environment === 'development' ? openDevelopmentSite : openBuiltSite
    const renderer = await openSite(server, cache, config)
    registerAdminPage(server, renderer.admin, async () => (await services.settings.getGeneral()).siteName)
    registerPages(server, {
      cache,
      renderer,
      createReads: keepReads(cache, (sources) => createPublicReads(services, sources), SHARED_READS),
      findParameters: findPageParameters,
      notices: createFormNotices({ encryption: createEncryption(config.appSecret, config.previousSecrets), clock }),
      publicUrl: config.publicUrl,
    })
  }

  const { jobs } = startBackgroundWork({ server, services, database, clock, hasMailWorker })
  await registerMetrics(server, config.metricsToken, {
    database,
    cache,
    security,
    jobs,
    slowQueryMs: config.slowQueryMs,
    readOutbox: services.mail.outbox.measure,
    readBackups: services.backups.read,
    listAlarms: async () => (await services.alarms.list()).map(({ name }) => name),
    findFreeSpace: () => findFreeSpace(config.dataDir),
    release: { version: VERSION, findCommit },
  })
  const unsubscribe = database.changes.subscribe((topics) => cache.invalidate(topics))
  server.addHook('onClose', async () => {
    unsubscribe()
    stopLogging()
    await services.productTables.imports.close()
    await services.evaluationAnalysis.close()
  })
  return { server, services, routes }
}

async function openBuiltSite(_server: TypedApp, cache: ReplyCache, config: Config): Promise<Renderer> {
  await Promise.all(['client', 'admin'].map((folder) => cacheStaticFiles(cache, join(DIST, folder))))
  return createBuiltRenderer(DIST, config.publicUrl)
}

async function openDevelopmentSite(server: TypedApp, _cache: ReplyCache, config: Config): Promise<Renderer> {
  // Vite is not loaded if a built site is served.
  const { createDevelopmentRenderer } = await import('./platform/rendering/development-site.ts')
  return createDevelopmentRenderer(server, config.publicUrl)
}
