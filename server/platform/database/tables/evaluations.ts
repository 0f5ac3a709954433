/** Evaluation methods and the projects that use them. */

import type { ColumnType } from 'kysely'
import type { ReadingCause, ReplyVerdict } from '#contracts/evaluation-grading/verdicts.ts'
import type { ActorRole, ProjectAct } from '#contracts/evaluation-projects/acts.ts'
import type { JudgeStatus, ProjectStatus, SignaturePosition } from '#contracts/evaluation-projects/statuses.ts'
import type { RunAsker, RunStatus, TrialDecider, TrialOutcome } from '#contracts/evaluation-runs/statuses.ts'
import type { StatementStatus } from '#contracts/published-evaluations/statuses.ts'
import type { PairWinner } from '#contracts/rules/evaluation/readings.ts'
import type { Catalogue, Recommendation } from '#contracts/vocabulary.ts'
import type { Json } from './json.ts'

export type EvaluationTables = {
  evaluationMethods: EvaluationMethodsTable
  evaluationProjects: EvaluationProjectsTable
  evaluationJudges: EvaluationJudgesTable
  evaluationScores: EvaluationScoresTable
  evaluationEvidence: EvaluationEvidenceTable
  evaluationDeclarations: EvaluationDeclarationsTable
  evaluationSignatures: EvaluationSignaturesTable
  evaluationTrials: EvaluationTrialsTable
  evaluationVendorAnswers: EvaluationVendorAnswersTable
  evaluationRuns: EvaluationRunsTable
  evaluationRunTrials: EvaluationRunTrialsTable
  evaluationDeletedRuns: EvaluationDeletedRunsTable
  evaluationSeals: EvaluationSealsTable
  projectActs: ProjectActsTable
  evaluationGradings: EvaluationGradingsTable
  evaluationGradingItems: EvaluationGradingItemsTable
  evaluationReadings: EvaluationReadingsTable
  agentConnections: AgentConnectionsTable
  runnerTokens: RunnerTokensTable
  judgeModels: JudgeModelsTable
  reportKeys: ReportKeysTable
  evaluationReports: EvaluationReportsTable
  publishedReports: PublishedReportsTable
  publishedEvaluations: PublishedEvaluationsTable
  vendorStatements: VendorStatementsTable
}

/** Versions count from 1 without a gap; a row never changes. */
export type EvaluationMethodsTable = { version: number; methodJson: Json; changesJson: Json; createdAt: string }

/** A member's evaluation project. Setup, offers, measurements, tasks and steps are each read and written as one document. */
export type EvaluationProjectsTable = {
  id: string
  /** `null` for the example. */
  ownerId: string | null
  ownerName: string
  isExample: boolean
  name: string
  description: string
  status: ProjectStatus
  methodVersion: number
  setupJson: Json
  offersJson: ColumnType<unknown, string | undefined, string>
  measurementsJson: ColumnType<unknown, string | undefined, string>
  tasksJson: Json
  stepsJson: Json
  lockedAt: string | null
  lockHash: string | null
  /** SHA-256 of the token in the readers' link. */
  readerTokenHash: string | null
  /** `null` if the link is valid until it is revoked. */
  readerLinkExpiresAt: string | null
  reportId: string | null
  version: number
  createdAt: string
  updatedAt: string
  deletedAt: string | null
}

/** The record of a project. Rows never change, except for the names of people whose account is deleted. */
export type ProjectActsTable = {
  /** An ordered id: later acts have greater ones. */
  id: string
  projectId: string
  at: string
  /** A member's account or a judge's seat; `null` for the platform, the owner of the example, and deleted accounts. */
  actorId: string | null
  actorName: string
  role: ActorRole
  act: ProjectAct
  /** The account or the judge's seat that the act is about, if any. */
  subjectId: string | null
  subjectName: string
  detail: string
}

/** Judges: a member by account, or anyone by a link, which is stored as a hash. */
export type EvaluationJudgesTable = {
  id: string
  projectId: string
  name: string
  /** The invited account; `null` for a link, and until the invited email address has an account. */
  userId: string | null
  /** Stored in lower case; `null` unless invited by email. */
  email: string | null
  tokenHash: string | null
  linkExpiresAt: string | null
  status: JudgeStatus
  submittedAt: string | null
  /** When the judge could first see the scores of others by any way. Never cleared. */
  othersVisibleAt: string | null
  createdAt: string
}

/** Scores of each round; those of the first remain after they are revised. */
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
  /** What a revision of the second round replaced, oldest first. */
  revisionsJson: Json
  version: number
  updatedAt: string
}

/** Files attached to scores, private to the project. */
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

/** Who declared which interests: one row a judge, and one an owner who doesn't score. */
export type EvaluationDeclarationsTable = {
  id: string
  projectId: string
  judgeId: string | null
  /** The owner, if they aren't a judge. */
  userId: string | null
  /** The owner's name; blank for judges. */
  name: string
  /** SHA-256 of the statement and the candidates that were confirmed. */
  statementHash: string
  /** Conflicts, which are added and never removed. */
  conflictsJson: Json
  declaredAt: string
}

/** Signatures of final tables, those that are void included. `ordinal` counts those of a project from 1. */
export type EvaluationSignaturesTable = {
  projectId: string
  ordinal: number
  judgeId: string
  name: string
  position: SignaturePosition
  reason: string
  /** The path of a drawn signature. */
  drawing: string | null
  /** SHA-256 of the table that was signed. */
  tableHash: string
  signedAt: string
}

/** What vendors have answered in an inquiry, taken into a project as evidence. */
export type EvaluationVendorAnswersTable = {
  id: string
  projectId: string
  /** The invitation that they were handed in with; not a reference, as the inquiry may be deleted. */
  invitation: string
  candidate: string
  /** The title of the inquiry. */
  inquiry: string
  submittedAt: string
  hash: string
  answersJson: Json
  createdAt: string
}

export type EvaluationTrialsTable = {
  id: string
  projectId: string
  /** The 1-based position among the project's trials. */
  ordinal: number
  task: string
  candidate: string
  isPassed: boolean
  /** The name of the person who ran the trial; blank if unknown. */
  runner: string
  /** Their seat as a judge, or else their account; `null` if neither is known, as for those whom a table names. */
  runnerId: string | null
  seconds: number | null
  cost: number | null
  note: string
  createdAt: string
  /** When the trial was removed. It no longer counts, but can be restored. */
  removedAt: string | null
}

/** How the candidates of projects are called. */
export type AgentConnectionsTable = {
  projectId: string
  candidate: string
  /** `ConnectionSettings`: everything but the keys. */
  settingsJson: Json
  /** The key and the headers with keys; `null` without any. */
  keysEncrypted: string | null
  /** Scheme, host and port that the keys are for. */
  origin: string
  lastProbeJson: Json | null
  version: number
  updatedAt: string
}

/** What the judge model of a project judges by; how it is called is among the connections. */
export type JudgeModelsTable = {
  projectId: string
  rubric: string
  /** Identifies what judges now: connection, model and rubric; `null` without a connection. */
  judgeVersion: string | null
  /** How many replies people had to judge when it was last decided whether its verdicts count. */
  requiredReplies: number | null
  /** How often the rubric was saved. */
  version: number
  updatedAt: string
}

/**
 * Runs that ask the connected candidates of a project. Tasks and options are as they were when it began. A judging is a run,
 * too: it asks the judge model about the trials of another, each at the same position.
 */
export type EvaluationRunsTable = {
  id: string
  projectId: string
  title: string
  status: RunStatus
  /** Why it was paused or ended early; blank otherwise. */
  statusReason: string
  /** The number of trials. */
  planned: number
  /** Calls since the limits began to count, including those that claimed trials may make. */
  calls: number
  /** In yuan; `null` until one is known. */
  cost: number | null
  limitsJson: Json
  startedAt: string
  /** When its time is up; later by as long as it was paused. */
  endsAt: string
  pausedAt: string | null
  finishedAt: string | null
  /** Whether its end was announced to the owner. */
  isReported: boolean
  planJson: Json
  /** The run whose replies are judged; `null` for one that asks candidates. */
  judgedRunId: string | null
  /** Identifies what judged: connection, model and rubric; `null` for a run that asks candidates. */
  judgeVersion: string | null
  /** The fingerprints of the connections by which each candidate is asked; without one until it is first asked. */
  connectionsJson: Json | null
  /** The fingerprints of other connections, by which a runner would have asked. */
  offeredConnectionsJson: Json | null
  /** Who asks its trials; `null` for the platform. */
  asker: RunAsker | null
}

/** Trials of runs, each one conversation, in the order in which they are asked. */
export type EvaluationRunTrialsTable = {
  runId: string
  position: number
  task: string
  candidate: string
  repeat: number
  /** Which of the other wordings was asked; 0 for the original. */
  variant: number
  outcome: TrialOutcome | null
  /** Who decided that it passed or failed; `null` with any other outcome. */
  decidedBy: TrialDecider | null
  score: number | null
  firstTokenMs: number | null
  totalMs: number | null
  cost: number | null
  attempts: number
  /** Whether it was claimed before: an earlier question may have reached the agent. */
  isAsked: boolean
  isRepeated: boolean
  /** That of the connection by which it was asked; `null` before, and for trials of earlier versions. */
  fingerprint: string | null
  /** Who asked it; `null` for the platform, and before. */
  asker: RunAsker | null
  /** Identifies the claim by which it is or was asked; `null` if nobody is asking. */
  claim: string | null
  leaseUntil: string | null
  /** How many of its messages the claim has counted as sent; `null` without a claim, and for those of earlier versions. */
  countedCalls: number | null
  finishedAt: string | null
  stepNamesJson: Json
  /** Messages, reply, checks and all else of `RunTrial`; `null` without an outcome. */
  resultJson: Json | null
}

/** What remains of deleted runs. `outcomesJson` is `OutcomeCounts`. */
export type EvaluationDeletedRunsTable = {
  id: string
  projectId: string
  title: string
  planned: number
  outcomesJson: Json
  startedAt: string
  deletedAt: string
}

/** The reading of a run's replies by people, at most one a run. */
export type EvaluationGradingsTable = {
  runId: string
  /** `GradingSettings`. */
  settingsJson: Json
  openedAt: string
  closedAt: string | null
  /** `Reopening` each; `null` without any. */
  reopeningsJson: Json | null
  version: number
}

/** A reply to be read, or two side by side, by their positions in the run. The ids are random: readers see them. */
export type EvaluationGradingItemsTable = {
  id: string
  runId: string
  position: number
  /** The second one of a pair; `null` for a single reply. */
  otherPosition: number | null
  cause: ReadingCause
  /** What the readers decided: `passed` or `failed`, or which one of a pair is better; `null` before. */
  verdict: 'passed' | 'failed' | PairWinner | null
  /** What the trial was before people decided it; `null` unless they have. */
  previousJson: Json | null
}

/** What one judge says of an item; `verdict` is `null` while only a reason is written. */
export type EvaluationReadingsTable = {
  itemId: string
  judgeId: string
  verdict: ReplyVerdict | PairWinner | null
  reason: string
  version: number
  updatedAt: string
  /** When it turned out that the reader has a conflict of interest with a candidate; `null` if the reading counts. */
  setAsideAt: string | null
}

/** Seals of a project's questions. */
export type EvaluationSealsTable = {
  id: string
  projectId: string
  /** The SHA-256 that is published, in hex; see `contracts/rules/evaluation/seal.ts`. */
  hash: string
  nonceEncrypted: string
  questionsJson: Json
  /** The SHA-256 of the questions without the nonce, which is never published. */
  contentHash: string
  /** The number of questions. */
  count: number
  sealedAt: string
  /** When a report published nonce and questions. */
  openedAt: string | null
}

/** Tokens of runners. Each is for one run, and stored as a hash. */
export type RunnerTokensTable = {
  id: string
  runId: string
  tokenHash: string
  /** Whether the runner may read the keys of the stored connections. */
  isKeyReader: boolean
  createdAt: string
  expiresAt: string
  lastUsedAt: string | null
  revokedAt: string | null
}

/** Keys that sign reports. Old keys are retained, so that old reports can be verified. */
export type ReportKeysTable = { id: string; publicKey: string; privateKeyEncrypted: string; createdAt: string }

/** Immutable reports of finished projects. `dataJson` is what was hashed and signed. */
export type EvaluationReportsTable = {
  id: string
  projectId: string
  dataJson: Json
  hash: string
  signature: string
  keyId: string
  createdAt: string
}

/** Copies of published reports, which remain when their project is deleted. */
export type PublishedReportsTable = { id: string; dataJson: Json; hash: string; signature: string; keyId: string }

/** Results on products' pages. A product has at most one that is neither replaced nor withdrawn. */
export type PublishedEvaluationsTable = {
  id: string
  productId: string
  catalogue: Catalogue
  /** The name at the time of publishing. */
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
  /** The last valid day in Shanghai, and the first instant after it. */
  validUntil: string
  endsAt: string
  publishedAt: string
  publishedBy: string
  replacedAt: string | null
  withdrawnAt: string | null
  withdrawnBy: string
  withdrawalReason: string
  /** The ids of the mails that inform the vendor. */
  mailIdsJson: Json
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
