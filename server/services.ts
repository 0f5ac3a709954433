/** Creates every service of the server, wired by hand in the order of their dependencies. */
import { findLastHousekeeping } from './housekeeping.ts'
import { createAccountLinkService } from './modules/account-links/service.ts'
import { createAnalyticsService } from './modules/analytics/service.ts'
import { createAuditService } from './modules/audit/service.ts'
import { createBrandingService } from './modules/branding/service.ts'
import { createCommunityService } from './modules/community/service.ts'
import { createContentService } from './modules/content/service.ts'
import { createDraftService } from './modules/drafts/service.ts'
import { createMethodService } from './modules/evaluation/methods/service.ts'
import { createEvaluationService } from './modules/evaluation/service.ts'
import { createEvaluationAnalysisService } from './modules/evaluation-analysis/service.ts'
import { createEvaluationProjectService } from './modules/evaluation-projects/service.ts'
import { createFileService } from './modules/files/service.ts'
import type { PasswordCost } from './modules/identity/passwords.ts'
import { createIdentityService } from './modules/identity/service.ts'
import { createLeadsService } from './modules/leads/service.ts'
import { createMailService } from './modules/mail/service.ts'
import { createProductReviewService } from './modules/product-reviews/service.ts'
import { createProductService } from './modules/products/service.ts'
import { createProductTableService } from './modules/products/tables/service.ts'
import { createRegistrationService } from './modules/registration/service.ts'
import { createSecurityEvents } from './modules/security-events/service.ts'
import { createSettingsService } from './modules/settings/service.ts'
import { createSubmissionReviewService } from './modules/submission-review/service.ts'
import { createSubmissionService } from './modules/submissions/service.ts'
import { createSystemService } from './modules/system/service.ts'
import { createUploadService } from './modules/uploads/service.ts'
import { createUserService } from './modules/users/service.ts'
import { createWeeklyReportService } from './modules/weekly-report/service.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import { createEncryption } from './platform/encryption.ts'
import type { FileStore } from './platform/files/file-store.ts'
import type { MailHosts } from './platform/mail/mail-hosts.ts'
import { createMailer } from './platform/mail/smtp.ts'

export type Services = ReturnType<typeof createServices>

/**
 * Creates every service. Without `appSecret`, services that store secrets refuse to; `previousSecrets` are what it was
 * before; `publicUrl` is the base of mailed
 * links, `mailHosts` allows mail servers beyond the public ones, `passwordCost` is lower in tests.
 */
export function createServices({
  database,
  store,
  clock = systemClock,
  appSecret,
  previousSecrets,
  publicUrl = '',
  mailHosts = [],
  passwordCost,
}: {
  database: Database
  store: FileStore
  clock?: Clock | undefined
  appSecret?: string | undefined
  previousSecrets?: readonly string[]
  publicUrl?: string
  mailHosts?: MailHosts
  passwordCost?: PasswordCost | undefined
}) {
  const encryption = createEncryption(appSecret, previousSecrets)
  const mailer = createMailer({ hosts: mailHosts })
  const audit = createAuditService({ database, clock })
  const settings = createSettingsService({ database, clock, audit })
  const mail = createMailService({ database, clock, audit, encryption, mailer, settings })
  const products = createProductService({ database, clock, audit })
  const productReviews = createProductReviewService({ database, products, audit })
  const methods = createMethodService({
    database,
    clock,
    readDocument: async () => (await content.read('evaluation')).document,
  })
  const content = createContentService({
    database,
    clock,
    products,
    audit,
    afterSave: async (write, kind, document) => kind === 'evaluation' && methods.record(write, document),
  })
  const drafts = createDraftService({ database, clock })
  const securityEvents = createSecurityEvents({ database, clock, audit, mail, settings, publicUrl })
  const identity = createIdentityService({
    database,
    clock,
    settings,
    audit,
    encryption,
    securityEvents,
    passwordCost,
  })
  const accountLinks = createAccountLinkService({ database, clock, identity, audit, settings, mail, publicUrl })
  const registration = createRegistrationService({ database, clock, settings, audit, identity, accountLinks })
  const users = createUserService({ database, audit, identity, accountLinks })
  const files = createFileService({ database, files: store, clock })
  const submissions = createSubmissionService({
    database,
    clock,
    settings,
    content,
    products,
    files,
    audit,
    mail,
    publicUrl,
  })
  const submissionReview = createSubmissionReviewService({ database, clock, submissions, products, audit })
  const evaluation = createEvaluationService({ database, clock, content, files })
  const evaluationAnalysis = createEvaluationAnalysisService()
  const evaluationProjects = createEvaluationProjectService({
    database,
    clock,
    methods,
    analysis: evaluationAnalysis,
    products,
    accounts: identity.accounts,
    files,
    settings,
    audit,
    mail,
    encryption,
    publicUrl,
  })
  const community = createCommunityService({ database, clock, audit })
  const leads = createLeadsService({ database, clock, accounts: identity, audit, mail, settings })
  const uploads = createUploadService({ database, clock, files, content, settings, audit })
  const branding = createBrandingService({ database, settings, files, audit })
  const system = createSystemService({
    database,
    clock,
    mail,
    findLastHousekeeping: () => findLastHousekeeping(database),
  })
  const productTables = createProductTableService({
    database,
    clock,
    products,
    listChoices: content.listChoices,
    audit,
  })
  const analytics = createAnalyticsService({ database, clock, products, audit })
  const weeklyReport = createWeeklyReportService({ database, clock, settings, mail, analytics, publicUrl })
  return {
    settings,
    audit,
    securityEvents,
    identity,
    accountLinks,
    registration,
    users,
    products,
    productReviews,
    productTables,
    content,
    drafts,
    submissions,
    submissionReview,
    files,
    uploads,
    evaluation,
    methods,
    evaluationAnalysis,
    evaluationProjects,
    community,
    leads,
    mail,
    analytics,
    weeklyReport,
    branding,
    system,
  }
}
