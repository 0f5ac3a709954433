/** Saves versions of question banks. */
import type { Task } from '#contracts/evaluation-projects/task.ts'
import { MB, QUESTION_BANKS } from '#contracts/limits.ts'
import type { BankDetails } from '#contracts/question-banks/bank.ts'
import { BANK_MESSAGES as MESSAGES } from '#contracts/question-banks/messages.ts'
import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import { conflict, invalid, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { sha256Hex } from '#server/platform/sha256.ts'
import { isOwnBank } from './policy.ts'
import { type BankRow, countOwnBanks, findBank, findVersion, insertBank, insertVersion, updateBank } from './store.ts'

export type Material = { name: string; text: string }

/** What a version says; without `material`, that of the newest version stays, since a file of tasks can't contain it. */
type NewVersion = { details: BankDetails; tasks: readonly Task[]; material?: Material | null }

/** Creates a function that saves tasks as a bank, or as its next version. */
export function createVersionSaver(clock: Clock) {
  /** Adds a bank, or the next version to one. Returns its number. Throws `conflict` above the limits. */
  async function addVersionNumber({ db }: Transaction, id: string, { bank, ownerId }: Target): Promise<number> {
    if (bank) {
      if (bank.newestVersion >= QUESTION_BANKS.versions) throw conflict(MESSAGES.versionsMax(QUESTION_BANKS.versions))
      await updateBank(db, id, { newestVersion: bank.newestVersion + 1 })
      return bank.newestVersion + 1
    }
    if (ownerId !== null && (await countOwnBanks(db, ownerId)) >= QUESTION_BANKS.perMember)
      throw conflict(MESSAGES.banksMax(QUESTION_BANKS.perMember))
    await insertBank(db, { id, ownerId, newestVersion: 1, publishedVersion: null, createdAt: timestamp(clock) })
    return 1
  }

  /**
   * Saves a version of a member's bank, or of the platform's if `ownerId` is `null`, inside a transaction. Returns its
   * number, which is that of the newest version if it says the same. Throws `notFound` for somebody else's bank,
   * `invalid` without tasks, `conflict` above the limits.
   */
  return async function saveVersion(
    transaction: Transaction,
    id: string,
    newVersion: NewVersion,
    ownerId: string | null,
  ): Promise<number> {
    const { db, lockName } = transaction
    await lockName(`question-banks ${ownerId ?? ''}`)
    const bank = await findBank(db, id)
    if (bank) authorize(isOwnBank(bank, ownerId), notFound(MESSAGES.notFound))
    const newest = bank && (await findVersion(db, id, bank.newestVersion))
    const version = toColumns(newVersion, newest)
    if (newest && isSameVersion(newest, version)) return newest.version
    assertWithinLimits(version)
    const number = await addVersionNumber(transaction, id, { bank, ownerId })
    await insertVersion(db, {
      ...version,
      bankId: id,
      version: number,
      createdAt: timestamp(clock),
      publishedAt: null,
    })
    return number
  }
}

type Target = { bank: BankRow | undefined; ownerId: string | null }
type MaterialColumns = { materialName: string | null; materialText: string | null }

const NO_MATERIAL: MaterialColumns = { materialName: null, materialText: null }

/** Returns the columns that say what a version is. */
function toColumns({ details: { tags, ...details }, tasks, material }: NewVersion, newest = NO_MATERIAL) {
  const stored = tasks.map(toBankTask)
  const { materialName, materialText } =
    material === undefined
      ? newest
      : material
        ? { materialName: material.name, materialText: material.text }
        : NO_MATERIAL
  return {
    ...details,
    tagsJson: JSON.stringify(splitTags(tags)),
    tasksJson: JSON.stringify(stored),
    taskCount: stored.length,
    hash: sha256Hex(toCanonicalJson(stored)),
    materialName,
    materialText,
  }
}

/** Returns a task as a bank keeps it: without what belongs to a project. */
const toBankTask = ({ criterion: _criterion, origin: _origin, ...task }: Task) => task

const splitTags = (tags: string): string[] =>
  tags
    .split(/[、，,]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')

function assertWithinLimits({ tasksJson, taskCount }: ReturnType<typeof toColumns>): void {
  if (taskCount === 0) throw invalid(MESSAGES.noTasks)
  if (taskCount > QUESTION_BANKS.tasks) throw conflict(MESSAGES.tasksMax(QUESTION_BANKS.tasks))
  if (Buffer.byteLength(tasksJson) > QUESTION_BANKS.bytes) throw conflict(MESSAGES.bytesMax(QUESTION_BANKS.bytes / MB))
}

const COMPARED = ['title', 'description', 'licence', 'source', 'hash', 'materialName', 'materialText'] as const

type ComparedVersion = Record<(typeof COMPARED)[number], string | null>

const isSameVersion = (
  newest: ComparedVersion & { tagsJson: unknown },
  version: ComparedVersion & { tagsJson: string },
): boolean =>
  COMPARED.every((column) => newest[column] === version[column]) && JSON.stringify(newest.tagsJson) === version.tagsJson
