/** Question banks: tasks to be used again, of a member or of the platform, in versions that never change. */
import type { Task } from '#contracts/evaluation-projects/task.ts'
import type { TaskFormat } from '#contracts/evaluation-projects/task-formats.ts'
import type {
  BankDetails,
  BankImport,
  BankImportFields,
  BankSave,
  PlatformBank,
  PublicBank,
  QuestionBank,
  QuestionBankView,
  TaskCopy,
} from '#contracts/question-banks/bank.ts'
import { BANK_MESSAGES as MESSAGES } from '#contracts/question-banks/messages.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import { type EvaluationProjectService, writeTaskFile } from '#server/modules/evaluation-projects/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { invalidField, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { canCopy, canReadVersion, isOwnBank, isPublicBank } from './policy.ts'
import { createVersionSaver, type Material } from './save-version.ts'
import {
  type BankRow,
  deleteBank,
  findBank,
  findVersion,
  listBanks,
  listPublishedBanks,
  listVersions,
  markPublished,
  updateBank,
} from './store.ts'
import { readTasks, toBank, toPlatformBank, toPublicBank } from './view.ts'

/** The change feed's topic for the banks that the platform offers. */
export const QUESTION_BANKS_TOPIC = 'question-banks'

export type QuestionBankService = ReturnType<typeof createQuestionBankService>

/** A bank of the sample content, which is published at once. */
type SampleBank = BankDetails & { id: string; tasks: Task[]; material: Material | null }

type TaskFile = { bytes: Buffer; name: string }
type Exported = { version?: number | undefined; format: TaskFormat }

type Dependencies = {
  database: Database
  clock: Clock
  projects: Pick<EvaluationProjectService, 'get' | 'tasks'>
  audit: AuditService
}

/** Creates the service for question banks. */
export function createQuestionBankService({ database, clock, projects, audit }: Dependencies) {
  const saveVersion = createVersionSaver(clock)

  /** Returns a bank that its member, or staff if `ownerId` is `null`, may manage. Throws `notFound`. */
  async function getOwn(db: Queryable, id: string, ownerId: string | null): Promise<BankRow> {
    const bank = await findBank(db, id)
    authorize(isOwnBank(bank, ownerId), notFound(MESSAGES.notFound))
    return bank
  }

  async function getPublic(id: string): Promise<BankRow> {
    const bank = await findBank(database.read, id)
    authorize(isPublicBank(bank), notFound(MESSAGES.notFound))
    return bank
  }

  async function getVersion(bank: BankRow, number: number) {
    const version = await findVersion(database.read, bank.id, number)
    if (!version) throw notFound(MESSAGES.versionNotFound)
    return version
  }

  /** Returns a version of a public bank, by default the published one. Throws `notFound`. */
  async function getPublicVersion(bank: BankRow, number: number | undefined) {
    const version = await getVersion(bank, number ?? bank.publishedVersion ?? bank.newestVersion)
    authorize(canReadVersion(bank, version), notFound(MESSAGES.versionNotFound))
    return { bank, version }
  }

  async function getOwnVersion(id: string, number: number | undefined, ownerId: string | null) {
    const bank = await getOwn(database.read, id, ownerId)
    return { bank, version: await getVersion(bank, number ?? bank.newestVersion) }
  }

  type BankVersion = Awaited<ReturnType<typeof getPublicVersion>>
  const toView = ({ bank, version }: BankVersion): QuestionBankView => ({
    ...toBank(bank, version),
    tasks: readTasks(version),
  })

  const exportTasks = async ({ version }: BankVersion, format: TaskFormat) => ({
    ...(await writeTaskFile(format, readTasks(version))),
    name: `${version.title}-第${version.version}版`,
  })

  const recordAudit = (transaction: Transaction, bank: string, { actor, detail, isOwn }: Recorded) =>
    audit.record(transaction, {
      actor,
      action: isOwn ? 'evaluation.own-bank' : 'evaluation.bank',
      target: bank,
      detail,
    })

  /** Imports a file of tasks as a version of a member's bank, or the platform's. */
  async function importFile(
    id: string,
    { mode, ...details }: BankImportFields,
    { file: { bytes, name }, ownerId, actor }: { file: TaskFile; ownerId: string | null; actor: Actor },
  ): Promise<BankImport> {
    const { tasks, plan } = await projects.tasks.readForBank(bytes, name)
    const { added, errors, preview } = plan
    const isUnsealed = ownerId === null && tasks.some(({ isSealed }) => isSealed)
    const notes = isUnsealed ? [...plan.notes, { place: name, message: MESSAGES.unsealed }] : plan.notes
    const result = { version: null, added, errors, notes, preview }
    if (mode === 'dry-run' || errors.length > 0) return result
    const saved = isUnsealed ? tasks.map((task) => ({ ...task, isSealed: false })) : tasks
    const version = await database.write(async (transaction) => {
      const number = await saveVersion(transaction, id, { details, tasks: saved }, ownerId)
      const detail = `导入${saved.length}个任务，第${number}版`
      await recordAudit(transaction, id, { actor, detail, isOwn: ownerId !== null })
      return number
    })
    return { ...result, version }
  }

  return {
    /** Lists the banks that the platform offers to everyone, with how many tasks are judged by what. */
    listPublic: async (): Promise<PublicBank[]> =>
      Promise.all(
        (await listPublishedBanks(database.read)).map(async (row) =>
          toPublicBank(row, await getVersion(row, row.version)),
        ),
      ),

    /** Returns a version of a public bank with its tasks; versions that were never published aren't found. */
    getPublic: async (id: string, version: number | undefined): Promise<QuestionBankView> =>
      toView(await getPublicVersion(await getPublic(id), version)),

    /** Returns the tasks of a public bank as a file. Throws `notFound`. */
    exportPublic: async (id: string, { version, format }: Exported) =>
      exportTasks(await getPublicVersion(await getPublic(id), version), format),

    /** Returns the file that agents load before they are asked. Throws `notFound`. */
    async getMaterial(id: string, number: number | undefined) {
      const { version } = await getPublicVersion(await getPublic(id), number)
      const { materialName: name, materialText: text } = version
      if (name === null || text === null) throw notFound(MESSAGES.noMaterial)
      return { bytes: Buffer.from(text), mimetype: 'text/markdown; charset=utf-8', extension: 'md', name }
    },

    /** Lists a member's own banks. */
    listOwn: async (userId: string): Promise<QuestionBank[]> =>
      (await listBanks(database.read, userId)).map((row) => toBank(row, row)),

    /** Returns a version of a member's own bank with its tasks. Throws `notFound`. */
    getOwn: async (id: string, version: number | undefined, userId: string): Promise<QuestionBankView> =>
      toView(await getOwnVersion(id, version, userId)),

    /** Returns the tasks of a member's own bank as a file. Throws `notFound`. */
    exportOwn: async (id: string, { version, format }: Exported, userId: string) =>
      exportTasks(await getOwnVersion(id, version, userId), format),

    /**
     * Saves tasks of a member's own project as a bank, or as the next version of one of theirs. Throws `notFound`,
     * `invalid` for unknown tasks, `conflict` above the limits.
     */
    async saveOwn(id: string, { project, tasks: keys, ...details }: BankSave, actor: Actor): Promise<QuestionBank> {
      const { value } = await projects.get(project, actor.id)
      const tasks = chooseTasks(value.tasks, keys)
      await database.write(async (transaction) => {
        const version = await saveVersion(transaction, id, { details, tasks }, actor.id)
        const detail = `存入${tasks.length}个任务，第${version}版`
        await recordAudit(transaction, id, { actor, detail, isOwn: true })
      })
      const { bank, version } = await getOwnVersion(id, undefined, actor.id)
      return toBank(bank, version)
    },

    /** Imports a file as a version of a member's own bank. Throws as `saveOwn`, and for a file that can't be read. */
    importOwn: (id: string, fields: BankImportFields, { file, actor }: { file: TaskFile; actor: Actor }) =>
      importFile(id, fields, { file, ownerId: actor.id, actor }),

    /** Deletes a member's own bank with all versions; copies of its tasks in projects stay. Throws `notFound`. */
    async removeOwn(id: string, actor: Actor): Promise<void> {
      await database.write(async (transaction) => {
        await getOwn(transaction.db, id, actor.id)
        await deleteBank(transaction.db, id)
        await recordAudit(transaction, id, { actor, detail: '删除', isOwn: true })
      })
    },

    /**
     * Copies tasks of an own or a public bank into a member's own project, with their origin. Throws `notFound`, `invalid`
     * for unknown tasks, `conflict` after 定稿 and above the limit.
     */
    async copyToProject(projectId: string, { bank: id, version: number, tasks: keys }: TaskCopy, owner: Actor) {
      const bank = await findBank(database.read, id)
      authorize(canCopy(bank, owner.id), notFound(MESSAGES.notFound))
      const { version } =
        bank.ownerId === null ? await getPublicVersion(bank, number) : await getOwnVersion(id, number, owner.id)
      const tasks = chooseTasks(readTasks(version), keys)
      const origin = { bank: id, title: version.title, version: version.version, hash: version.hash }
      return projects.tasks.copyFromBank(projectId, { bank: origin, tasks }, owner)
    },

    /** Lists the platform's banks in their newest versions, published or not. */
    listPlatform: async (): Promise<PlatformBank[]> => (await listBanks(database.read, null)).map(toPlatformBank),

    /** Returns a version of one of the platform's banks, published or not. Throws `notFound`. */
    getPlatform: async (id: string, version: number | undefined): Promise<QuestionBankView> =>
      toView(await getOwnVersion(id, version, null)),

    /** Imports a file as a version of one of the platform's banks, which isn't published by that. */
    importPlatform: (id: string, fields: BankImportFields, { file, actor }: { file: TaskFile; actor: Actor }) =>
      importFile(id, fields, { file, ownerId: null, actor }),

    /** Offers a version of one of the platform's banks to everyone. Throws `notFound`. */
    async publish(id: string, version: number, actor: Actor): Promise<void> {
      await getOwnVersion(id, version, null)
      await database.write(async (transaction) => {
        await updateBank(transaction.db, id, { publishedVersion: version })
        await markPublished(transaction.db, { bankId: id, version, at: timestamp(clock) })
        await recordAudit(transaction, id, { actor, detail: `发布第${version}版`, isOwn: false })
        transaction.publish(QUESTION_BANKS_TOPIC)
      })
    },

    /** Stops offering one of the platform's banks, until a version is published again. Throws `notFound`. */
    async withdraw(id: string, actor: Actor): Promise<void> {
      await getOwn(database.read, id, null)
      await database.write(async (transaction) => {
        await updateBank(transaction.db, id, { publishedVersion: null })
        await recordAudit(transaction, id, { actor, detail: '撤回', isOwn: false })
        transaction.publish(QUESTION_BANKS_TOPIC)
      })
    },

    /** Adds the banks of the sample content inside a transaction, and publishes them. */
    async addSamples(transaction: Transaction, banks: readonly SampleBank[]): Promise<void> {
      for (const { id, tasks, material, ...details } of banks) {
        const version = await saveVersion(transaction, id, { details, tasks, material }, null)
        await updateBank(transaction.db, id, { publishedVersion: version })
        await markPublished(transaction.db, { bankId: id, version, at: timestamp(clock) })
      }
      transaction.publish(QUESTION_BANKS_TOPIC)
    },

    /** Reads a member's own banks one by one in all their versions, for the copy of their data. */
    async *readForOwner(userId: string): AsyncGenerator<QuestionBankView[]> {
      for (const bank of await listBanks(database.read, userId))
        for (const version of await listVersions(database.read, bank.id)) yield [toView({ bank, version })]
    },
  }
}

type Recorded = { actor: Actor; detail: string; isOwn: boolean }

/** Returns the tasks with some keys, or all. Throws `invalid` for an unknown key. */
function chooseTasks(tasks: readonly Task[], keys: readonly string[] | undefined): Task[] {
  const known = new Set(tasks.map(({ key }) => key))
  const unknown = keys?.findIndex((key) => !known.has(key)) ?? -1
  if (unknown >= 0) throw invalidField(`tasks.${unknown}`, MESSAGES.unknownTask)
  return tasks.filter(({ key }) => keys?.includes(key) ?? true)
}
