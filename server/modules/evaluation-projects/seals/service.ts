/** Seals of questions: published as a hash before the candidates are asked, opened with the report. */
import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { PROJECT_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { OpenedSeal, Seal } from '#contracts/evaluation-projects/seal.ts'
import { SealedQuestionSchema, type Task } from '#contracts/evaluation-projects/task.ts'
import { TASKS } from '#contracts/limits.ts'
import { createSealText, listSealedQuestions } from '#contracts/rules/evaluation/seal.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import { conflict } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import { sha256Hex } from '#server/platform/sha256.ts'
import { canChangeTrials } from '../policy.ts'
import { assertPrecondition, type Owner, type Projects } from '../projects.ts'
import {
  getSealedQuestions,
  insertSeal,
  listNonces,
  listSeals,
  markOpened,
  replaceNonce,
  type SealRow,
} from './store.ts'
import { findCurrentSeal, hashQuestions, toSeals } from './view.ts'

const NONCE_BYTES = 32

type Dependencies = { database: Database; clock: Clock; encryption: Encryption; projects: Projects }

export type Seals = ReturnType<typeof createSeals>

/** Creates the functions that seal questions and open seals. */
export function createSeals({ database, clock, encryption, projects }: Dependencies) {
  const getPurpose = (id: string) => `evaluation-seal:${id}`

  async function insert({ db }: Transaction, projectId: string, tasks: readonly Task[]): Promise<void> {
    const id = randomUUID()
    const nonce = randomBytes(NONCE_BYTES).toString('hex')
    const questions = listSealedQuestions(tasks)
    await insertSeal(db, {
      id,
      projectId,
      hash: sha256Hex(createSealText(nonce, questions)),
      nonceEncrypted: encryption.encrypt(nonce, getPurpose(id)),
      questionsJson: JSON.stringify(questions),
      contentHash: hashQuestions(tasks),
      count: questions.length,
      sealedAt: timestamp(clock),
      openedAt: null,
    })
  }

  /** Returns a nonce; `null` if it was encrypted with an `APP_SECRET` that is lost. */
  const decryptNonce = ({ id, nonceEncrypted }: SealRow): string | null =>
    encryption.tryDecrypt(nonceEncrypted, getPurpose(id)) ?? null

  async function openSeal(db: Queryable, row: SealRow): Promise<OpenedSeal> {
    const questions = z.array(SealedQuestionSchema).parse(await getSealedQuestions(db, row.id))
    return { hash: row.hash, sealedAt: row.sealedAt, nonce: decryptNonce(row), questions }
  }

  return {
    /**
     * Seals the tasks of a member's own project that are marked as sealed, and returns all of its seals. Changes nothing
     * if one of them is current. Throws `notFound`, `conflict` after 定稿, without such a task, or above the limit.
     */
    seal: (id: string, owner: Owner): Promise<Seal[]> =>
      database.write(async (transaction) => {
        const { status, tasks } = await projects.lockAs(transaction, id, owner.id)
        assertPrecondition(canChangeTrials(status))
        assertPrecondition(listSealedQuestions(tasks).length > 0, MESSAGES.nothingToSeal)
        const rows = await listSeals(transaction.db, id)
        if (findCurrentSeal(rows, tasks)) return toSeals(rows, tasks)
        if (rows.length >= TASKS.seals) throw conflict(MESSAGES.sealsMax(TASKS.seals))
        await insert(transaction, id, tasks)
        const summary = `${listSealedQuestions(tasks).length}道`
        await projects.record(transaction, id, { by: owner, act: 'tasksSealed', summary })
        return toSeals(await listSeals(transaction.db, id), tasks)
      }),

    /**
     * Returns the hash of the seal under which tasks are asked; `null` if none of them is sealed, or the project's never
     * were. `tasks` are all of the project's, `asked` those of a run. Throws `conflict` if they aren't as they were sealed.
     */
    async getSealOf(
      projectId: string,
      { tasks, asked }: { tasks: readonly Task[]; asked: readonly Task[] },
    ): Promise<string | null> {
      if (!asked.some(({ isSealed }) => isSealed)) return null
      const rows = await listSeals(database.read, projectId)
      const last = rows.at(-1)
      if (!last) return null
      const current = findCurrentSeal(rows, tasks)
      if (!current) throw conflict(MESSAGES.sealBroken(formatMinuteInShanghai(new Date(last.sealedAt))))
      return current.hash
    },

    /** Throws `conflict` if a report has opened a seal: everybody may know its questions, even if the report was taken back. */
    async assertUnopened(db: Queryable, projectId: string, hash: string): Promise<void> {
      const seal = (await listSeals(db, projectId)).find((row) => row.hash === hash)
      if (seal && seal.openedAt !== null) throw conflict(MESSAGES.sealOpened)
    },

    /** Opens the seals of a project for its report, inside the caller's transaction: nothing is asked under them again. */
    async open({ db }: Transaction, projectId: string): Promise<OpenedSeal[]> {
      const opened: OpenedSeal[] = []
      for (const row of await listSeals(db, projectId)) opened.push(await openSeal(db, row))
      await markOpened(db, projectId, timestamp(clock))
      return opened
    },

    /** Encrypts the nonces again that were encrypted with a previous secret. Returns how many. */
    reencryptSecrets: (): Promise<number> =>
      database.write(async ({ db }) => {
        let count = 0
        for (const { id, nonceEncrypted } of await listNonces(db)) {
          const reencrypted = encryption.reencrypt(nonceEncrypted, getPurpose(id))
          if (reencrypted === undefined) continue
          await replaceNonce(db, id, reencrypted)
          count += 1
        }
        return count
      }),
  }
}
