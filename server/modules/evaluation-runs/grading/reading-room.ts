/** The readers' side: judges read replies without knowing whose they are, and without seeing each other's verdicts. */
import type {
  GradingSettings,
  OpenGrading,
  Reading,
  ReadingItem,
  ReadingRoom,
  ReadingSave,
} from '#contracts/evaluation-grading/grading.ts'
import { GRADING_MESSAGES as MESSAGES } from '#contracts/evaluation-grading/messages.ts'
import { isReplyVerdict, REPLY_VERDICTS, type Verdict } from '#contracts/evaluation-grading/verdicts.ts'
import type { JudgeCredentials } from '#contracts/evaluation-projects/score.ts'
import { isPairSwapped, shuffleForReader } from '#contracts/rules/evaluation/choose-readings.ts'
import { listBarred } from '#contracts/rules/evaluation/conflicts.ts'
import { type PairWinner, toPairVerdict, toWinner } from '#contracts/rules/evaluation/readings.ts'
import type { EvaluationProjectService } from '#server/modules/evaluation-projects/service.ts'
import { AppError, conflict, forbidden, invalidField, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { PlanReader, RunPlan } from '../plan.ts'
import { readResult, type TrialResult } from '../result.ts'
import { findRun, lockRun } from '../store.ts'
import { findTrial } from '../trials/store.ts'
import { createHiding } from './hide-words.ts'
import { isBarred } from './set-aside.ts'
import { settleItem } from './settle-item.ts'
import {
  findGrading,
  findItem,
  type GradingItemRow,
  insertReading,
  listItemReadings,
  listItems,
  listOpenGradings,
  listPositionsOf,
  listReadings,
  type ReadingRow,
  updateReading,
} from './store.ts'
import { readSettings } from './view.ts'

type Dependencies = {
  database: Database
  clock: Clock
  projects: Pick<EvaluationProjectService, 'judgeAccess' | 'canRun'>
  readPlan: PlanReader
}
type Access = Awaited<ReturnType<EvaluationProjectService['judgeAccess']['get']>>
type Reader = Pick<Access, 'interest'> & { judge: { id: string }; project: { id: string; status: string } }
type Caller = Parameters<EvaluationProjectService['judgeAccess']['get']>[1]

/** Creates the functions that readers call. */
export function createReadingRoom({ database, clock, projects, readPlan }: Dependencies) {
  const { judgeAccess } = projects

  /** Returns the settings of a project's open reading. Throws `notFound`, or `conflict` once it is closed. */
  async function getOpen(db: Queryable, runId: string, project: { id: string; status: string }) {
    const run = await findRun(db, runId)
    const grading = run && (await findGrading(db, runId))
    authorize(grading !== undefined && run?.projectId === project.id, notFound(MESSAGES.notOpen))
    if (grading?.closedAt !== null) throw conflict(MESSAGES.closed)
    if (project.status === 'final') throw conflict(MESSAGES.projectClosed)
    return readSettings(grading)
  }

  /**
   * Returns an item that a reader has read or may read, with the settings of its reading and what they said. Throws as
   * `getOpen`, and `forbidden` if others have decided it.
   */
  async function getOpenItem(db: Queryable, id: string, { judge, project, interest }: Reader) {
    const item = await findItem(db, id)
    if (!item) throw notFound(MESSAGES.itemNotFound)
    const settings = await getOpen(db, item.runId, project)
    const own = mapOwn((await listItemReadings(db, id)).filter(({ judgeId }) => judgeId === judge.id))
    // As if it didn't exist: nothing may say whose reply it is.
    authorize(!isBarred(item, await listBarredPositions(db, item.runId, interest)), notFound(MESSAGES.itemNotFound))
    // The room goes on, which a `conflict` would say is closed.
    authorize(isListed(item, own), forbidden(MESSAGES.decidedByOthers))
    return { item, settings, existing: own.get(id) }
  }

  /** Returns the positions of the replies that a reader isn't given, since they have a conflict of interest. */
  const listBarredPositions = async (db: Queryable, runId: string, { conflicts }: Access['interest']) =>
    new Set(await listPositionsOf(db, runId, listBarred(conflicts)))

  return {
    /** Lists the open readings of a judge's project. Throws `notFound` for an invalid link. */
    async list(credentials: JudgeCredentials, user: Caller): Promise<OpenGrading[]> {
      const { judge, project, interest } = await judgeAccess.get(credentials, user)
      if (project.status === 'final') return []
      const gradings = await listOpenGradings(database.read, project.id)
      return Promise.all(
        gradings.map(async ({ runId, openedAt }) => {
          const barred = await listBarredPositions(database.read, runId, interest)
          const items = (await listItems(database.read, runId)).filter((item) => !isBarred(item, barred))
          const own = mapOwn(await listReadings(database.read, runId, judge.id))
          const read = items.filter(({ id }) => (own.get(id)?.verdict ?? null) !== null).length
          return { run: runId, openedAt, total: listOwnItems(items, own).length, read }
        }),
      )
    },

    /**
     * Lists what a judge has read or may read, in an order of their own. Throws `notFound`, or `conflict` once the reading
     * is closed.
     */
    async open(credentials: JudgeCredentials, runId: string, user: Caller): Promise<ReadingRoom> {
      const { judge, project, interest } = await judgeAccess.get(credentials, user)
      const settings = await getOpen(database.read, runId, project)
      const barred = await listBarredPositions(database.read, runId, interest)
      const items = (await listItems(database.read, runId)).filter((item) => !isBarred(item, barred))
      const own = mapOwn(await listReadings(database.read, runId, judge.id))
      const reader = { seed: settings.seed, reader: judge.id }
      return {
        projectName: project.name,
        scale: settings.scale,
        items: putPairsLast(shuffleForReader(listOwnItems(items, own), reader)).map((item) => ({
          id: item.id,
          isPair: item.otherPosition !== null,
          ...toReading(own.get(item.id), isSwapped(item, reader)),
        })),
      }
    },

    /** Returns the replies of an item, without anything that says whose they are. Throws as `open`. */
    async getItem(credentials: JudgeCredentials, id: string, user: Caller): Promise<ReadingItem> {
      const { judge, project, interest } = await judgeAccess.get(credentials, user)
      const { item, settings } = await getOpenItem(database.read, id, { judge, project, interest })
      const plan = await readPlan(item.runId)
      const positions = item.otherPosition === null ? [item.position] : [item.position, item.otherPosition]
      const trials = await Promise.all(
        positions.map((position) => findTrial(database.read, { runId: item.runId, position })),
      )
      const results = trials.map((trial) => readResult(trial?.resultJson))
      if (isSwapped(item, { seed: settings.seed, reader: judge.id })) results.reverse()
      const task = plan.tasks.find(({ key }) => key === trials[0]?.task)
      const hidden = listHidden(results, { settings, plan })
      const hide = createHiding(hidden)
      return {
        id: item.id,
        messages: results[0]?.messages ?? [],
        expected: task?.expected ?? '',
        acceptance: task?.acceptance ?? '',
        rubrics: (task?.checks ?? []).flatMap((check) =>
          check.kind === 'human' || check.kind === 'rubric' ? check.text : [],
        ),
        replies: results.map(({ reply, earlierReplies }) => ({
          earlier: earlierReplies.map(hide),
          text: hide(reply),
        })),
      }
    },

    /**
     * Saves a judge's reading of an item, and decides it if that was the last one. Throws `notFound`, `invalid` for a
     * verdict of another kind, `conflict` once the reading is closed, `versionConflict` if it was changed elsewhere.
     */
    async save(credentials: JudgeCredentials, input: ReadingSave, user: Caller): Promise<Reading> {
      return database.write(async (transaction) => {
        const { db } = transaction
        const { judge, project, interest } = await judgeAccess.lock(transaction, credentials, user)
        const { item } = await getOpenItem(db, input.item, { judge, project, interest })
        const run = await lockRun(db, item.runId)
        if (!run) throw notFound(MESSAGES.itemNotFound)
        // Closed or settled meanwhile, by whoever held the lock.
        const locked = await getOpenItem(db, input.item, { judge, project, interest })
        const reader = { seed: locked.settings.seed, reader: judge.id }
        const verdict = toStoredVerdict(input.verdict, locked, isSwapped(item, reader))
        const { existing } = locked
        if ((existing?.version ?? 0) !== input.version) throw new AppError('versionConflict', MESSAGES.readingStale)
        const row = {
          itemId: item.id,
          judgeId: judge.id,
          verdict,
          reason: input.reason,
          version: input.version + 1,
          updatedAt: timestamp(clock),
          setAsideAt: null,
        }
        if (existing) await updateReading(db, row, row)
        else await insertReading(db, row)
        await settleItem(db, locked.item, locked.settings)
        return toReading(row, isSwapped(item, reader))
      })
    },
  }
}

const mapOwn = (readings: readonly ReadingRow[]): ReadonlyMap<string, ReadingRow> =>
  new Map(readings.map((reading) => [reading.itemId, reading]))

/** Returns what a judge has read or may still read: others are decided without them. */
const listOwnItems = (items: readonly GradingItemRow[], own: ReadonlyMap<string, ReadingRow>): GradingItemRow[] =>
  items.filter((item) => isListed(item, own))

const isListed = ({ id, verdict }: GradingItemRow, own: ReadonlyMap<string, ReadingRow>): boolean =>
  verdict === null || own.has(id)

/** Single replies come first: reading them side by side would influence how each is judged. */
const putPairsLast = (items: readonly GradingItemRow[]): GradingItemRow[] =>
  items.toSorted((a, b) => Number(a.otherPosition !== null) - Number(b.otherPosition !== null))

const isSwapped = ({ position, otherPosition }: GradingItemRow, reader: { seed: number; reader: string }): boolean =>
  otherPosition !== null && isPairSwapped({ position, otherPosition }, reader)

function toReading(row: Pick<ReadingRow, 'verdict' | 'reason' | 'version'> | undefined, isReversed: boolean): Reading {
  if (!row) return { verdict: null, reason: '', version: 0 }
  const { verdict, reason, version } = row
  if (verdict === null || isReplyVerdict(verdict)) return { verdict, reason, version }
  return { verdict: toPairVerdict(verdict, isReversed), reason, version }
}

/** Returns the verdict as it is stored. Throws `invalid` for one of another kind or scale. */
function toStoredVerdict(
  verdict: Verdict | null,
  { item, settings }: { item: GradingItemRow; settings: GradingSettings },
  isReversed: boolean,
): ReadingRow['verdict'] {
  if (verdict === null) return null
  const wrong = invalidField('verdict', MESSAGES.verdictInvalid)
  if (item.otherPosition !== null) {
    if (isReplyVerdict(verdict)) throw wrong
    return toWinner(verdict, isReversed) satisfies PairWinner
  }
  if (!isReplyVerdict(verdict) || !REPLY_VERDICTS[settings.scale].some((known) => known === verdict)) throw wrong
  return verdict
}

/** Returns the words that are hidden in replies: the owner's, and always the names of candidates and models. */
const listHidden = (
  results: readonly TrialResult[],
  { settings, plan }: { settings: GradingSettings; plan: RunPlan },
): string[] => [
  ...settings.hiddenWords,
  ...plan.candidates.map(({ name }) => name),
  ...results.flatMap(({ model }) => model ?? []),
]
