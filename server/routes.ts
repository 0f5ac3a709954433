/** All routes of the server, in the order in which the API reference lists their calls. */
import type { Call } from '#contracts/call.ts'
import { describeApi } from './api-description.ts'
import { abuseReportRoutes } from './modules/abuse-reports/routes.ts'
import { accountLinkRoutes } from './modules/account-links/routes.ts'
import { alarmRoutes } from './modules/alarms/routes.ts'
import { analyticsRoutes } from './modules/analytics/routes.ts'
import { assignmentRoutes } from './modules/assignments/routes.ts'
import { auditRoutes } from './modules/audit/routes.ts'
import { backupRoutes } from './modules/backups/routes.ts'
import { badgePictureRoutes, badgeRoutes } from './modules/badges/routes.ts'
import { brandingRoutes } from './modules/branding/routes.ts'
import { colleagueRoutes } from './modules/colleagues/routes.ts'
import { commentRoutes } from './modules/comments/routes.ts'
import { contentRoutes, editingRoutes } from './modules/content/routes.ts'
import { contentDraftRoutes, productDraftRoutes } from './modules/content-drafts/routes.ts'
import { draftRoutes } from './modules/drafts/routes.ts'
import { methodRoutes } from './modules/evaluation/methods/routes.ts'
import { evaluationRoutes } from './modules/evaluation/routes.ts'
import { evaluationAnalysisRoutes } from './modules/evaluation-analysis/routes.ts'
import { evaluationCheckRoutes } from './modules/evaluation-checks/routes.ts'
import {
  connectionRoutes,
  judgingRoutes,
  projectRoutes,
  readOnlyProjectRoutes,
} from './modules/evaluation-projects/routes.ts'
import { publicationRoutes, publishedEvaluationRoutes } from './modules/evaluation-publishing/routes.ts'
import { gradingRoutes, readingRoutes } from './modules/evaluation-runs/grading/routes.ts'
import { judgeModelRoutes } from './modules/evaluation-runs/judge-model/routes.ts'
import { evaluationRunRoutes, runReadingRoutes } from './modules/evaluation-runs/routes.ts'
import { runnerRoutes, runnerTokenRoutes } from './modules/evaluation-runs/runners/routes.ts'
import { eventCalendarRoutes, eventRoutes } from './modules/events/routes.ts'
import { attributeRoutes } from './modules/facts/attributes/routes.ts'
import { factRoutes } from './modules/facts/routes.ts'
import { fileRoutes } from './modules/files/routes.ts'
import { followRoutes } from './modules/follows/routes.ts'
import { companyAccountRoutes, identityRoutes, signInProviderRoutes } from './modules/identity/routes.ts'
import { inboxRoutes } from './modules/inbox/routes.ts'
import { answeringRoutes, inquiryRoutes, receivedInquiryRoutes } from './modules/inquiries/routes.ts'
import { keyRoutes } from './modules/keys/routes.ts'
import { latestRoutes } from './modules/latest/routes.ts'
import { leadRequestRoutes, leadRoutes } from './modules/leads/routes.ts'
import { mailChoiceRoutes, unsubscribeRoutes } from './modules/mail/choices/routes.ts'
import { mailRoutes } from './modules/mail/routes.ts'
import { mcpRoutes } from './modules/mcp/routes.ts'
import { mediaLibraryRoutes } from './modules/media-library/routes.ts'
import { memberReviewRoutes, reviewModerationRoutes } from './modules/member-reviews/routes.ts'
import { markdownRoutes, openDataRoutes } from './modules/open-data/routes.ts'
import { webhookRoutes } from './modules/outbox/routes.ts'
import { pendingWorkRoutes } from './modules/pending-work/routes.ts'
import { productQuestionRoutes, questionModerationRoutes } from './modules/product-questions/routes.ts'
import { productEditingRoutes, productFactRoutes, productRoutes } from './modules/products/routes.ts'
import { productTableRoutes } from './modules/products/tables/routes.ts'
import { qrCodeRoutes } from './modules/qr-codes/routes.ts'
import { questionBankRoutes } from './modules/question-banks/routes.ts'
import { registrationRoutes } from './modules/registration/routes.ts'
import { rootFileRoutes } from './modules/root-files/routes.ts'
import { createRootFileService } from './modules/root-files/service.ts'
import { savedViewRoutes } from './modules/saved-views/routes.ts'
import { settingsRoutes, siteSettingsRoutes } from './modules/settings/routes.ts'
import { SETTINGS_TOPIC } from './modules/settings/service.ts'
import { shortlistRoutes } from './modules/shortlists/routes.ts'
import { similarProductRoutes } from './modules/similar-products/routes.ts'
import { siteSearchRoutes } from './modules/site-search/routes.ts'
import { submissionReviewRoutes } from './modules/submission-review/routes.ts'
import { submissionRoutes } from './modules/submissions/routes.ts'
import { systemRoutes } from './modules/system/routes.ts'
import { testimonialRoutes } from './modules/testimonials/routes.ts'
import { uploadRoutes } from './modules/uploads/routes.ts'
import { userRoutes } from './modules/users/routes.ts'
import { vendorProductRoutes } from './modules/vendor-products/routes.ts'
import { organisationRoutes, organisationStaffRoutes } from './modules/vendors/routes.ts'
import type { Clock } from './platform/clock.ts'
import { descriptionRoutes } from './platform/http/openapi/description-routes.ts'
import type { Services } from './services.ts'

type Options = {
  publicUrl: string
  clock: Clock
  /** Returns the calls of all routes, once they are registered. */
  listCalls: () => readonly Call[]
}

/** Returns the routes of the API, followed by those outside it. */
export function listRoutes(services: Services, { publicUrl, clock, listCalls }: Options) {
  return [
    siteSettingsRoutes(services.settings),
    brandingRoutes(services.branding),
    contentRoutes(services.content, services.methods),
    productRoutes(services.products, services.publishedEvaluations),
    siteSearchRoutes(services.siteSearch),
    memberReviewRoutes(services.memberReviews),
    productQuestionRoutes(services.productQuestions),
    openDataRoutes(services.openData),
    latestRoutes(services.latest),
    similarProductRoutes(services.similarProducts),
    shortlistRoutes(services.shortlists),
    followRoutes(services.follows),
    colleagueRoutes(services.colleagues),
    inquiryRoutes(services.inquiries),
    answeringRoutes(services.inquiries),
    receivedInquiryRoutes(services.inquiries),
    productFactRoutes(services.products, services.facts),
    evaluationRoutes(services.evaluation),
    methodRoutes(services.methods),
    evaluationAnalysisRoutes(services.evaluationAnalysis),
    evaluationCheckRoutes(services.evaluationChecks),
    projectRoutes(services.evaluationProjects),
    connectionRoutes(services.evaluationProjects),
    evaluationRunRoutes(services.evaluationRuns),
    runReadingRoutes(services.evaluationRuns),
    gradingRoutes(services.evaluationRuns),
    questionBankRoutes(services.questionBanks),
    judgeModelRoutes(services.evaluationRuns),
    runnerTokenRoutes(services.evaluationRuns),
    runnerRoutes(services.evaluationRuns),
    judgingRoutes(services.evaluationProjects),
    readingRoutes(services.evaluationRuns),
    readOnlyProjectRoutes(services.evaluationProjects, services.evaluation),
    publishedEvaluationRoutes(services.evaluationPublishing, services.publishedEvaluations),
    publicationRoutes(services.evaluationPublishing, services.publishedEvaluations),
    leadRequestRoutes(services.leads),
    qrCodeRoutes(services.qrCodes, services.uploads),
    eventRoutes(services.events),
    submissionRoutes(services.submissions),
    badgeRoutes(services.badges),
    vendorProductRoutes(services.vendorProducts),
    organisationRoutes(services.vendorOrganisations),
    organisationStaffRoutes(services.vendorOrganisations),
    registrationRoutes(services.registration),
    identityRoutes(services.identity),
    companyAccountRoutes(services.identity),
    accountLinkRoutes(services.accountLinks),
    keyRoutes(services.keys),
    editingRoutes(services.content),
    contentDraftRoutes(services.contentDrafts),
    productDraftRoutes(services.contentDrafts),
    draftRoutes(services.drafts),
    savedViewRoutes(services.savedViews),
    productTableRoutes(services.productTables, services.products),
    productEditingRoutes(services.products),
    reviewModerationRoutes(services.memberReviews),
    questionModerationRoutes(services.productQuestions),
    abuseReportRoutes(services.abuseReports),
    attributeRoutes(services.facts.attributes),
    factRoutes(services.facts),
    testimonialRoutes(services.testimonials),
    submissionReviewRoutes(services.submissionReview, services.submissions),
    leadRoutes(services.leads),
    userRoutes(services.users),
    uploadRoutes(services.uploads),
    mediaLibraryRoutes(services.mediaLibrary, services.mediaReplacement),
    mailChoiceRoutes(services.mail),
    mailRoutes(services.mail),
    settingsRoutes(services.settings),
    systemRoutes(services.system),
    backupRoutes(services.backups),
    alarmRoutes(services.alarms),
    webhookRoutes(services.outbox),
    signInProviderRoutes(services.identity),
    pendingWorkRoutes(services.pendingWork, services.inbox),
    inboxRoutes(services.inbox),
    assignmentRoutes(services.assignments),
    commentRoutes(services.comments),
    analyticsRoutes(services.analytics, publicUrl),
    auditRoutes(services.audit),
    descriptionRoutes({
      listCalls,
      getInfo: async () => describeApi((await services.settings.getGeneral()).siteName, publicUrl),
      invalidatedBy: [SETTINGS_TOPIC],
      publicUrl,
    }),

    unsubscribeRoutes(services.mail),
    fileRoutes(services.files),
    eventCalendarRoutes({ content: services.content, settings: services.settings, events: services.events, publicUrl }),
    rootFileRoutes(
      createRootFileService({
        products: services.products,
        updates: services.productUpdates,
        settings: services.settings,
        publicUrl,
        clock,
      }),
    ),
    badgePictureRoutes(services.badges, services.settings),
    markdownRoutes({ products: services.products, settings: services.settings, publicUrl }),
    mcpRoutes({
      products: services.products,
      facts: services.facts,
      methods: services.methods,
      analysis: services.evaluationAnalysis,
      shortlists: services.shortlists,
      projects: services.evaluationProjects,
      publicUrl,
      getSiteName: async () => (await services.settings.getGeneral()).siteName,
    }),
  ]
}
