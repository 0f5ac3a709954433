/** Creates all services of the server. A service is created after those that it depends on. */
import { RUNS } from '#contracts/limits.ts'
import { createAccountData } from './account-data.ts'
import { findLastHousekeeping } from './housekeeping-claim.ts'
import { createAbuseReportService } from './modules/abuse-reports/service.ts'
import { createAccountLinkService } from './modules/account-links/service.ts'
import { createAgentService } from './modules/agents/service.ts'
import { createAlarmService } from './modules/alarms/service.ts'
import { createAnalyticsService } from './modules/analytics/service.ts'
import { createAppSecretService } from './modules/app-secret/service.ts'
import { createAssignmentService } from './modules/assignments/service.ts'
import { createAuditService } from './modules/audit/service.ts'
import { type BackupTarget, createBackupService } from './modules/backups/service.ts'
import { createBadgeService } from './modules/badges/service.ts'
import { createBrandingService } from './modules/branding/service.ts'
import { createColleagueAccess, createColleagueService } from './modules/colleagues/service.ts'
import { createCommentService } from './modules/comments/service.ts'
import { createCommunityEventService } from './modules/community-events/service.ts'
import { createContentService } from './modules/content/service.ts'
import { createContentDraftService } from './modules/content-drafts/service.ts'
import { createDraftService } from './modules/drafts/service.ts'
import { createMethodService } from './modules/evaluation/methods/service.ts'
import { createEvaluationService } from './modules/evaluation/service.ts'
import { createEvaluationAnalysisService } from './modules/evaluation-analysis/service.ts'
import { createEvaluationCheckService } from './modules/evaluation-checks/service.ts'
import { createEvaluationProjectService } from './modules/evaluation-projects/service.ts'
import { createEvaluationPublishingService } from './modules/evaluation-publishing/service.ts'
import { createEvaluationRunService, createRunEvidence } from './modules/evaluation-runs/service.ts'
import { createEventService } from './modules/events/service.ts'
import { createFactService } from './modules/facts/service.ts'
import { createFileService } from './modules/files/service.ts'
import { createFollowService } from './modules/follows/service.ts'
import type { PasswordCost } from './modules/identity/passwords.ts'
import { createIdentityService } from './modules/identity/service.ts'
import { createInboxService } from './modules/inbox/service.ts'
import { createInquiryService } from './modules/inquiries/service.ts'
import { createKeyService } from './modules/keys/service.ts'
import { createLatestService } from './modules/latest/service.ts'
import { createLeadService } from './modules/leads/service.ts'
import { createMailService } from './modules/mail/service.ts'
import { createMediaLibraryService } from './modules/media-library/service.ts'
import { createMediaReplacementService } from './modules/media-replacement/service.ts'
import { createMemberReviewService } from './modules/member-reviews/service.ts'
import { createOpenDataService } from './modules/open-data/service.ts'
import { createOutboxService } from './modules/outbox/service.ts'
import { createPendingWorkService } from './modules/pending-work/service.ts'
import { createProductQuestionService } from './modules/product-questions/service.ts'
import { createProductUpdateService } from './modules/product-updates/service.ts'
import { createProductService } from './modules/products/service.ts'
import { createProductTableService } from './modules/products/tables/service.ts'
import { createPublishedEvaluationService } from './modules/published-evaluations/service.ts'
import { createQrCodeService } from './modules/qr-codes/service.ts'
import { createQuestionBankService } from './modules/question-banks/service.ts'
import { createRegistrationService } from './modules/registration/service.ts'
import { createSavedViewService } from './modules/saved-views/service.ts'
import { createScreenshotService } from './modules/screenshots/service.ts'
import { createSecurityEventService } from './modules/security-events/service.ts'
import { createSettingsService } from './modules/settings/service.ts'
import { createShortlistService } from './modules/shortlists/service.ts'
import { createSimilarProductService } from './modules/similar-products/service.ts'
import { createSiteSearchService } from './modules/site-search/service.ts'
import { createSubmissionReviewService } from './modules/submission-review/service.ts'
import { createSubmissionService } from './modules/submissions/service.ts'
import { createSystemService } from './modules/system/service.ts'
import { createTestimonialService } from './modules/testimonials/service.ts'
import { createUploadService } from './modules/uploads/service.ts'
import { type AccountDataCategory, createUserService } from './modules/users/service.ts'
import { createVendorProductService } from './modules/vendor-products/service.ts'
import { createVendorOrganisationService, createVendorService } from './modules/vendors/service.ts'
import { createWeeklyReportService } from './modules/weekly-report/service.ts'
import type { AllowedHosts } from './platform/allowed-hosts.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import { createEncryption } from './platform/encryption.ts'
import type { FileStore } from './platform/files/file-store.ts'
import { getFreeDiskSpace } from './platform/files/free-space.ts'
import { createGuardedSender, createUrlCheck } from './platform/guarded-request.ts'
import { createIdempotencyService } from './platform/idempotency/service.ts'
import { createMailer } from './platform/mail/smtp.ts'
import { createWebhookSender } from './platform/webhook.ts'

export type Services = ReturnType<typeof createServices>

type Options = {
  database: Database
  /** Stores uploaded files. */
  fileStore: FileStore
  clock?: Clock | undefined
  /** The secret that encrypts stored secrets, such as passwords of mail servers; if omitted, none can be stored. */
  appSecret?: string | undefined
  /** Earlier values of `appSecret`. */
  previousSecrets?: readonly string[]
  /** The base URL of links in mails. */
  publicUrl?: string
  /** Internal mail servers that may be connected to, in addition to public ones. */
  mailHosts?: AllowedHosts
  /** Internal receivers of alarms that may be connected to, in addition to public ones. */
  webhookHosts?: AllowedHosts
  /** Internal agents that may be connected to, in addition to public ones. */
  agentHosts?: AllowedHosts
  /** Internal identity providers that may be connected to, in addition to public ones. */
  signInHosts?: AllowedHosts
  /** Whether members may connect agents. */
  realRuns?: boolean
  /** How many conversations with agents this node has at once. */
  runConversations?: number
  /** The folder whose free disk space is reported. */
  dataDir?: string
  /** Identifies this server process in alarms. */
  nodeId?: string
  /** If omitted, no backups are made. */
  backupTarget?: BackupTarget | undefined
  /** The cost of hashing passwords; low in tests, to be fast. */
  passwordCost?: PasswordCost | undefined
}

export function createServices({
  database,
  fileStore,
  clock = systemClock,
  appSecret,
  previousSecrets,
  publicUrl = '',
  mailHosts = [],
  webhookHosts = [],
  agentHosts = [],
  signInHosts = [],
  realRuns = true,
  runConversations = RUNS.conversations.initial,
  dataDir,
  nodeId = '',
  backupTarget,
  passwordCost,
}: Options) {
  const encryption = createEncryption(appSecret, previousSecrets)
  const idempotency = createIdempotencyService({ database, encryption, clock })
  const mailer = createMailer({ hosts: mailHosts })
  const appSecrets = createAppSecretService({ database, clock })
  const audit = createAuditService({ database, clock })
  const settings = createSettingsService({
    database,
    clock,
    audit,
    encryption,
  })
  const mail = createMailService({ database, clock, audit, encryption, mailer, settings, publicUrl })
  const sendWebhook = createWebhookSender(webhookHosts)
  const inbox = createInboxService({ database, clock, mail, publicUrl })
  const outbox = createOutboxService({
    database,
    clock,
    audit,
    inbox,
    encryption,
    settings,
    sendWebhook,
    isAllowed: createUrlCheck(webhookHosts),
  })
  const publishedEvaluations = createPublishedEvaluationService({ database, clock, audit, mail, publicUrl })
  const facts = createFactService({ database, clock, audit, outbox, publicUrl })
  const products = createProductService({
    database,
    clock,
    audit,
    mail,
    facts,
    publishedEvaluations,
    outbox,
    publicUrl,
  })
  const productUpdates = createProductUpdateService({ database, facts })
  const analytics = createAnalyticsService({ database, clock, products, audit })
  const testimonials = createTestimonialService({ database, products, audit })
  const communityEvents = createCommunityEventService({ database, clock })
  const content = createContentService({ database, clock, products, events: communityEvents, audit })
  const methods = createMethodService({ database, clock, audit, content })
  const drafts = createDraftService({ database, clock })
  const savedViews = createSavedViewService({ database, clock })
  const securityEvents = createSecurityEventService({ database, clock, audit, mail, settings, publicUrl })
  const identity = createIdentityService({
    database,
    clock,
    settings,
    audit,
    encryption,
    securityEvents,
    publicUrl,
    sendToProviders: createGuardedSender(signInHosts),
    isProviderAllowed: createUrlCheck(signInHosts),
    async leaveToMembers(transaction, accountId) {
      for (const category of accountData) await category.leaveToMembers?.(transaction, accountId)
    },
    passwordCost,
  })
  const keys = createKeyService({ database, clock, audit, identity, settings, mail, outbox, publicUrl })
  const colleagueAccess = createColleagueAccess({ clock, accounts: identity.accounts })
  const accountLinks = createAccountLinkService({ database, clock, identity, audit, settings, mail, publicUrl })
  const registration = createRegistrationService({ database, clock, settings, audit, identity, accountLinks })
  const files = createFileService({ database, files: fileStore, clock })
  const screenshots = createScreenshotService({ files })
  const vendors = createVendorService({ database, accounts: identity.accounts })
  const vendorOrganisations = createVendorOrganisationService({
    database,
    clock,
    encryption,
    accounts: identity.accounts,
    audit,
    mail,
    settings,
    publicUrl,
  })
  const memberReviews = createMemberReviewService({
    database,
    clock,
    products,
    accounts: identity.accounts,
    vendors,
    files,
    settings,
    mail,
    outbox,
    audit,
    encryption,
    publicUrl,
  })
  const productQuestions = createProductQuestionService({
    database,
    clock,
    encryption,
    products,
    accounts: identity.accounts,
    vendors,
    mail,
    audit,
    publicUrl,
  })
  const abuseReports = createAbuseReportService({
    database,
    clock,
    encryption,
    audit,
    accounts: identity.accounts,
    subjects: { review: memberReviews.moderation.reportSubject, post: productQuestions.moderation.reportSubject },
  })
  const submissions = createSubmissionService({
    database,
    clock,
    settings,
    content,
    products,
    facts,
    files,
    screenshots,
    audit,
    mail,
    outbox,
    accounts: identity.accounts,
    publicUrl,
  })
  const submissionReview = createSubmissionReviewService({ database, clock, submissions, products, facts, audit })
  const evaluation = createEvaluationService({ database, clock, methods, files })
  const evaluationAnalysis = createEvaluationAnalysisService()
  const evaluationChecks = createEvaluationCheckService()
  // Runs have a worker of their own, so that calls that are open to anyone can't hold them up.
  const runChecks = createEvaluationCheckService()
  const agents = createAgentService({ hosts: agentHosts })
  const evaluationProjects = createEvaluationProjectService({
    database,
    clock,
    methods,
    analysis: evaluationAnalysis,
    checks: evaluationChecks,
    products,
    accounts: identity.accounts,
    files,
    settings,
    audit,
    mail,
    encryption,
    publishedEvaluations,
    agents,
    runEvidence: createRunEvidence({ database, settings, analysis: evaluationAnalysis }),
    realRuns,
    publicUrl,
    colleagues: colleagueAccess,
  })
  const evaluationRuns = createEvaluationRunService({
    database,
    clock,
    projects: evaluationProjects,
    products,
    agents,
    checks: runChecks,
    analysis: evaluationAnalysis,
    accounts: identity.accounts,
    settings,
    mail,
    outbox,
    publicUrl,
    conversations: runConversations,
  })
  const questionBanks = createQuestionBankService({ database, clock, projects: evaluationProjects, audit })
  const evaluationPublishing = createEvaluationPublishingService({
    database,
    clock,
    publishedEvaluations,
    projects: evaluationProjects,
    analysis: evaluationAnalysis,
    methods,
    products,
    vendors,
  })
  const badges = createBadgeService({
    clock,
    products,
    publishedEvaluations,
    reports: evaluationProjects.reports,
    publicUrl,
  })
  const vendorProducts = createVendorProductService({
    database,
    clock,
    analytics,
    accounts: identity.accounts,
    vendors,
    products,
    submissions,
    facts,
    memberReviews,
    publishedEvaluations,
  })
  const events = createEventService({
    database,
    clock,
    records: communityEvents,
    content,
    accounts: identity.accounts,
    settings,
    mail,
    audit,
    publicUrl,
  })
  const contentDrafts = createContentDraftService({
    database,
    clock,
    content,
    products,
    audit,
    accounts: identity.accounts,
    outbox,
    publicUrl,
  })
  const leads = createLeadService({ database, clock, identity, audit, mail, outbox, settings, publicUrl })
  const uploads = createUploadService({ database, clock, files, screenshots, content, settings, audit })
  const mediaLibrary = createMediaLibraryService({ database, clock, files, audit })
  const qrCodes = createQrCodeService({ database, clock, audit, library: mediaLibrary })
  const branding = createBrandingService({ database, settings, uploads, library: mediaLibrary, audit })
  const mediaReplacement = createMediaReplacementService({
    database,
    audit,
    library: mediaLibrary,
    content,
    contentDrafts,
    qrCodes,
    branding,
    settings,
    mail,
  })
  const backups = createBackupService({
    database,
    clock,
    settings,
    audit,
    target: backupTarget,
  })
  const alarms = createAlarmService({
    database,
    clock,
    settings,
    mail,
    accounts: identity.accounts,
    outbox,
    getBackupStatus: backups.getStatus,
    getFreeDiskSpace: () => getFreeDiskSpace(dataDir),
    publicUrl,
    node: nodeId,
  })
  const system = createSystemService({
    database,
    clock,
    mail,
    getFreeDiskSpace: () => getFreeDiskSpace(dataDir),
    backups,
    alarms,
    findLastHousekeeping: () => findLastHousekeeping(database),
  })
  const productTables = createProductTableService({
    database,
    clock,
    products,
    facts,
    listChoices: content.listChoices,
    lockCatalogue: content.lockCatalogue,
    addRevision: content.addImportRevision,
    audit,
  })
  const assignments = createAssignmentService({
    database,
    clock,
    audit,
    identity,
    outbox,
    publicUrl,
    subjects: {
      lead: leads.assignments,
      submission: submissionReview.assignments,
      memberReview: memberReviews.moderation.assignments,
      question: productQuestions.moderation.assignments,
      fact: facts.review.assignments,
    },
  })
  const comments = createCommentService({
    database,
    clock,
    audit,
    identity,
    outbox,
    publicUrl,
    subjects: { submission: submissionReview.assignments, lead: leads.assignments },
  })
  const pendingWork = createPendingWorkService({
    leads,
    submissionReview,
    memberReviews,
    productQuestions,
    publishedEvaluations,
    vendorOrganisations,
    facts,
    mail,
    assignments,
  })
  const weeklyReport = createWeeklyReportService({
    database,
    clock,
    settings,
    mail,
    analytics,
    accounts: identity.accounts,
    publicUrl,
  })
  const openData = createOpenDataService({ products, facts, publicUrl, clock })
  const siteSearch = createSiteSearchService({ database, products, content })
  const latest = createLatestService({ clock, content, products, facts, publishedEvaluations })
  const similarProducts = createSimilarProductService({ products, facts })
  const shortlists = createShortlistService({
    database,
    clock,
    products,
    facts,
    mail,
    audit,
    publicUrl,
    colleagues: colleagueAccess,
    analytics,
  })
  const follows = createFollowService({
    database,
    clock,
    products,
    content,
    updates: productUpdates,
    facts,
    mail,
    publicUrl,
  })
  const inquiries = createInquiryService({
    database,
    clock,
    accounts: identity.accounts,
    products,
    facts,
    shortlists,
    projects: evaluationProjects,
    vendorProducts,
    vendors,
    files,
    settings,
    mail,
    audit,
    encryption,
    publicUrl,
    colleagues: colleagueAccess,
    analytics,
  })
  const colleagues = createColleagueService({
    database,
    clock,
    accounts: identity.accounts,
    access: colleagueAccess,
    items: { project: evaluationProjects.sharing, shortlist: shortlists.sharing, inquiry: inquiries.sharing },
    mail,
    settings,
    publicUrl,
  })
  const accountData: readonly AccountDataCategory[] = createAccountData({
    identity,
    audit,
    inbox,
    drafts,
    savedViews,
    memberReviews,
    productQuestions,
    abuseReports,
    events,
    shortlists,
    follows,
    inquiries,
    colleagues,
    evaluationProjects,
    evaluationRuns,
    questionBanks,
    publishedEvaluations,
    submissions,
    leads,
    mail,
    files,
    idempotency,
    keys,
    vendorOrganisations,
  })
  const users = createUserService({ database, audit, identity, accountLinks, clock, accountData })
  return {
    appSecrets,
    idempotency,
    settings,
    audit,
    securityEvents,
    identity,
    keys,
    accountLinks,
    registration,
    users,
    facts,
    products,
    productUpdates,
    testimonials,
    memberReviews,
    vendors,
    productQuestions,
    abuseReports,
    badges,
    vendorProducts,
    vendorOrganisations,
    productTables,
    openData,
    siteSearch,
    latest,
    similarProducts,
    shortlists,
    follows,
    inquiries,
    colleagues,
    content,
    contentDrafts,
    drafts,
    savedViews,
    submissions,
    submissionReview,
    files,
    screenshots,
    uploads,
    mediaLibrary,
    mediaReplacement,
    evaluation,
    methods,
    evaluationAnalysis,
    evaluationChecks,
    agents,
    evaluationProjects,
    evaluationRuns,
    questionBanks,
    publishedEvaluations,
    evaluationPublishing,
    qrCodes,
    events,
    leads,
    mail,
    inbox,
    outbox,
    assignments,
    comments,
    pendingWork,
    analytics,
    weeklyReport,
    branding,
    backups,
    alarms,
    system,

    /** Stops the services that run workers. */
    async close(): Promise<void> {
      await backups.close()
      await evaluationAnalysis.close()
      await evaluationChecks.close()
      await inquiries.close()
      await evaluationProjects.reports.close()
      await runChecks.close()
    },
  }
}
