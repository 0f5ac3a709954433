import { IDEMPOTENCY_KEY_MS, IDEMPOTENCY_MESSAGES } from '#contracts/idempotency-key.ts'
import { AppError } from '../app-error.ts'
import { type Clock, timestamp } from '../clock.ts'
import type { Database, Queryable, Transaction } from '../database/database.ts'
import { deleteInBatches } from '../database/delete-in-batches.ts'
import {
  deleteKeyBefore,
  deleteKeysBefore,
  deleteKeysOfUser,
  findKey,
  insertKey,
  saveResult,
} from '../database/idempotency-keys.ts'
import type { Encryption } from '../encryption.ts'
import { type Act, runWithKey } from './write-once.ts'

/** Results may contain what is shown only once, such as a link, so they are encrypted. */
const PURPOSE = 'idempotent result'

/**
 * A request with an idempotency key. `fingerprint` is a hash of the caller, the call and its input: nobody else can get
 * the result with the same key.
 */
export type KeyedRequest = { key: string; userId: string | null; fingerprint: string }

type Dependencies = { database: Database; encryption: Encryption; clock: Clock }

export type IdempotencyService = ReturnType<typeof createIdempotencyService>

/** Creates the service that remembers what requests with an idempotency key did, so that it isn't done again. */
export function createIdempotencyService({ database, encryption, clock }: Dependencies) {
  const getOldestTime = () => new Date(clock.now().getTime() - IDEMPOTENCY_KEY_MS).toISOString()

  /** Returns the remembered result. Throws `unprocessable` if the key was used for another request. */
  async function findResult(db: Queryable, { key, fingerprint }: KeyedRequest) {
    const row = await findKey(db, key, getOldestTime())
    if (!row) return undefined
    if (row.fingerprint !== fingerprint)
      throw new AppError('unprocessable', IDEMPOTENCY_MESSAGES.reused, { reason: 'idempotency-key-reused' })
    if (row.encryptedResult === null) throw new Error('a committed key has no result')
    const { result } = JSON.parse(encryption.decrypt(row.encryptedResult, PURPOSE))
    return { result }
  }

  /** Runs an act and remembers its result in the same transaction, or returns what the first request's act returned. */
  async function runOnce<Result>(transaction: Transaction, act: Act<Result>, request: KeyedRequest): Promise<Result> {
    const { db } = transaction
    await deleteKeyBefore(db, request.key, getOldestTime())
    const { key, userId, fingerprint } = request
    const row = { key, userId, fingerprint, encryptedResult: null, createdAt: timestamp(clock) }
    if (await insertKey(db, row)) {
      const result = await act(transaction)
      await saveResult(db, request.key, encryption.encrypt(JSON.stringify({ result }), PURPOSE))
      return result
    }
    const remembered = await findResult(db, request)
    if (!remembered) throw new Error('a key exists, but wasn’t found')
    return remembered.result
  }

  return {
    /** Returns what a request did when it was first sent; `undefined` if it is new. Throws `unprocessable`. */
    findResult: (request: KeyedRequest): Promise<{ result: unknown } | undefined> => findResult(database.read, request),

    /**
     * Runs the handling of a request, whose `writeOnce` then runs its act at most once a day. Returns the handler's
     * result. `getRequest` is called when the input has been read. Throws if the handler doesn't return the act's result:
     * a repeated request would get another reply.
     */
    async run<Result>(getRequest: () => KeyedRequest, handle: () => Promise<Result>): Promise<Result> {
      const parts = new Set<string>()
      let actResult: { value: unknown } | undefined
      const handled = await runWithKey({ runOnce: runRemembered, parts }, handle)
      if (parts.size === 0 && (!actResult || actResult.value !== handled))
        throw new Error('a handler with an idempotency key must return the result of writeOnce')
      return handled

      async function runRemembered<Value>(transaction: Transaction, act: Act<Value>, part: string): Promise<Value> {
        const { key, userId, fingerprint } = getRequest()
        const value = await runOnce(transaction, act, {
          key: part === '' ? key : `${key}/${part}`,
          userId,
          fingerprint,
        })
        actResult = { value }
        return value
      }
    },

    /** Deletes keys that are older than a day. */
    deleteExpired: (): Promise<void> =>
      deleteInBatches(database, ({ db }, limit) => deleteKeysBefore(db, getOldestTime(), limit)),

    /** Deletes the results of an account's requests, inside the caller's transaction. */
    removeAccountData: ({ db }: Transaction, userId: string) => deleteKeysOfUser(db, userId),
  }
}
