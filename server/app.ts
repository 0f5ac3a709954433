/** The whole server on one screen: what is made, in what order. */
import { join } from 'node:path'
import { findSitePage, SITE_PAGES } from '#contracts/paths.ts'
import { CALLS } from '#contracts/calls.ts'
import { API_DESCRIPTION } from './api-description.ts'
import { startBackgroundWork } from './background-work.ts'
import type { Config } from './config.ts'
import { lastHousekeeping } from './housekeeping.ts'
import { accountLinkRoutes } from './modules/account-links/routes.ts'
import { createAccountLinkService } from './modules/account-links/service.ts'
import { analyticsRoutes } from './modules/analytics/routes.ts'
import { createAnalyticsService } from './modules/analytics/service.ts'
import { auditRoutes } from './modules/audit/routes.ts'
import { createAuditService } from './modules/audit/service.ts'
import { brandingRoutes } from './modules/branding/routes.ts'
import { createBrandingService } from './modules/branding/service.ts'
import { communityRoutes } from './modules/community/routes.ts'
import { createCommunityService } from './modules/community/service.ts'
import { contentRoutes, editingRoutes } from './modules/content/routes.ts'
import { createContentService } from './modules/content/service.ts'
import { discoveryRoutes } from './modules/discovery/routes.ts'
import { createDiscoveryService } from './modules/discovery/service.ts'
import { evaluationRoutes } from './modules/evaluation/routes.ts'
import { createEvaluationService } from './modules/evaluation/service.ts'
import { fileRoutes } from './modules/files/routes.ts'
import { createFileService } from './modules/files/service.ts'
import { identityRoutes } from './modules/identity/routes.ts'
import { createIdentityService } from './modules/identity/service.ts'
import { leadRoutes } from './modules/leads/routes.ts'
import { createLeadsService } from './modules/leads/service.ts'
import { mailRoutes } from './modules/mail/routes.ts'
import { createMailService } from './modules/mail/service.ts'
import { productReviewRoutes } from './modules/product-reviews/routes.ts'
import { createProductReviewService } from './modules/product-reviews/service.ts'
import { productEditingRoutes, productRoutes } from './modules/products/routes.ts'
import { createProductService } from './modules/products/service.ts'
import { productTableRoutes } from './modules/products/tables/routes.ts'
import { createProductTableService } from './modules/products/tables/service.ts'
import { registrationRoutes } from './modules/registration/routes.ts'
import { createRegistrationService } from './modules/registration/service.ts'
import { settingsRoutes } from './modules/settings/routes.ts'
import { createSettingsService } from './modules/settings/service.ts'
import { submissionReviewRoutes } from './modules/submission-review/routes.ts'
import { createSubmissionReviewService } from './modules/submission-review/service.ts'
import { submissionRoutes } from './modules/submissions/routes.ts'
import { createSubmissionService } from './modules/submissions/service.ts'
import { systemRoutes } from './modules/system/routes.ts'
import { createSystemService } from './modules/system/service.ts'
import { uploadRoutes } from './modules/uploads/routes.ts'
import { createUploadService } from './modules/uploads/service.ts'
import { userRoutes } from './modules/users/routes.ts'
import { createUserService } from './modules/users/service.ts'
import { createWeeklyReportService } from './modules/weekly-report/service.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import { createEncryption } from './platform/encryption.ts'
import { type FileStore, openFileStore } from './platform/files/file-store.ts'
import { type GuardedRoute, registerGuard } from './platform/http/guard/guard.ts'
import { descriptionRoutes } from './platform/http/openapi/description-routes.ts'
import { ReplyCache } from './platform/http/replies/reply-cache.ts'
import { registerHealth } from './platform/http/server/health.ts'
import type { TypedApp } from './platform/http/server/routes.ts'
import { createHttpServer, registerRoutes } from './platform/http/server/server.ts'
import type { MailHosts } from './platform/mail/mail-hosts.ts'
import { createMailer } from './platform/mail/smtp.ts'
import { registerAdminPage } from './platform/rendering/admin-page.ts'
import { createBuiltRenderer } from './platform/rendering/built-site.ts'
import { registerPages } from './platform/rendering/pages.ts'
import type { Renderer } from './platform/rendering/renderer.ts'
import { keepStaticFiles } from './platform/rendering/static-files.ts'
import { createPublicReads } from './public-reads.ts'

const findPageParameters = (path: string) => {
  const found = findSitePage(path)
  return found && SITE_PAGES[found.name].parameters
}

const DIST = join(import.meta.dirname, '../dist')

export type App = { server: TypedApp; services: Services; routes: readonly GuardedRoute[] }
export type Services = ReturnType<typeof createServices>

/**
 * Makes every service, wired by hand. Without `appSecret` those that keep secrets refuse to; `publicUrl` begins the links
 * of letters, `mailHosts` are mail servers that may be spoken to beyond the public ones.
 */
export function createServices({
  database,
  store,
  clock = systemClock,
  appSecret,
  publicUrl = '',
  mailHosts = [],
}: {
  database: Database
  store: FileStore
  clock?: Clock | undefined
  appSecret?: string | undefined
  publicUrl?: string
  mailHosts?: MailHosts
}) {
  const encryption = createEncryption(appSecret)
  const mailer = createMailer({ hosts: mailHosts })
  const audit = createAuditService({ database, clock })
  const mail = createMailService({ database, clock, audit, encryption, mailer })
  const settings = createSettingsService({ database, clock, audit })
  const products = createProductService({ database, clock, audit })
  const productReviews = createProductReviewService({ database, products, audit })
  const content = createContentService({ database, clock, products, audit })
  const identity = createIdentityService({ database, clock, settings, audit, encryption })
  const accountLinks = createAccountLinkService({ database, identity, audit, settings, mail, publicUrl })
  const registration = createRegistrationService({ database, clock, settings, audit, identity, accountLinks })
  const users = createUserService({ database, audit, identity, accountLinks })
  const files = createFileService({ database, files: store, clock })
  const submissions = createSubmissionService({
    database,
    clock,
    settings,
    products,
    files,
    audit,
    mail,
    publicUrl,
  })
  const submissionReview = createSubmissionReviewService({ database, submissions, audit })
  const evaluation = createEvaluationService({ database, clock, content, files })
  const community = createCommunityService({ database, clock, audit })
  const leads = createLeadsService({ database, clock, accounts: identity, audit, mail })
  const uploads = createUploadService({ database, clock, files, content, settings, audit })
  const branding = createBrandingService({ database, settings, files, audit })
  const system = createSystemService({ database, clock, mail, lastHousekeeping: () => lastHousekeeping(database) })
  const productTables = createProductTableService({ database, clock, products, content, audit })
  const analytics = createAnalyticsService({ database, clock, products, audit })
  const weeklyReport = createWeeklyReportService({ database, clock, settings, mail, analytics, publicUrl })
  return {
    settings,
    audit,
    identity,
    accountLinks,
    registration,
    users,
    products,
    productReviews,
    productTables,
    content,
    submissions,
    submissionReview,
    files,
    uploads,
    evaluation,
    community,
    leads,
    mail,
    analytics,
    weeklyReport,
    branding,
    system,
  }
}

type AppOptions = { config: Config; database: Database; clock?: Clock; pages?: boolean; mails?: boolean }

/**
 * Makes the server. `pages: false` leaves the site out, for tests of the calls alone; `mails: false` leaves what is
 * queued in the outbox, for tests that look at it there.
 */
export async function createApp({
  config,
  database,
  clock = systemClock,
  pages = true,
  mails = true,
}: AppOptions): Promise<App> {
  const cache = new ReplyCache()
  const store = openFileStore({ s3: config.s3, folder: join(config.dataDir, 'uploads') })
  const services = createServices({ ...config, database, store, clock })
  const { settings, products, content, submissions, identity, community, leads, uploads } = services
  const isTest = config.environment === 'test'
  const server = await createHttpServer({ ...config, cache, checkReplies: isTest, overload: isTest ? undefined : {} })
  const routes = registerGuard(server, identity.sessions.authenticate)

  registerHealth(server, database)
  registerRoutes(server, cache, [
    settingsRoutes(settings),
    brandingRoutes(services.branding),
    systemRoutes(services.system),
    contentRoutes(content, products),
    editingRoutes(content),
    productRoutes(products),
    productEditingRoutes(products),
    productReviewRoutes(services.productReviews),
    productTableRoutes(services.productTables, products),
    submissionRoutes(submissions),
    submissionReviewRoutes(services.submissionReview, submissions),
    identityRoutes(identity),
    registrationRoutes(services.registration),
    accountLinkRoutes(services.accountLinks),
    userRoutes(services.users),
    fileRoutes(services.files),
    evaluationRoutes(services.evaluation),
    communityRoutes(community, uploads),
    leadRoutes(leads),
    auditRoutes(services.audit),
    uploadRoutes(uploads),
    analyticsRoutes(services.analytics, config.publicUrl),
    mailRoutes(services.mail),
    discoveryRoutes(createDiscoveryService({ products, settings, publicUrl: config.publicUrl })),
    descriptionRoutes({ calls: CALLS, info: API_DESCRIPTION, publicUrl: config.publicUrl }),
  ])
  if (pages) {
    const openSite = config.environment === 'development' ? openDevelopmentSite : openBuiltSite
    const renderer = await openSite(server, cache, config)
    registerAdminPage(server, renderer.admin, async () => (await settings.general()).siteName)
    registerPages(server, {
      cache,
      renderer,
      createReads: (names) => createPublicReads(services, names),
      findParameters: findPageParameters,
    })
  }

  startBackgroundWork({ server, services, database, clock, mails })
  const stopListening = database.changes.listen((names) => cache.drop(names))
  server.addHook('onClose', async () => stopListening())
  return { server, services, routes }
}

async function openBuiltSite(_server: TypedApp, cache: ReplyCache, config: Config): Promise<Renderer> {
  await Promise.all(['client', 'admin'].map((folder) => keepStaticFiles(cache, join(DIST, folder))))
  return createBuiltRenderer(DIST, config.publicUrl)
}

async function openDevelopmentSite(server: TypedApp, _cache: ReplyCache, config: Config): Promise<Renderer> {
  // Vite is not loaded where a built site is served.
  const { createDevelopmentRenderer } = await import('./platform/rendering/development-site.ts')
  return createDevelopmentRenderer(server, config.publicUrl)
}
