/** The actions of a judge in a project: opening it, scoring criteria, submitting. */
import { PROJECT_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type {
  JudgeCredentials,
  Judging,
  JudgingSuggestion,
  ProjectScore,
  ScoreSave,
} from '#contracts/evaluation-projects/score.ts'
import type { NewTrial, ProjectTrial } from '#contracts/evaluation-projects/trial.ts'
import { listJudgedGroups } from '#contracts/rules/evaluation/counted-criteria.ts'
import { findTestGrade } from '#contracts/rules/evaluation/evidence-grades.ts'
import { AppError, invalidField } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { countProjectTrials } from '../counted-trials.ts'
import { listDeclarations } from '../interest/store.ts'
import { toTrials } from '../interest/trial-bars.ts'
import { toInterest } from '../interest/view.ts'
import {
  assertUnbiased,
  assertValidScore,
  getOpenRound,
  type JudgeAccess,
  type JudgingCaller,
} from '../judges/judge-access.ts'
import { type JudgeRow, listJudges, updateJudge } from '../judges/store.ts'
import { canSign, getScoreVisibility, listVisibleJudges, listVisibleTasks, listVisibleTrials } from '../policy.ts'
import { assertPrecondition, type Projects } from '../projects.ts'
import { toJudgeActor } from '../record/service.ts'
import type { RunEvidence } from '../reports/run-evidence.ts'
import { listSeals } from '../seals/store.ts'
import { toSeals } from '../seals/view.ts'
import { listSignatures } from '../signing/store.ts'
import { toSigning, withoutSignatures } from '../signing/view.ts'
import { type Trials, withRunner } from '../trials/service.ts'
import { listTrials } from '../trials/store.ts'
import { readVendorAnswers } from '../vendor-answers/service.ts'
import { type Project, toScore } from '../view.ts'
import { listReplacedRevisions } from './replaced-revisions.ts'
import { insertScore, listCellEvidence, listCellScores, listEvidence, listScores, updateScore } from './store.ts'
import { countByTask, suggestScores } from './suggested-scores.ts'

type Dependencies = {
  database: Database
  clock: Clock
  judgeAccess: JudgeAccess
  trials: Trials
  runEvidence: Pick<RunEvidence, 'findNewest' | 'listResults'>
  record: Projects['record']
}

export type JudgingService = ReturnType<typeof createJudging>

/** Creates the functions that judges call. */
export function createJudging({
  database,
  clock,
  judgeAccess,
  trials: projectTrials,
  runEvidence,
  record,
}: Dependencies) {
  /** Returns the scores that trials suggest, and those that the newest run does. */
  async function listSuggestions(
    { id, tasks, setup }: Pick<Project, 'id' | 'tasks' | 'setup'>,
    countedTrials: readonly ProjectTrial[],
  ): Promise<JudgingSuggestion[]> {
    const run = await runEvidence.findNewest(id)
    const fromTrials = suggestScores(tasks, countByTask(countedTrials))
    const fromRun = run ? suggestScores(tasks, run.results) : []
    return [
      ...fromTrials.map((suggestion) => ({ ...suggestion, grade: findTestGrade(setup.grades, false), run: null })),
      ...fromRun.map((suggestion) => ({
        ...suggestion,
        grade: findTestGrade(setup.grades, run?.isStaff ?? false),
        run: run && { title: run.title, finishedAt: run.finishedAt },
      })),
    ]
  }

  /** Records that a judge changes a score in 复议: once for each, however often it is saved. */
  async function recordRevision(
    transaction: Transaction,
    { judge, project, round, isFirst }: { judge: JudgeRow; project: Project; round: 1 | 2; isFirst: boolean },
    score: ScoreSave,
  ): Promise<void> {
    if (round === 1 || !isFirst) return
    await record(transaction, project.id, {
      actor: toJudgeActor(judge),
      act: 'scoreRevised',
      detail: describeCell(project, score),
    })
  }

  /** Returns what a judge sees of a project. */
  async function toJudging(judge: JudgeRow, project: Project): Promise<Judging> {
    const [judges, scores, evidence, trialRows, seals, declarations, signatures] = await Promise.all([
      listJudges(database.read, [project.id]),
      listScores(database.read, project.id),
      listEvidence(database.read, project.id),
      listTrials(database.read, project.id),
      listSeals(database.read, project.id),
      listDeclarations(database.read, project.id),
      listSignatures(database.read, project.id),
    ])
    const viewer = { role: 'judge', seat: judge } as const
    const visibleJudges = listVisibleJudges(project.status, judges, viewer)
    const visibleIds = new Set(visibleJudges.map(({ id }) => id))
    const tasks = listVisibleTasks(project.tasks, project.status, 'judge')
    const hasAllScores = getScoreVisibility(project.status, judges, viewer) === 'visible'
    const interest = toInterest(project, declarations, judges)
    const trials = toTrials(trialRows, { declarations, judges })
    const allScores = scores.map((score) => toScore(score, []))
    const trialCounts = hasAllScores ? await countProjectTrials({ ...project, trials }, runEvidence) : []
    const signing = toSigning(project, { judges, scores: allScores, interest, trialCounts, signatures })
    const visibleTrials = listVisibleTrials(trials, project, 'judge')
    return {
      project: {
        id: project.id,
        name: project.name,
        description: project.description,
        status: project.status,
        ownerName: project.ownerName,
      },
      judge: { id: judge.id, name: judge.name, status: judge.status },
      candidates: project.setup.candidates,
      groups: listJudgedGroups(project.setup),
      grades: project.setup.grades,
      scores: scores.filter(({ judgeId }) => visibleIds.has(judgeId)).map((score) => toScore(score, evidence)),
      judges: visibleJudges.map(({ id, name }) => ({ id, name })),
      tasks,
      trials: visibleTrials,
      seals: toSeals(seals, project.tasks),
      suggestions: await listSuggestions(
        { ...project, tasks },
        visibleTrials.filter(({ isSetAside }) => !isSetAside),
      ),
      vendorAnswers: await readVendorAnswers(database.read, project),
      interest: {
        ...interest,
        declarations: interest.declarations.filter((declaration) => hasAllScores || declaration.judge === judge.id),
      },
      signing: hasAllScores ? signing : withoutSignatures(signing),
      canSign: canSign(project.status, judge),
      hasAllScores,
    }
  }

  return {
    /** Opens a project for scoring. Throws `notFound` for an invalid link, `conflict` before 打分. */
    async open(credentials: JudgeCredentials, user: JudgingCaller): Promise<Judging> {
      const { judge, project } = await judgeAccess.get(credentials, user)
      assertPrecondition(project.status !== 'setup', MESSAGES.notStarted)
      if (judge.status !== 'invited') return toJudging(judge, project)
      const opened = await database.write(async (transaction) => {
        const locked = await judgeAccess.lock(transaction, credentials, user)
        if (locked.judge.status !== 'invited') return locked
        await updateJudge(transaction.db, judge.id, { status: 'scoring' })
        await record(transaction, project.id, { actor: toJudgeActor(judge), act: 'judgingOpened' })
        return locked
      })
      return toJudging({ ...opened.judge, status: 'scoring' }, opened.project)
    },

    /**
     * Saves a score. Throws `invalid` if the project doesn't have the candidate, criterion or grade, `conflict` before a
     * declaration of interest and after submission, `forbidden` for a candidate that the judge is barred from,
     * `versionConflict` if the score was changed elsewhere.
     */
    async save(credentials: JudgeCredentials, input: ScoreSave, user: JudgingCaller): Promise<ProjectScore> {
      return database.write(async (transaction) => {
        const { db } = transaction
        const { judge, project, interest } = await judgeAccess.lock(transaction, credentials, user)
        assertValidScore(project, input)
        const { version, links, candidate, criterion, ...values } = input
        const cellKey = { projectId: project.id, judgeId: judge.id, candidate, criterion }
        const ownScores = await listCellScores(db, cellKey)
        const round = getScoreRound(getOpenRound(project, judge), ownScores)
        assertUnbiased(project, interest, candidate)
        if (round === 2 && input.reason.trim() === '') throw invalidField('score.reason', MESSAGES.reason)
        const cell = { judgeId: judge.id, candidate, criterion, round }
        const updatedAt = timestamp(clock)
        const existing = ownScores.find((score) => score.round === round)
        const revisions = existing && round === 2 ? listReplacedRevisions(existing, input, updatedAt) : []
        const row = {
          ...values,
          linksJson: JSON.stringify(links),
          revisionsJson: JSON.stringify(revisions),
          updatedAt,
        }
        if ((existing?.version ?? 0) !== version) throw new AppError('versionConflict', MESSAGES.scoreStale)
        await recordRevision(transaction, { judge, project, isFirst: existing === undefined, round }, input)
        if (!existing) await insertScore(db, { ...cell, ...row, projectId: project.id, version: 1 })
        else if (!(await updateScore(db, cell, version, row)))
          throw new AppError('versionConflict', MESSAGES.scoreStale)
        const evidence = await listCellEvidence(db, cellKey)
        return toScore(
          { ...cell, ...row, linksJson: links, revisionsJson: revisions, projectId: project.id, version: version + 1 },
          evidence,
        )
      })
    },

    /**
     * Adds trials that the judge has run. Throws `invalid`, `conflict` before 打分, before a declaration of interest and
     * after 定稿, `forbidden` for a candidate that the judge is barred from.
     */
    addTrials: (
      credentials: JudgeCredentials,
      newTrials: readonly NewTrial[],
      user: JudgingCaller,
    ): Promise<{ added: number }> =>
      database.write(async (transaction) => {
        const { judge, project, interest } = await judgeAccess.lock(transaction, credentials, user)
        assertPrecondition(project.status !== 'setup', MESSAGES.notStarted)
        for (const { candidate } of newTrials) assertUnbiased(project, interest, candidate)
        const tasks = listVisibleTasks(project.tasks, project.status, 'judge')
        const result = await projectTrials.add(transaction, { ...project, tasks }, withRunner(judge, newTrials))
        const summary = `${result.added}次`
        if (result.added > 0)
          await record(transaction, project.id, { actor: toJudgeActor(judge), act: 'trialsAdded', summary })
        return result
      }),

    /**
     * Submits the judge's scores, which can't be changed until 复议. Throws `conflict` if the project isn't in 打分, and
     * before a declaration of interest.
     */
    async submit(credentials: JudgeCredentials, user: JudgingCaller): Promise<Judging> {
      const { judge, project } = await database.write(async (transaction) => {
        const locked = await judgeAccess.lock(transaction, credentials, user)
        assertPrecondition(locked.project.status === 'scoring')
        if (locked.judge.status === 'submitted') return locked
        assertPrecondition(locked.interest.hasDeclared, MESSAGES.undeclared)
        const change = { status: 'submitted', submittedAt: timestamp(clock) } as const
        await updateJudge(transaction.db, locked.judge.id, change)
        await record(transaction, locked.project.id, { actor: toJudgeActor(locked.judge), act: 'scoresSubmitted' })
        return { judge: { ...locked.judge, ...change }, project: locked.project }
      })
      return toJudging(judge, project)
    },
  }
}

/** Returns which score it is, without the score itself. */
function describeCell({ setup }: Project, score: Pick<ScoreSave, 'candidate' | 'criterion'>): string {
  const candidate = setup.candidates.find(({ key }) => key === score.candidate)
  const criterion = setup.groups.flatMap(({ criteria }) => criteria).find(({ key }) => key === score.criterion)
  return `${candidate?.name ?? score.candidate}，${criterion?.title ?? score.criterion}`
}

/**
 * Returns the round in which a score is saved: the open one, or the second if the judge has already revised the score.
 * Then the first score isn't overwritten even if the project is moved back.
 */
const getScoreRound = (openRound: 1 | 2, scores: readonly { round: number }[]): 1 | 2 =>
  scores.some((score) => score.round === 2) ? 2 : openRound
