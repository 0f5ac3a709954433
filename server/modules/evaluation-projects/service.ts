import { randomBytes, randomUUID } from 'node:crypto'
import { PROJECT_MESSAGES as TEXTS } from '#contracts/evaluation-projects/messages.ts'
import type {
  ProjectCandidate,
  ProjectCreate,
  ProjectMove,
  ProjectSetup,
  ProjectSummary,
  ProjectUpdate,
} from '#contracts/evaluation-projects/project.ts'
import type { ProjectAnalysis, ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { READING_PATH } from '#contracts/evaluation-projects/score.ts'
import { PROJECT_STATUS_LABELS, type ProjectStatus } from '#contracts/evaluation-projects/statuses.ts'
import { RECYCLE_BIN_DAYS } from '#contracts/limits.ts'
import { canonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import { deriveWeights } from '#contracts/rules/evaluation/project-scores.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import { CATALOGUES } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { MethodService } from '#server/modules/evaluation/service.ts'
import type { EvaluationAnalysisService } from '#server/modules/evaluation-analysis/service.ts'
import type { FileService, ServedFile } from '#server/modules/files/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { PublishedEvaluationService } from '#server/modules/published-evaluations/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, invalid, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Write } from '#server/platform/database/database.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import { sha256, sha256Hex } from '#server/platform/sha256.ts'
import { writeWorkbook } from '#server/platform/tables/xlsx.ts'
import { createProjectAnalysis } from './analysis.ts'
import { createJudges } from './judges.ts'
import { createJudging } from './judging.ts'
import { canChangeSetup, getDirection } from './policy.ts'
import {
  assertStatus,
  createProjects,
  type Owner,
  type OwnerId,
  type ProjectChange,
  toActor,
  type VersionedProject,
} from './projects.ts'
import type { Signer } from './reports/keys.ts'
import { createReports } from './reports/service.ts'
import { assertSetup, createSetup } from './setup.ts'
import { listSheets } from './sheets.ts'
import {
  deleteProject,
  findExampleProject,
  findProjectByReaderToken,
  insertProject,
  listEvidence,
  listExpiredProjects,
  listJudgedProjects,
  listJudges,
  listOwnedProjects,
  listPublishableProjects,
  type PublishableRow,
  reopenJudges,
} from './store.ts'
import { createTrials } from './trials.ts'
import { type Project, toProject, toSummary } from './view.ts'

/** The change feed's name for reports of projects: one that was finished may stop being its project's. */
export const PROJECT_REPORTS_CHANGE = 'evaluation-project-reports'
/** The change feed's name for the example. It never changes, so nothing touches it. */
export const EXAMPLE_CHANGE = 'evaluation-example'

export type { PublishableRow }
export type EvaluationProjectService = ReturnType<typeof createEvaluationProjectService>

/** 256 bits: whoever has a reader's link reads the project. */
const TOKEN_BYTES = 32
const JSON_TYPE = 'application/json; charset=utf-8'
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const DAY_MS = 24 * 3_600_000

type Dependencies = {
  database: Database
  clock: Clock
  methods: MethodService
  analysis: EvaluationAnalysisService
  products: ProductService
  accounts: IdentityService['accounts']
  files: FileService
  settings: SettingsService
  audit: AuditService
  encryption: Encryption
  published: PublishedEvaluationService
  publicUrl: string
}

/**
 * Creates the service for evaluation projects: a member's decision from its setup to its report. A project is its
 * owner's alone; staff have no other sight of it.
 */
export function createEvaluationProjectService(dependencies: Dependencies) {
  const { database, clock, methods, products, accounts, files, settings, audit, encryption, published, publicUrl } =
    dependencies
  const projects = createProjects({ database, clock, methods })
  const judges = createJudges({ database, clock, projects, accounts, publicUrl })
  const trials = createTrials({ database, clock, projects })
  const judging = createJudging({ database, clock, files, settings, trials })
  const analyze = createProjectAnalysis(dependencies.analysis)
  const reports = createReports({ database, clock, encryption, published, publicUrl })

  /** Returns catalogue products as candidates. Throws `invalid` for one that isn't public. */
  const toCandidates = (ids: readonly string[]): Promise<ProjectCandidate[]> =>
    Promise.all(
      [...new Set(ids)].map(async (id, index) => {
        for (const catalogue of CATALOGUES) {
          const product = await products.find(catalogue, id).catch(() => undefined)
          if (product) return { key: `candidate-${index + 1}`, name: product.name, productId: product.id, catalogue }
        }
        throw invalid(TEXTS.unknownProduct, [{ path: `products.${index}`, message: TEXTS.unknownProduct }])
      }),
    )

  /** Returns what a step changes besides the status. Throws `conflict` where something is missing for it. */
  async function enter(project: Project, to: ProjectStatus, write: Write): Promise<ProjectChange> {
    const active = (await listJudges(write.tx, [project.id])).filter((judge) => judge.status !== 'removed')
    if (to === 'setup') {
      // What they handed in was scored by a setup that may change now.
      await reopenJudges(write.tx, project.id)
      return { lockedAt: null, lockHash: null }
    }
    if (to === 'scoring' && project.status === 'setup') {
      assertStatus(project.setup.candidates.length > 0, TEXTS.noCandidates)
      assertStatus(active.length > 0, TEXTS.noJudges)
      assertSetup(project.setup)
      return { lockedAt: timestamp(clock), lockHash: hashSetup(project.setup) }
    }
    if (to === 'review')
      assertStatus(
        active.some((judge) => judge.status === 'submitted'),
        TEXTS.nobodySubmitted,
      )
    // The report of a step back stays where it is, and says that it is no longer the project's.
    if (project.reportId !== null) write.touch(PROJECT_REPORTS_CHANGE)
    return { reportId: null }
  }

  const getLimit = async () => (await settings.getContent()).maxEvaluationProjects

  /** Throws `conflict` if a member has as many projects as the settings allow. */
  async function assertRoom(db: Queryable, ownerId: string, most: number): Promise<void> {
    const existing = await listOwnedProjects(db, ownerId, false)
    if (existing.length >= most) throw conflict(TEXTS.tooMany(most))
  }

  /** Analyzes a project before it is frozen: no transaction waits for the figures. */
  async function prepareReport(id: string, ownerId: OwnerId): Promise<PreparedReport> {
    const { value } = await projects.view(id, ownerId)
    return { record: getRecord(value), figures: await analyze(value), signer: await reports.getSigner() }
  }

  /** Freezes a project into its report. Throws `staleRevision` if something was scored or tested since the analysis. */
  async function finish(project: Project, { record, figures, signer }: PreparedReport, write: Write) {
    const view = await projects.readRecord(write.tx, project, 'owner', project.methodVersion)
    if (getRecord(view) !== record) throw new AppError('staleRevision', TEXTS.stale)
    return { reportId: await reports.freeze(write, signer, view, figures) }
  }

  return {
    judges,
    judging,
    trials,
    reports,

    /** Lists a member's own projects and those that they judge, or the own ones in the bin. */
    async list(userId: string, isInBin: boolean): Promise<ProjectSummary[]> {
      const owned = (await listOwnedProjects(database.read, userId, isInBin)).map(toProject)
      const judged = isInBin ? [] : (await listJudgedProjects(database.read, userId)).map(toProject)
      const others = judged.filter((project) => project.ownerId !== userId)
      const members = await listJudges(
        database.read,
        [...owned, ...others].map(({ id }) => id),
      )
      return [
        ...owned.map((project) => toSummary(project, members, 'owner')),
        ...others.map((project) => toSummary(project, members, 'judge')),
      ]
    },

    /** Creates a project by the method's newest version. Throws `conflict` above the limit, `invalid`. */
    async create(
      { name, description, products: ids, profile }: ProjectCreate,
      owner: Owner,
    ): Promise<VersionedProject> {
      if (owner.id !== null) await assertRoom(database.read, owner.id, await getLimit())
      const [{ version, method }, candidates] = await Promise.all([methods.getCurrent(), toCandidates(ids)])
      const id = randomUUID()
      const now = timestamp(clock)
      await database.write(async (write) => {
        await insertProject(write.tx, {
          id,
          ownerId: owner.id,
          ownerName: owner.name,
          isExample: owner.id === null,
          name,
          description,
          status: 'setup',
          methodVersion: version,
          setupJson: JSON.stringify(createSetup(method, candidates, profile)),
          tasksJson: '[]',
          stepsJson: '[]',
          lockedAt: null,
          lockHash: null,
          readerTokenHash: null,
          reportId: null,
          createdAt: now,
          updatedAt: now,
          deletedAt: null,
          version: 1,
        })
        await audit.record(write, { actor: toActor(owner), action: 'evaluation.create', target: id })
      })
      return projects.view(id, owner.id)
    },

    get: projects.view,

    /**
     * Saves name, description and setup. The setup changes only in 设定: afterwards any other than the locked one throws
     * `conflict`. Throws `notFound`, `staleRevision`, `invalid`.
     */
    update: (id: string, ownerId: OwnerId, ifMatch: string | undefined, input: ProjectUpdate) =>
      projects.change(id, ownerId, ifMatch, ({ status, setup: locked }) => {
        const setup = deriveWeights(input.setup)
        const isChanged = canonicalJson(setup) !== canonicalJson(locked)
        if (isChanged) assertStatus(canChangeSetup(status), TEXTS.locked)
        if (isChanged) assertSetup(setup)
        return { name: input.name, description: input.description, setup: isChanged ? setup : locked }
      }),

    /** Goes one step on or back. Throws `conflict` where the step can't be taken, `invalid` for a step back without reason. */
    async move(
      id: string,
      owner: Owner,
      ifMatch: string | undefined,
      { to, reason }: ProjectMove,
    ): Promise<VersionedProject> {
      const prepared = to === 'final' ? await prepareReport(id, owner.id) : undefined
      return projects.change(id, owner.id, ifMatch, async (project, write) => {
        const { status: from } = project
        const direction = getDirection(from, to)
        assertStatus(direction !== undefined)
        if (direction === 'back' && reason.trim() === '')
          throw invalid(TEXTS.reason, [{ path: 'reason', message: TEXTS.reason }])
        const step = { from, to, at: timestamp(clock), by: owner.name, reason: reason.trim() }
        const steps = [...project.steps, step]
        const entered = prepared
          ? await finish({ ...project, steps }, prepared, write)
          : await enter(project, to, write)
        const detail = `${PROJECT_STATUS_LABELS[from]} → ${PROJECT_STATUS_LABELS[to]}`
        await audit.record(write, { actor: toActor(owner), action: 'evaluation.status', target: id, detail })
        return { ...entered, status: to, steps }
      })
    },

    /** Starts the setup again by the method's newest version; candidates stay. Throws `conflict` after 设定. */
    async adoptMethod(id: string, ownerId: OwnerId, ifMatch: string | undefined): Promise<VersionedProject> {
      const { version, method } = await methods.getCurrent()
      return projects.change(id, ownerId, ifMatch, ({ status, setup }) => {
        assertStatus(canChangeSetup(status), TEXTS.locked)
        return { methodVersion: version, setup: createSetup(method, setup.candidates, setup.profile) }
      })
    },

    /**
     * Lists the finished projects of staff, and the example: what the platform may publish. Takes a report to ask for its
     * project alone.
     */
    listPublishable: (db: Queryable = database.read, reportId?: string): Promise<PublishableRow[]> =>
      listPublishableProjects(db, reportId),

    /** Puts a project into the bin, from which it can be restored for 30 days. Throws `notFound`. */
    remove: (id: string, owner: Actor): Promise<void> =>
      database.write(async (write) => {
        const project = await projects.lockOwned(write, id, owner.id)
        await projects.save(write, project, { deletedAt: timestamp(clock) })
        await audit.record(write, { actor: owner, action: 'evaluation.remove', target: id })
      }),

    /** Throws `notFound`, and `conflict` above the limit. */
    async restore(id: string, ownerId: string): Promise<void> {
      const most = await getLimit()
      await database.write(async (write) => {
        const project = await projects.lockOwned(write, id, ownerId, true)
        await assertRoom(write.tx, ownerId, most)
        await projects.save(write, project, { deletedAt: null })
      })
    },

    /** Deletes for good what has been in the bin for 30 days, with the files of its evidence. */
    async purge(): Promise<void> {
      const before = new Date(clock.now().getTime() - RECYCLE_BIN_DAYS * DAY_MS).toISOString()
      for (const id of await listExpiredProjects(database.read, before)) {
        const keys = (await listEvidence(database.read, id)).map(({ fileKey }) => fileKey)
        await database.write(async (write) => {
          for (const key of keys) await files.delete(write, key)
          await deleteProject(write.tx, id)
        })
        for (const key of keys) await files.deleteBytes(key)
      }
    },

    /** Makes a link by which anyone reads the project; the one before ends. */
    async createReaderLink(id: string, ownerId: OwnerId): Promise<string> {
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      await projects.change(id, ownerId, undefined, () => ({ readerTokenHash: sha256(token) }))
      return `${publicUrl}${READING_PATH}#${token}`
    },

    async removeReaderLink(id: string, ownerId: OwnerId): Promise<void> {
      await projects.change(id, ownerId, undefined, () => ({ readerTokenHash: null }))
    },

    /** Returns what a reader's link opens, analyzed. Throws `notFound`. */
    async readByToken(token: string): Promise<ProjectView & ProjectAnalysis> {
      const row = await findProjectByReaderToken(database.read, sha256(token))
      if (!row) throw notFound(TEXTS.notFound)
      const view = await projects.read(toProject(row), 'reader')
      return { ...view, ...(await analyze(view)) }
    },

    /** Returns the example, analyzed. Throws `notFound` if none was loaded. */
    async readExample(): Promise<ProjectView & ProjectAnalysis> {
      const row = await findExampleProject(database.read)
      if (!row) throw notFound(TEXTS.notFound)
      const view = await projects.read(toProject(row), 'reader')
      return { ...view, ...(await analyze(view)) }
    },

    /** Returns totals, agreement, robustness and test figures, as far as there are scores and trials. */
    async analyze(id: string, ownerId: OwnerId): Promise<ProjectAnalysis> {
      return analyze((await projects.view(id, ownerId)).value)
    },

    /** Returns all of a project that its owner sees, as a file. Throws `notFound`. */
    async export(id: string, ownerId: OwnerId, format: 'json' | 'xlsx') {
      const { value: project } = await projects.view(id, ownerId)
      const figures = await analyze(project)
      const name = `${project.name}-评估项目-${toDay(clock.now())}`
      if (format === 'json')
        return {
          bytes: Buffer.from(JSON.stringify({ project, ...figures })),
          mimetype: JSON_TYPE,
          extension: format,
          name,
        }
      const bytes = await writeWorkbook(listSheets({ ...project, ...figures }))
      return { bytes, mimetype: XLSX_TYPE, extension: format, name }
    },

    /** Returns a file that a judge laid down, from 复议 on. Throws `notFound`. */
    async findEvidence(id: string, fileId: string, ownerId: OwnerId): Promise<ServedFile> {
      const { value } = await projects.view(id, ownerId)
      const isVisible = value.scores.some((score) => score.files.some((file) => file.id === fileId))
      const file = isVisible && (await listEvidence(database.read, id)).find((item) => item.id === fileId)
      if (!file) throw notFound()
      return files.findPrivate(file.fileKey)
    },
  }
}

type PreparedReport = { record: string; figures: ProjectAnalysis; signer: Signer }

/** Returns what the figures rest on, as one text. */
const getRecord = ({ setup, judges, scores, trials }: ProjectView): string =>
  canonicalJson({ setup, judges, scores, trials })

/** Returns the SHA-256 of the canonical setup, in hex. */
const hashSetup = (setup: ProjectSetup): string => sha256Hex(canonicalJson(setup))
