/**
 * The tables as the stores see them: camel case, times as ISO text, `…Json` columns as text on the way in and parsed
 * on the way out, `is…` columns as booleans. `columns-plugin.ts` does the turning.
 */
import type {
  AccountLinksTable,
  KnownDevicesTable,
  LoginAttemptsTable,
  LoginChallengesTable,
  RecoveryCodesTable,
  SessionsTable,
  TwoFactorsTable,
  UsersTable,
} from './tables/accounts.ts'
import type { DocumentRevisionsTable, DocumentsTable, DraftsTable, PresenceTable } from './tables/documents.ts'
import type {
  EvaluationEvidenceTable,
  EvaluationJudgesTable,
  EvaluationMethodsTable,
  EvaluationProjectsTable,
  EvaluationReportsTable,
  EvaluationScoresTable,
  EvaluationTrialsTable,
  PublishedEvaluationsTable,
  PublishedReportsTable,
  ReportKeysTable,
  VendorStatementsTable,
} from './tables/evaluations.ts'
import type { EventRegistrationsTable } from './tables/events.ts'
import type {
  AttributeRevisionsTable,
  AttributesTable,
  FactChangesTable,
  FactDisputesTable,
  FactsTable,
  FactValuesTable,
  ProductFactsTable,
} from './tables/facts.ts'
import type { MailConfigsTable, MailRevisionsTable, OutboxTable } from './tables/mails.ts'
import type { AlarmsTable, BackupRunsTable, ChangesTable, ClaimsTable, RateLimitsTable } from './tables/nodes.ts'
import type { ProductsTable, ReportsTable } from './tables/products.ts'
import type { LeadsTable, SubmissionFilesTable, SubmissionsTable } from './tables/requests.ts'
import type { MemberReviewsTable, ReviewHelpfulMarksTable, ReviewProofsTable } from './tables/reviews.ts'
import type { SearchTextsTable } from './tables/search.ts'
import type { ShortlistsTable } from './tables/shortlists.ts'
import type {
  AuditEntriesTable,
  FilesTable,
  QrCodesTable,
  SecretFingerprintsTable,
  SettingsTable,
} from './tables/site.ts'
import type { VisitCountsTable, VisitorHashesTable, VisitSaltsTable } from './tables/visits.ts'

export type Tables = {
  documents: DocumentsTable
  documentRevisions: DocumentRevisionsTable
  products: ProductsTable
  attributes: AttributesTable
  attributeRevisions: AttributeRevisionsTable
  productFacts: ProductFactsTable
  facts: FactsTable
  factChanges: FactChangesTable
  factDisputes: FactDisputesTable
  factValues: FactValuesTable
  searchTexts: SearchTextsTable
  submissions: SubmissionsTable
  submissionFiles: SubmissionFilesTable
  leads: LeadsTable
  reports: ReportsTable
  evaluationMethods: EvaluationMethodsTable
  evaluationProjects: EvaluationProjectsTable
  evaluationJudges: EvaluationJudgesTable
  evaluationScores: EvaluationScoresTable
  evaluationEvidence: EvaluationEvidenceTable
  evaluationTrials: EvaluationTrialsTable
  reportKeys: ReportKeysTable
  evaluationReports: EvaluationReportsTable
  publishedReports: PublishedReportsTable
  publishedEvaluations: PublishedEvaluationsTable
  vendorStatements: VendorStatementsTable
  memberReviews: MemberReviewsTable
  reviewProofs: ReviewProofsTable
  reviewHelpfulMarks: ReviewHelpfulMarksTable
  eventRegistrations: EventRegistrationsTable
  shortlists: ShortlistsTable
  qrCodes: QrCodesTable
  settings: SettingsTable
  files: FilesTable
  users: UsersTable
  sessions: SessionsTable
  loginAttempts: LoginAttemptsTable
  knownDevices: KnownDevicesTable
  twoFactors: TwoFactorsTable
  recoveryCodes: RecoveryCodesTable
  loginChallenges: LoginChallengesTable
  accountLinks: AccountLinksTable
  presence: PresenceTable
  drafts: DraftsTable
  auditEntries: AuditEntriesTable
  mailConfigs: MailConfigsTable
  mailRevisions: MailRevisionsTable
  outbox: OutboxTable
  secretFingerprints: SecretFingerprintsTable
  visitCounts: VisitCountsTable
  visitSalts: VisitSaltsTable
  visitorHashes: VisitorHashesTable
  claims: ClaimsTable
  alarms: AlarmsTable
  rateLimits: RateLimitsTable
  backupRuns: BackupRunsTable
  changes: ChangesTable
}
