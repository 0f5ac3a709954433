import { z } from 'zod'
import { type Measurement, MeasurementsSchema } from '#contracts/evaluation-projects/counted.ts'
import { type ProjectOffer, ProjectOffersSchema } from '#contracts/evaluation-projects/offer.ts'
import {
  type ProjectJudge,
  type ProjectRole,
  type ProjectSetup,
  ProjectSetupSchema,
  type ProjectStep,
  ProjectStepSchema,
  type ProjectSummary,
} from '#contracts/evaluation-projects/project.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { type ProjectScore, ScoreRevisionSchema } from '#contracts/evaluation-projects/score.ts'
import { type Task, TaskSchema } from '#contracts/evaluation-projects/task.ts'
import type { ProjectTrial } from '#contracts/evaluation-projects/trial.ts'
import type { JudgeRow } from './judges/store.ts'
import type { EvidenceRow, ScoreRow } from './judging/store.ts'
import { canSeeCountedData, listVisibleTasks, listVisibleTrials } from './policy.ts'
import type { ProjectRow } from './store.ts'
import type { TrialRow } from './trials/store.ts'

/** A project's row with its JSON columns parsed. */
export type Project = Omit<ProjectRow, 'setupJson' | 'offersJson' | 'measurementsJson' | 'tasksJson' | 'stepsJson'> & {
  setup: ProjectSetup
  offers: ProjectOffer[]
  measurements: Measurement[]
  tasks: Task[]
  steps: ProjectStep[]
}

export const toProject = ({
  setupJson,
  offersJson,
  measurementsJson,
  tasksJson,
  stepsJson,
  ...row
}: ProjectRow): Project => ({
  ...row,
  setup: ProjectSetupSchema.parse(setupJson),
  offers: ProjectOffersSchema.parse(offersJson),
  measurements: MeasurementsSchema.parse(measurementsJson),
  tasks: z.array(TaskSchema).parse(tasksJson),
  steps: z.array(ProjectStepSchema).parse(stepsJson),
})

/** Returns whether a judge was invited by email address, and scores signed in instead of by a link. */
export const isMember = ({ userId, email }: JudgeRow): boolean => userId !== null || email !== null

/** Returns a judge for the API; `scores` are those of the project. */
export const toJudge = (
  row: JudgeRow,
  scores: readonly Pick<ScoreRow, 'judgeId' | 'round' | 'score'>[],
): ProjectJudge => ({
  id: row.id,
  name: row.name,
  isMember: isMember(row),
  status: row.status,
  scored: scores.filter(({ judgeId, round, score }) => judgeId === row.id && round === 1 && score !== null).length,
  submittedAt: row.submittedAt,
  othersVisibleAt: row.othersVisibleAt,
  linkExpiresAt: row.linkExpiresAt,
})

/** Returns a score with its files; `evidence` is that of the project. */
export const toScore = (row: ScoreRow, evidence: readonly EvidenceRow[]): ProjectScore => ({
  judge: row.judgeId,
  candidate: row.candidate,
  criterion: row.criterion,
  round: row.round === 2 ? 2 : 1,
  score: row.score,
  grade: row.grade,
  note: row.note,
  links: Array.isArray(row.linksJson) ? row.linksJson.map(String) : [],
  reason: row.reason,
  version: row.version,
  files: evidence
    .filter(
      ({ judgeId, candidate, criterion }) =>
        judgeId === row.judgeId && candidate === row.candidate && criterion === row.criterion,
    )
    .map(({ id, name, size, hash }) => ({ id, name, size, hash })),
  ...(Array.isArray(row.revisionsJson) &&
    row.revisionsJson.length > 0 && { revisions: z.array(ScoreRevisionSchema).parse(row.revisionsJson) }),
  updatedAt: row.updatedAt,
})

/** Returns a trial; `isSetAside` says that it doesn't count. */
export const toTrial = (row: TrialRow, isSetAside: boolean): ProjectTrial => ({
  id: row.id,
  task: row.task,
  candidate: row.candidate,
  isPassed: row.isPassed,
  seconds: row.seconds,
  cost: row.cost,
  note: row.note,
  runner: row.runner,
  isSetAside,
  createdAt: row.createdAt,
})

export const toSummary = (project: Project, judges: readonly JudgeRow[], role: ProjectRole): ProjectSummary => {
  const projectJudges = judges.filter((judge) => judge.projectId === project.id && judge.status !== 'removed')
  return {
    id: project.id,
    name: project.name,
    status: project.status,
    role,
    candidates: project.setup.candidates.map((candidate) => candidate.name),
    judges: projectJudges.length,
    submittedJudges: projectJudges.filter((judge) => judge.status === 'submitted').length,
    updatedAt: project.updatedAt,
    deletedAt: project.deletedAt,
    reportId: project.reportId,
  }
}

/** The caller's role, and what the project's row doesn't contain; `scores` are those that the caller may see. */
type ViewContext = Pick<
  ProjectView,
  | 'role'
  | 'judges'
  | 'interest'
  | 'ownDeclaration'
  | 'ownSeats'
  | 'signing'
  | 'scores'
  | 'scoreVisibility'
  | 'trials'
  | 'linkRenewals'
  | 'seals'
  | 'newerMethod'
>

/** Returns a project for the API. */
export const toView = (
  project: Project,
  {
    role,
    judges,
    interest,
    ownDeclaration,
    ownSeats,
    signing,
    scores,
    scoreVisibility,
    trials,
    seals,
    linkRenewals,
    newerMethod,
  }: ViewContext,
): ProjectView => ({
  id: project.id,
  name: project.name,
  description: project.description,
  status: project.status,
  role,
  ownerName: project.ownerName,
  isExample: project.isExample,
  methodVersion: project.methodVersion,
  newerMethod,
  setup: project.setup,
  lockedAt: project.lockedAt,
  lockHash: project.lockHash,
  judges,
  hasReaderLink: project.readerTokenHash !== null,
  readerLinkExpiresAt: project.readerLinkExpiresAt,
  steps: project.steps,
  offers: canSeeCountedData({ role, scoreVisibility }) ? project.offers : [],
  measurements: canSeeCountedData({ role, scoreVisibility }) ? project.measurements : [],
  tasks: listVisibleTasks(project.tasks, project.status, role),
  trials: listVisibleTrials(trials, project, role),
  seals,
  interest,
  ownDeclaration,
  ownSeats,
  signing,
  scores,
  scoreVisibility,
  linkRenewals,
  reportId: project.reportId,
  createdAt: project.createdAt,
  updatedAt: project.updatedAt,
})
