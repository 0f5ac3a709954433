/** The owner's side of replies that people read: what is read, by how many, and what came of it. */
import { ACT_RIGHTS, type Right } from '#contracts/colleagues/roles.ts'
import {
  type Grading,
  type GradingSettings,
  type GradingSettingsSave,
  GradingSettingsSchema,
} from '#contracts/evaluation-grading/grading.ts'
import { GRADING_MESSAGES as MESSAGES } from '#contracts/evaluation-grading/messages.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { GRADING } from '#contracts/limits.ts'
import type { EvaluationAnalysisService } from '#server/modules/evaluation-analysis/service.ts'
import type { EvaluationProjectService } from '#server/modules/evaluation-projects/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, findOrUndefined, invalid, invalidField } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { matchesRevision } from '#server/platform/http/replies/if-match.ts'
import type { JudgeSettlement } from '../judge-model/settle.ts'
import type { PlanReader, RunKey } from '../plan.ts'
import { readResult } from '../result.ts'
import { lockRun, type RunRow } from '../store.ts'
import { listTrialsAfter } from '../trials/store.ts'
import { listDisputed, listGradable, planItems } from './plan-items.ts'
import { readGradingResults } from './read-results.ts'
import { createReadingRoom } from './reading-room.ts'
import { applyItems, settleItem, withdrawItems } from './settle-item.ts'
import {
  deleteItems,
  findGrading,
  type GradingRow,
  insertGrading,
  insertItems,
  listItems,
  listReadings,
  listReadingsOfJudges,
  updateGrading,
} from './store.ts'
import { suggestWords } from './suggest-words.ts'
import { readReopenings, readSettings, toGrading } from './view.ts'

type Dependencies = {
  database: Database
  clock: Clock
  projects: EvaluationProjectService
  products: Pick<ProductService, 'get'>
  analysis: Pick<EvaluationAnalysisService, 'comparePairs'>
  readPlan: PlanReader
  settlement: Pick<JudgeSettlement, 'change'>
  /** Returns a run of a member's own project. Throws `notFound`. */
  getOwned: (key: RunKey, owner: Actor, right?: Right) => Promise<RunRow>
}

type VersionedGrading = { value: Grading; revision: number }

/** From how many replies the names of models are read. */
const READ_FOR_NAMES = 100

/** Creates the functions with which an owner has replies read, and those of the readers. */
export function createGradingService(dependencies: Dependencies) {
  const { database, clock, projects, products, analysis, readPlan, settlement, getOwned } = dependencies
  const { read } = database

  const getProject = async (id: string, owner: Actor): Promise<ProjectView> => (await projects.get(id, owner.id)).value

  /** Returns the settings with which a reading begins: with the words that may tell whose a reply is. */
  async function suggestSettings(run: RunRow, { setup }: ProjectView): Promise<GradingSettings> {
    const trials = await listTrialsAfter(read, run.id, { after: -1, limit: READ_FOR_NAMES })
    const results = trials.map(({ resultJson }) => readResult(resultJson))
    const connections = await projects.connections.listForOwner(run.projectId)
    const vendors = await Promise.all(
      setup.candidates.map(async ({ productId, catalogue }) => {
        if (productId === null || catalogue === null) return []
        const product = await findOrUndefined(products.get(catalogue, productId))
        return typeof product?.company === 'string' ? [product.company] : []
      }),
    )
    return GradingSettingsSchema.parse({
      hiddenWords: suggestWords({
        candidates: setup.candidates.map(({ name }) => name),
        vendors: vendors.flat(),
        models: [...results, ...connections].flatMap(({ model }) => model ?? []),
        hosts: [...results.map(({ host }) => host), ...connections.map(({ url }) => new URL(url).host)],
      }),
    })
  }

  /** Returns a run's reading as its owner sees it; the results only once it is closed. */
  async function toView(run: RunRow, owner: Actor): Promise<VersionedGrading> {
    const project = await getProject(run.projectId, owner)
    const [plan, grading, items, readings] = await Promise.all([
      readPlan(run.id),
      findGrading(read, run.id),
      listItems(read, run.id),
      listReadings(read, run.id),
    ])
    const settings = grading ? readSettings(grading) : await suggestSettings(run, project)
    const trials = await listGradable(read, { run, plan, items }, settings)
    const { judges } = project
    // Once it has begun, the disputed ones are among what is read.
    const disputed = grading ? null : (await listDisputed(read, run, plan)).size
    const view = toGrading({
      grading,
      settings,
      trials,
      disputed,
      items,
      readings,
      judges,
    })
    const revision = grading?.version ?? 0
    if (view.status !== 'closed') return { value: { ...view, results: null }, revision }
    const names = new Map(project.judges.map(({ id, name }) => [id, name]))
    const source = { runId: run.id, plan, names, requester: { project: run.projectId } }
    return { value: { ...view, results: await readGradingResults(source, { db: read, analysis }) }, revision }
  }

  /** Adds what is to be read now, and removes what no longer is. The items that somebody has read stay. */
  async function replaceItems(db: Queryable, run: RunRow, settings: GradingSettings): Promise<void> {
    const plan = await readPlan(run.id)
    const items = await listItems(db, run.id)
    const readIds = new Set((await listReadings(db, run.id)).map(({ itemId }) => itemId))
    const trials = await listGradable(db, { run, plan, items }, settings)
    const disputed = settings.hasDisputed ? await listDisputed(db, run, plan) : new Set<number>()
    const { added, removed } = planItems(trials, { runId: run.id, settings, items, disputed, readIds })
    await deleteItems(db, removed)
    await insertItems(db, added)
    const all = await listItems(db, run.id)
    if (all.length === 0) throw invalid(MESSAGES.nothingToRead)
    // Another number of readers may decide what was read before, or leave it open again.
    for (const item of all) if (readIds.has(item.id)) await settleItem(db, item, settings)
  }

  /** Throws `conflict` once the reading is closed, or if verdicts of another scale were given. */
  async function saveSettings(
    db: Queryable,
    { run, grading }: { run: RunRow; grading: GradingRow | undefined },
    settings: GradingSettings,
  ): Promise<void> {
    const settingsJson = JSON.stringify(settings)
    if (!grading) {
      const openedAt = timestamp(clock)
      return insertGrading(db, {
        runId: run.id,
        settingsJson,
        openedAt,
        closedAt: null,
        reopeningsJson: null,
        version: 1,
      })
    }
    if (grading.closedAt !== null) throw conflict(MESSAGES.closed)
    const hasReadings = (await listReadings(db, run.id)).length > 0
    if (hasReadings && readSettings(grading).scale !== settings.scale) throw conflict(MESSAGES.scaleLocked)
    await updateGrading(db, run.id, { settingsJson, version: grading.version + 1 })
  }

  async function assertOpenProject(db: Queryable, projectId: string): Promise<void> {
    if (!(await projects.canRun(projectId, db))) throw conflict(MESSAGES.projectClosed)
  }

  return {
    readingRoom: createReadingRoom({ database, clock, projects, readPlan }),

    /** Returns a run's reading with its progress; before it begins, with suggested settings. Throws `notFound`. */
    get: async (key: RunKey, owner: Actor): Promise<VersionedGrading> => toView(await getOwned(key, owner), owner),

    /**
     * Begins the reading of a run, or changes its settings and adds what can be read now. Throws `notFound`, `invalid` if
     * there are fewer judges than readers or nothing is to be read, `conflict` once it is closed or the project final, or
     * if another scale was used, and `versionConflict`.
     */
    async save(
      key: RunKey,
      input: GradingSettingsSave,
      { owner, ifMatch }: { owner: Actor; ifMatch?: string | undefined },
    ): Promise<VersionedGrading> {
      const owned = await getOwned(key, owner)
      const project = await getProject(key.projectId, owner)
      const suggested = await suggestSettings(owned, project)
      const judgeCount = project.judges.filter(({ status }) => status !== 'removed').length
      if (judgeCount === 0) throw invalidField('readers', MESSAGES.noJudges)
      await settlement.change(key.projectId, async (transaction) => {
        const { db } = transaction
        await assertOpenProject(db, key.projectId)
        const run = await lockRun(db, key.runId)
        if (!run) return
        const grading = await findGrading(db, run.id)
        if (!matchesRevision(ifMatch, grading?.version ?? 0)) throw new AppError('versionConflict', MESSAGES.stale)
        const settings = { ...(grading ? readSettings(grading) : suggested), ...input }
        if (judgeCount < settings.readers) throw invalidField('readers', MESSAGES.fewJudges(judgeCount))
        await saveSettings(db, { run, grading }, settings)
        await replaceItems(db, run, settings)
        const act = grading ? 'readingChanged' : 'readingOpened'
        await projects.record(transaction, run.projectId, { by: owner, act, detail: run.title })
      })
      return toView(await getOwned(key, owner), owner)
    },

    /**
     * Closes the reading of a run, and has what people decided count; nothing of it changes unless it is reopened. Throws
     * `notFound`, `conflict` unless it is open.
     */
    async close(key: RunKey, owner: Actor): Promise<VersionedGrading> {
      await getOwned(key, owner, ACT_RIGHTS.closeReading)
      // A judge model is compared with people.
      await settlement.change(key.projectId, async (transaction) => {
        const { db } = transaction
        const run = await lockRun(db, key.runId)
        const grading = run && (await findGrading(db, run.id))
        if (!grading || grading.closedAt !== null) throw conflict(MESSAGES.notOpen)
        await applyItems(db, await listItems(db, run.id), await readPlan(run.id))
        await updateGrading(db, run.id, { closedAt: timestamp(clock), version: grading.version + 1 })
        await projects.record(transaction, run.projectId, { by: owner, act: 'readingClosed', detail: run.title })
      })
      return toView(await getOwned(key, owner), owner)
    },

    /**
     * Lets the readers of a closed reading go on: what they said stays, and doesn't count until it is closed again. Throws
     * `notFound`, `conflict` unless it is closed, after 定稿, and above the limit.
     */
    async reopen(key: RunKey, reason: string, owner: Actor): Promise<VersionedGrading> {
      await getOwned(key, owner, ACT_RIGHTS.reopenReading)
      // A judge model is compared with people.
      await settlement.change(key.projectId, async (transaction) => {
        const { db } = transaction
        await assertOpenProject(db, key.projectId)
        const run = await lockRun(db, key.runId)
        const grading = run && (await findGrading(db, run.id))
        if (!grading || grading.closedAt === null) throw conflict(MESSAGES.notClosed)
        const reopenings = readReopenings(grading)
        if (reopenings.length >= GRADING.reopenings) throw conflict(MESSAGES.reopeningsMax(GRADING.reopenings))
        await withdrawItems(db, await listItems(db, run.id))
        await updateGrading(db, run.id, {
          closedAt: null,
          reopeningsJson: JSON.stringify([...reopenings, { at: timestamp(clock), reason }]),
          version: grading.version + 1,
        })
        await projects.record(transaction, run.projectId, {
          by: owner,
          act: 'readingReopened',
          summary: reason,
          detail: run.title,
        })
      })
      return toView(await getOwned(key, owner), owner)
    },

    /**
     * Returns how a run is read, for the copy of its owner's data; `null` if it isn't. Readings are included once they
     * can't change, so that an owner who is a judge doesn't see those of others before.
     */
    async getForOwner(runId: string) {
      const grading = await findGrading(read, runId)
      if (!grading) return null
      const items = grading.closedAt === null ? [] : await listItems(read, runId)
      const readings = grading.closedAt === null ? [] : await listReadings(read, runId)
      return {
        settings: readSettings(grading),
        openedAt: grading.openedAt,
        closedAt: grading.closedAt,
        reopenings: readReopenings(grading),
        items: items.map(({ id, position, otherPosition, cause, verdict }) => ({
          position,
          otherPosition,
          cause,
          verdict,
          readings: readings
            .filter(({ itemId }) => itemId === id)
            .map(({ judgeId, verdict: said, reason, updatedAt }) => ({
              judge: judgeId,
              verdict: said,
              reason,
              updatedAt,
            })),
        })),
      }
    },

    /** Lists what a member has read as a judge, for the copy of their data. */
    listForJudges: async (judgeIds: readonly string[]) =>
      (await listReadingsOfJudges(read, judgeIds)).map(({ verdict, reason, updatedAt }) => ({
        verdict,
        reason,
        updatedAt,
      })),
  }
}
