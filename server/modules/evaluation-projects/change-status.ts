/** Changes the status of projects, one step at a time. */
import { ACT_RIGHTS } from '#contracts/colleagues/roles.ts'
import type { Interest } from '#contracts/evaluation-projects/interest.ts'
import { PROJECT_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { ProjectSetup, ProjectStatusChange } from '#contracts/evaluation-projects/project.ts'
import { PROJECT_STATUS_LABELS, type ProjectStatus } from '#contracts/evaluation-projects/statuses.ts'
import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import { listWithoutJudges } from '#contracts/rules/evaluation/conflicts.ts'
import { listJudgedGroups, listMeasuredCriteria } from '#contracts/rules/evaluation/counted-criteria.ts'
import { listUnsigned } from '#contracts/rules/evaluation/final-table.ts'
import { listPriceCriteria, listUnpricedCriteria } from '#contracts/rules/evaluation/project-prices.ts'
import type { MethodService } from '#server/modules/evaluation/service.ts'
import { invalidField } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { sha256Hex } from '#server/platform/sha256.ts'
import type { AnalyzeProject } from './analysis.ts'
import { listDeclarations } from './interest/store.ts'
import { toInterest } from './interest/view.ts'
import type { JudgeMailer } from './judges/judge-mailer.ts'
import { recordVisibility } from './judges/score-visibility.ts'
import { type JudgeRow, listJudges, reopenJudges } from './judges/store.ts'
import { findDirection } from './policy.ts'
import {
  assertPrecondition,
  getCountedScores,
  type OwnerId,
  type OwnerWithVersion,
  type ProjectChange,
  type Projects,
  type VersionedProject,
} from './projects.ts'
import { PLATFORM } from './record/service.ts'
import { PROJECT_REPORTS_TOPIC, type PreparedReport, type Reports } from './reports/service.ts'
import { assertValidSetup } from './setup.ts'
import type { Project } from './view.ts'

type Dependencies = {
  clock: Clock
  projects: Projects
  methods: Pick<MethodService, 'get'>
  analyze: AnalyzeProject
  reports: Reports
  judgeMailer: Pick<JudgeMailer, 'queue'>
}

/** Creates the function that moves a project one status forward or back. */
export function createStatusChange({ clock, projects, methods, analyze, reports, judgeMailer }: Dependencies) {
  /** Returns the values that change together with the status. Throws `conflict` if a precondition isn't met. */
  async function prepareChange(project: Project, to: ProjectStatus, transaction: Transaction): Promise<ProjectChange> {
    const judges = await listJudges(transaction.db, [project.id])
    const activeJudges = judges.filter((judge) => judge.status !== 'removed')
    const isJudged = listJudgedGroups(project.setup).length > 0
    if (to === 'setup') {
      // Submitted scores refer to a setup that may change now.
      await reopenJudges(transaction.db, project.id)
      return { lockedAt: null, lockHash: null }
    }
    if (to === 'scoring' && project.status === 'setup') {
      assertPrecondition(project.setup.candidates.length > 0, MESSAGES.noCandidates)
      assertPrecondition(activeJudges.length > 0 || !isJudged, MESSAGES.noJudges)
      assertValidSetup(project.setup)
      // The invitation said that the page opens now.
      for (const judge of activeJudges) await judgeMailer.queue(transaction, project, judge, 'scoringStarted')
      return { lockedAt: timestamp(clock), lockHash: hashSetup(project.setup) }
    }
    if (to === 'review')
      assertReviewable(project, judges, toInterest(project, await listDeclarations(transaction.db, project.id), judges))
    // The existing report remains, but is marked as outdated.
    if (project.reportId !== null) transaction.publish(PROJECT_REPORTS_TOPIC)
    return { reportId: null }
  }

  /** Analyzes a project before it is frozen, so that the calculation doesn't hold a transaction open. */
  async function prepareReport(id: string, reason: string, ownerId: OwnerId): Promise<PreparedReport> {
    const value = await projects.getForReport(id, ownerId)
    assertPrecondition(findDirection(value.status, 'final') !== undefined)
    const { method } = await methods.get(value.methodVersion)
    return {
      analyzed: value,
      figures: await analyze(value, 'reserved'),
      reason,
      profile: method.profiles.find(({ key }) => key === value.setup.profile)?.title ?? null,
      runs: await reports.prepareRuns(id),
      signer: await reports.getSigner(),
    }
  }

  /**
   * Freezes a project into its report. Throws `versionConflict` if scores or trials have changed since the analysis,
   * `conflict` if all judges of a candidate are barred from it, `invalid` without a reason if required signatures are missing.
   */
  async function freezeReport(project: Project, prepared: PreparedReport, transaction: Transaction) {
    const view = await projects.getViewInTransaction(transaction.db, project, 'report', project.methodVersion)
    const { judges } = getCountedScores(view)
    assertJudgesLeft(view.setup, judges, view.interest)
    const unsigned = listUnsigned(judges, view.signing)
    if (view.signing.isRequired && unsigned.length > 0 && prepared.reason === '')
      throw invalidField('reason', MESSAGES.unsigned(unsigned.map(({ name }) => name)))
    // Earlier reports say that there is a newer one.
    transaction.publish(PROJECT_REPORTS_TOPIC)
    if (view.seals.length > 0)
      await projects.record(transaction, project.id, {
        actor: PLATFORM,
        act: 'sealsOpened',
        summary: `${view.seals.length}次密封`,
      })
    const record = await projects.listActs(transaction.db, project.id)
    const { id: reportId, hash } = await reports.freeze(transaction, view, { ...prepared, record })
    await projects.record(transaction, project.id, { actor: PLATFORM, act: 'reportSigned', detail: `SHA-256 ${hash}` })
    return { reportId }
  }

  /**
   * Moves a project one status forward or back. Throws `notFound`, `versionConflict`, `conflict` if the step isn't
   * allowed, `invalid` for moving back, or for 定稿 while required signatures are missing, without a reason.
   */
  return async function changeStatus(
    id: string,
    { to, reason }: ProjectStatusChange,
    { owner, ifMatch }: OwnerWithVersion,
  ): Promise<VersionedProject> {
    const prepared = to === 'final' ? await prepareReport(id, reason.trim(), owner.id) : undefined
    const describe = ({ status }: Project) => ({
      summary: `${PROJECT_STATUS_LABELS[status]} → ${PROJECT_STATUS_LABELS[to]}`,
      detail: reason.trim(),
    })
    return projects.change(
      id,
      { owner, ifMatch, act: 'statusChanged', right: ACT_RIGHTS.changeStatus, describe },
      async (project, transaction) => {
        const { status: from } = project
        const direction = findDirection(from, to)
        assertPrecondition(direction !== undefined)
        if (direction === 'back' && reason.trim() === '') throw invalidField('reason', MESSAGES.reason)
        const step = { from, to, at: timestamp(clock), by: owner.name, reason: reason.trim() }
        const steps = [...project.steps, step]
        const change = prepared
          ? await freezeReport({ ...project, steps }, prepared, transaction)
          : await prepareChange(project, to, transaction)
        // After the report is frozen: it says what judges could see before.
        await recordVisibility(transaction.db, { ...project, status: to, steps }, step.at)
        return { ...change, status: to, steps }
      },
    )
  }
}

/** Throws `conflict` unless there is something to review. What was final once, was reviewed with less. */
function assertReviewable(project: Project, judges: readonly JudgeRow[], interest: Interest): void {
  const submitted = judges.filter((judge) => judge.status === 'submitted')
  const isJudged = listJudgedGroups(project.setup).length > 0
  assertPrecondition(submitted.length > 0 || !isJudged, MESSAGES.noSubmittedScores)
  if (project.status === 'final') return
  assertCountedData(project)
  assertJudgesLeft(project.setup, submitted, interest)
}

/** Throws `conflict` if conflicts of interest leave a candidate without a judge who counts, though judges score. */
function assertJudgesLeft(setup: ProjectSetup, judges: readonly { id: string }[], interest: Interest): void {
  if (listJudgedGroups(setup).length === 0) return
  const candidates = listWithoutJudges(setup.candidates, judges, interest)
  assertPrecondition(candidates.length === 0, MESSAGES.noJudgeLeft(candidates.map(({ name }) => name)))
}

/** Throws `conflict` while nothing has been entered that criteria are counted from. */
function assertCountedData({ setup, offers, measurements }: Project): void {
  assertPrecondition(listPriceCriteria(setup).length === 0 || offers.length > 0, MESSAGES.noOffers)
  const unpriced = listUnpricedCriteria({ setup, offers })
  assertPrecondition(unpriced.length === 0, MESSAGES.noCosts(unpriced.map(({ title }) => title)))
  const measured = listMeasuredCriteria(setup)
  assertPrecondition(measured.length === 0 || measurements.length > 0, MESSAGES.noMeasurements)
  // From 复议 on, measurements are locked, and figures from before the pilot alone say nothing.
  const isMeasured = measured.length === 0 || measurements.some(({ after }) => after !== null)
  assertPrecondition(isMeasured, MESSAGES.missingMeasurements(measured.map(({ title }) => title)))
}

/** Returns the SHA-256 of the canonical setup, in hex. */
const hashSetup = (setup: ProjectSetup): string => sha256Hex(toCanonicalJson(setup))
