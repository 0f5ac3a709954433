/** Methods of evaluation and the projects that follow them. */
import type { JudgeStatus, ProjectStatus } from '#contracts/evaluation-projects/statuses.ts'
import type { StatementStatus } from '#contracts/published-evaluations/statuses.ts'
import type { Catalogue, Recommendation } from '#contracts/vocabulary.ts'
import type { Json } from './json.ts'

export type EvaluationTables = {
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
}

/** Versions count from 1 without a gap; a row never changes. */
export type EvaluationMethodsTable = { version: number; methodJson: Json; changesJson: Json; createdAt: string }

/** A member's decision. Setup, tasks and steps are read and written as wholes. */
export type EvaluationProjectsTable = {
  id: string
  /** None for the example. */
  ownerId: string | null
  ownerName: string
  isExample: boolean
  name: string
  description: string
  status: ProjectStatus
  methodVersion: number
  setupJson: Json
  tasksJson: Json
  stepsJson: Json
  lockedAt: string | null
  lockHash: string | null
  /** SHA-256 of the token of the link for readers. */
  readerTokenHash: string | null
  /** None if the link opens the project until it is revoked. */
  readerLinkExpiresAt: string | null
  reportId: string | null
  version: number
  createdAt: string
  updatedAt: string
  deletedAt: string | null
}

/** Who scores: a member by account, or a person by link, of which the hash is kept. */
export type EvaluationJudgesTable = {
  id: string
  projectId: string
  name: string
  /** The account that was invited; `null` by a link, and as long as the address has none. */
  userId: string | null
  /** In lower case, if they were invited by it. */
  email: string | null
  tokenHash: string | null
  linkExpiresAt: string | null
  status: JudgeStatus
  submittedAt: string | null
  createdAt: string
}

/** Scores of the first round stay beside those that revise them. */
export type EvaluationScoresTable = {
  projectId: string
  judgeId: string
  candidate: string
  criterion: string
  round: number
  score: number | null
  grade: string | null
  note: string
  linksJson: Json
  reason: string
  version: number
  updatedAt: string
}

/** Files beside scores, private to the project. */
export type EvaluationEvidenceTable = {
  id: string
  projectId: string
  judgeId: string
  candidate: string
  criterion: string
  name: string
  size: number
  /** SHA-256 of the bytes, in hex. */
  hash: string
  fileKey: string
  createdAt: string
}

export type EvaluationTrialsTable = {
  id: string
  projectId: string
  ordinal: number
  task: string
  candidate: string
  isPassed: boolean
  /** The name of whoever ran it; blank where nobody is on record. */
  runner: string
  seconds: number | null
  cost: number | null
  note: string
  createdAt: string
  /** When it was taken out: it counts no more, and can come back. */
  removedAt: string | null
}

/** Keys that sign reports. Old ones stay, so that old reports can be checked. */
export type ReportKeysTable = { id: string; publicKey: string; privateKeyEncrypted: string; createdAt: string }

/** A finished project as it was frozen; a row never changes. `dataJson` is what was hashed and signed. */
export type EvaluationReportsTable = {
  id: string
  projectId: string
  dataJson: Json
  hash: string
  signature: string
  keyId: string
  createdAt: string
}

/** A signed report as it was published; it stays when its project goes. */
export type PublishedReportsTable = { id: string; dataJson: Json; hash: string; signature: string; keyId: string }

/** A result on a product's page. Of a product, one is neither replaced nor withdrawn. */
export type PublishedEvaluationsTable = {
  id: string
  productId: string
  catalogue: Catalogue
  /** As it was then. */
  productName: string
  reportId: string
  projectName: string
  methodVersion: number
  isExample: boolean
  recommendation: Recommendation
  score: number
  total: number
  resultJson: Json
  evaluatedAt: string
  /** The last day, in Shanghai, and the first moment after it. */
  validUntil: string
  endsAt: string
  publishedAt: string
  publishedBy: string
  replacedAt: string | null
  withdrawnAt: string | null
  withdrawnBy: string
  withdrawalReason: string
  /** `buildSearchLines` of the product's name and the project's. */
  searchText: string
}

export type VendorStatementsTable = {
  id: string
  evaluationId: string
  text: string
  status: StatementStatus
  authorId: string
  authorName: string
  isByStaff: boolean
  createdAt: string
  decidedAt: string | null
  decidedBy: string
  reason: string
}
