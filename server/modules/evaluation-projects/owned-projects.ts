/** The actions of a member on their own projects: creating, setting up, moving to the recycle bin and restoring. */

import { randomUUID } from 'node:crypto'
import { ACT_RIGHTS, type ColleagueRole } from '#contracts/colleagues/roles.ts'
import { DAY_MS } from '#contracts/durations.ts'
import { JUDGE_MODEL_KEY } from '#contracts/evaluation-projects/judge-key.ts'
import { PROJECT_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type {
  ProjectCandidate,
  ProjectCreate,
  ProjectSetup,
  ProjectSummary,
  ProjectUpdate,
} from '#contracts/evaluation-projects/project.ts'
import { canRename } from '#contracts/evaluation-projects/statuses.ts'
import type { Task } from '#contracts/evaluation-projects/task.ts'
import { findTemplate } from '#contracts/evaluation-projects/templates/templates.ts'
import { RECYCLE_BIN_DAYS } from '#contracts/limits.ts'
import { toCandidate } from '#contracts/rules/evaluation/candidates.ts'
import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import { listMeasuredCriteria } from '#contracts/rules/evaluation/counted-criteria.ts'
import { deriveWeights } from '#contracts/rules/evaluation/derived-weights.ts'
import { CATALOGUES } from '#contracts/vocabulary.ts'
import type { ColleagueAccess } from '#server/modules/colleagues/service.ts'
import type { MethodService } from '#server/modules/evaluation/service.ts'
import type { FileService } from '#server/modules/files/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, findOrUndefined, invalidField } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import { deleteOtherConnections } from './connections/store.ts'
import { listJudgedProjects, listJudges } from './judges/store.ts'
import { listEvidence } from './judging/store.ts'
import { canChangeSetup } from './policy.ts'
import {
  assertPrecondition,
  type Owner,
  type OwnerWithVersion,
  type Projects,
  type VersionedProject,
} from './projects.ts'
import { describeSetupChange } from './record/describe-changes.ts'
import { PROJECT_REPORTS_TOPIC } from './reports/service.ts'
import { assertValidSetup, createSetup, createTemplateSetup } from './setup.ts'
import {
  countOwnedProjects,
  deleteProject,
  insertProject,
  listOwnedProjects,
  listProjectIdsRecycledBefore,
  listProjectsById,
} from './store.ts'
import { type Project, toProject, toSummary } from './view.ts'

/** Locked while a project is created, restored or handed over, so that concurrent requests can't exceed the limit. */
export const PROJECT_LIMIT_LOCK = 'evaluation-project-limit'

type Dependencies = {
  database: Database
  clock: Clock
  projects: Projects
  methods: MethodService
  products: Pick<ProductService, 'get'>
  files: FileService
  settings: SettingsService
  colleagues: Pick<ColleagueAccess, 'listShared'>
}

/** Creates the functions with which members manage their own projects. */
export function createOwnedProjects(dependencies: Dependencies) {
  const { database, clock, projects, methods, products, files, settings, colleagues } = dependencies

  /** Returns catalogue products as candidates. Throws `invalid` for one that isn't public. */
  const toCandidates = (ids: readonly string[]): Promise<ProjectCandidate[]> =>
    Promise.all(
      [...new Set(ids)].map(async (id, index) => {
        for (const catalogue of CATALOGUES) {
          const product = await findOrUndefined(products.get(catalogue, id))
          if (product) return toCandidate(product, catalogue)
        }
        throw invalidField(`products.${index}`, MESSAGES.unknownProduct)
      }),
    )

  /** Throws `invalid` for candidates with a product that isn't public, unless the project has them already. */
  async function assertPublicProducts(
    candidates: readonly ProjectCandidate[],
    storedCandidates: readonly ProjectCandidate[],
  ): Promise<void> {
    const toKey = ({ catalogue, productId }: ProjectCandidate) => `${catalogue} ${productId}`
    const stored = new Set(storedCandidates.map(toKey))
    for (const [index, candidate] of candidates.entries()) {
      const { productId, catalogue } = candidate
      if (productId === null || stored.has(toKey(candidate))) continue
      const product = catalogue === null ? undefined : await findOrUndefined(products.get(catalogue, productId))
      // A product is also found by its name.
      if (product?.id !== productId) throw invalidField(`setup.candidates.${index}.productId`, MESSAGES.unknownProduct)
    }
  }

  const getLimit = async () => (await settings.getContent()).maxEvaluationProjects

  /** Throws `conflict` if a member has reached the limit in the settings. The caller holds the lock. */
  async function assertBelowLimit({ db }: Transaction, ownerId: string, limit: number): Promise<void> {
    if ((await countOwnedProjects(db, ownerId)) >= limit) throw conflict(MESSAGES.tooMany(limit))
  }

  return {
    /**
     * Lists a member's own projects, those that others share with them, and those that they only judge; only their own ones
     * in the recycle bin.
     */
    async list({ isInRecycleBin }: { isInRecycleBin: boolean }, userId: string): Promise<ProjectSummary[]> {
      const { read: db } = database
      const owned = (await listOwnedProjects(db, userId, { isInRecycleBin })).map(toProject)
      const roles: ReadonlyMap<string, ColleagueRole> = isInRecycleBin
        ? new Map()
        : await colleagues.listShared(db, 'project', userId)
      const shared = (await listProjectsById(db, [...roles.keys()])).map(toProject)
      const judged = isInRecycleBin ? [] : (await listJudgedProjects(db, userId)).map(toProject)
      const judgedForOthers = judged.filter((project) => project.ownerId !== userId && !roles.has(project.id))
      const projectIds = [...owned, ...shared, ...judgedForOthers].map(({ id }) => id)
      const judges = await listJudges(db, projectIds)
      return [
        ...owned.map((project) => toSummary(project, judges, 'owner')),
        ...shared.map((project) => toSummary(project, judges, roles.get(project.id) ?? 'reader')),
        ...judgedForOthers.map((project) => toSummary(project, judges, 'judge')),
      ]
    },

    /**
     * Creates a project with the method's newest version, or with a template. Throws `conflict` above the limit, `invalid` for an unknown
     * product.
     */
    async create(
      { name, description, products: ids, profile, template: templateId }: ProjectCreate,
      owner: Owner,
    ): Promise<VersionedProject> {
      const id = randomUUID()
      const limit = await getLimit()
      const [{ version, method }, candidates] = await Promise.all([methods.getCurrent(), toCandidates(ids)])
      const template = findTemplate(templateId)
      const setup = template
        ? createTemplateSetup(template, method, candidates)
        : createSetup(method, candidates, profile)
      const now = timestamp(clock)
      return writeOnce(database, async (transaction) => {
        await transaction.lockName(PROJECT_LIMIT_LOCK)
        if (owner.id !== null) await assertBelowLimit(transaction, owner.id, limit)
        await insertProject(transaction.db, {
          id,
          ownerId: owner.id,
          ownerName: owner.name,
          isExample: owner.id === null,
          name,
          description,
          status: 'setup',
          methodVersion: version,
          setupJson: JSON.stringify(setup),
          offersJson: '[]',
          measurementsJson: '[]',
          tasksJson: '[]',
          stepsJson: '[]',
          lockedAt: null,
          lockHash: null,
          readerTokenHash: null,
          readerLinkExpiresAt: null,
          reportId: null,
          createdAt: now,
          updatedAt: now,
          deletedAt: null,
          version: 1,
        })
        await projects.record(transaction, id, { by: owner, act: 'projectCreated', detail: name })
        const project = await projects.getAs(transaction.db, id, owner.id)
        const value = await projects.getViewInTransaction(transaction.db, project, project.viewer, version)
        return { value, revision: project.version }
      })
    },

    /**
     * Saves name, description and setup. Throws `conflict` if the setup differs after 设定, or name or description after
     * 打分, `notFound`, `versionConflict`, `invalid`, also for new candidates with a product that isn't public.
     */
    async update(id: string, input: ProjectUpdate, { owner, ifMatch }: OwnerWithVersion): Promise<VersionedProject> {
      const stored = await projects.getAs(database.read, id, owner.id)
      await assertPublicProducts(input.setup.candidates, stored.setup.candidates)
      const { name, description } = input
      const setup = deriveWeights(input.setup)
      const describe = (before: Project) => ({ detail: describeSetupChange(before, { name, description, setup }) })
      const context = { owner, ifMatch, act: 'setupSaved', describe } as const
      return projects.change(id, context, async (project, { db }) => {
        const { status, setup: storedSetup, offers, measurements, tasks } = project
        const isRenamed = name !== project.name || description !== project.description
        assertPrecondition(!isRenamed || canRename(status), MESSAGES.nameLocked)
        if (toCanonicalJson(setup) === toCanonicalJson(storedSetup)) return { name, description }
        assertPrecondition(canChangeSetup(status), MESSAGES.locked)
        assertValidSetup(setup)
        const candidates = setup.candidates.map(({ key }) => key)
        const measured = listMeasuredCriteria(setup).map(({ key }) => key)
        await deleteOtherConnections(db, id, [...candidates, JUDGE_MODEL_KEY])
        return {
          name,
          description,
          setup,
          offers: offers.filter(({ candidate }) => candidates.includes(candidate)),
          measurements: measurements.filter(
            ({ candidate, criterion }) => candidates.includes(candidate) && measured.includes(criterion),
          ),
          tasks: detachRemovedCriteria(tasks, setup),
        }
      })
    },

    /** Resets the setup, except the candidates, to the newest version of the method. Throws `conflict` after 设定, and for one with a template. */
    async adoptMethod(id: string, { owner, ifMatch }: OwnerWithVersion): Promise<VersionedProject> {
      const { version, method } = await methods.getCurrent()
      const describe = ({ methodVersion }: Project) => ({ summary: `M${methodVersion} → M${version}` })
      return projects.change(id, { owner, ifMatch, act: 'methodAdopted', describe }, ({ status, setup, tasks }) => {
        assertPrecondition(canChangeSetup(status), MESSAGES.locked)
        assertPrecondition(setup.template === undefined, MESSAGES.hasTemplate)
        const { statement, signing } = setup
        const newSetup = { ...createSetup(method, setup.candidates, setup.profile), statement, signing }
        return { methodVersion: version, setup: newSetup, tasks: detachRemovedCriteria(tasks, newSetup) }
      })
    },

    /** Moves a project to the recycle bin, from which it can be restored for 30 days. Throws `notFound`. */
    remove: (id: string, owner: Actor): Promise<void> =>
      database.write(async (transaction) => {
        const project = await projects.lockAs(transaction, id, owner.id, { right: ACT_RIGHTS.removeProject })
        await projects.save(transaction, project, { deletedAt: timestamp(clock) })
        transaction.publish(PROJECT_REPORTS_TOPIC)
        await projects.record(transaction, id, { by: owner, act: 'projectRemoved' })
      }),

    /** Restores a project from the recycle bin. Throws `notFound`, or `conflict` above the limit. */
    async restore(id: string, owner: Actor): Promise<void> {
      const limit = await getLimit()
      await database.write(async (transaction) => {
        await projects.getAs(transaction.db, id, owner.id, { isInRecycleBin: true })
        await transaction.lockName(PROJECT_LIMIT_LOCK)
        await assertBelowLimit(transaction, owner.id, limit)
        const project = await projects.lockAs(transaction, id, owner.id, { isInRecycleBin: true })
        await projects.save(transaction, project, { deletedAt: null })
        transaction.publish(PROJECT_REPORTS_TOPIC)
        await projects.record(transaction, id, { by: owner, act: 'projectRestored' })
      })
    },

    /** Permanently deletes projects that have been in the recycle bin for 30 days, with their evidence files. */
    async purge(): Promise<void> {
      const before = new Date(clock.now().getTime() - RECYCLE_BIN_DAYS * DAY_MS).toISOString()
      for (const id of await listProjectIdsRecycledBefore(database.read, before)) {
        const keys = (await listEvidence(database.read, id)).map(({ fileKey }) => fileKey)
        await database.write(async (transaction) => {
          for (const key of keys) await files.delete(transaction, key)
          await deleteProject(transaction.db, id)
        })
        for (const key of keys) await files.deleteBytes(key)
      }
    },
  }
}

/** Returns the tasks. Those whose criterion no longer exists contribute to none. */
function detachRemovedCriteria(tasks: readonly Task[], { groups }: ProjectSetup): Task[] {
  const criteria = new Set(groups.flatMap((group) => group.criteria.map(({ key }) => key)))
  return tasks.map((task) =>
    task.criterion === null || criteria.has(task.criterion) ? task : { ...task, criterion: null },
  )
}
