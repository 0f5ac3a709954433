/**
 * What an address answered before, kept for its later inquiries if it wished so: private to it, encrypted with
 * `APP_SECRET`, and independent of the inquiries, whose owners may delete them. Prices belong to one offer and are never
 * kept.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AskedProduct } from '#contracts/inquiries/inquiry.ts'
import { type AnswerContent, AnswerContentSchema, type AskedQuestion } from '#contracts/inquiries/question.ts'
import { INQUIRIES } from '#contracts/limits.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import { toPaddedJson } from '../sealing.ts'
import {
  deleteLibrary,
  deleteOldLibraryRows,
  type LibraryRow,
  listAllLibraryRows,
  listLibraryRows,
  listLibraryRowsOf,
  replaceLibraryContent,
  saveLibraryRow,
} from './store.ts'

const KeptSchema = z.object({ title: z.string(), productName: z.string(), content: AnswerContentSchema })
/** An answer as its vendor's copy lists it. */
type KeptAnswer = z.infer<typeof KeptSchema> & { updatedAt: string }

type Place = Pick<LibraryRow, 'email' | 'product' | 'question'>
type Dependencies = { database: Database; clock: Clock; encryption: Encryption }
type Kept = { product: AskedProduct; questions: readonly AskedQuestion[] }

export type Library = ReturnType<typeof createLibrary>

/** Binds a kept answer to its place, so that it can't be moved to another address or question. */
const getPurpose = ({ email, product, question }: Place) =>
  `inquiry-library:${JSON.stringify([email, product, question])}`

const getProductIdentity = ({ productId, name }: AskedProduct) => productId ?? `name:${name.trim()}`

/** What identifies the same question in another inquiry: its attribute, or its words. */
const getQuestionIdentity = ({ attribute, title }: AskedQuestion) =>
  attribute ? `attribute:${attribute.key}` : `text:${title.trim()}`

const isReusable = ({ kind }: AskedQuestion) => kind === 'attribute' || kind === 'text'

/** Creates the functions of what vendors keep. */
export function createLibrary({ database, clock, encryption }: Dependencies) {
  /** Returns a kept answer; `undefined` if the secret that encrypted it is lost. */
  function find(row: LibraryRow): KeptAnswer | undefined {
    const text = encryption.tryDecrypt(row.contentEncrypted, getPurpose(row))
    return text === undefined ? undefined : { ...KeptSchema.parse(JSON.parse(text)), updatedAt: row.updatedAt }
  }

  return {
    /** Keeps the answers of an address to questions on a product; later answers replace earlier ones. */
    async keep(
      { db }: Transaction,
      email: string,
      { product, questions }: Kept,
      answers: readonly (AnswerContent & { question: string })[],
    ): Promise<void> {
      const updatedAt = timestamp(clock)
      for (const question of questions.filter(isReusable)) {
        const answer = answers.find((candidate) => candidate.question === question.key)
        if (!answer || answer.value === null) continue
        const { value, note, sourceUrl } = answer
        const place = { email, product: getProductIdentity(product), question: getQuestionIdentity(question) }
        const kept = { title: question.title, productName: product.name, content: { value, note, sourceUrl } }
        const contentEncrypted = encryption.encrypt(toPaddedJson(kept), getPurpose(place))
        await saveLibraryRow(db, { id: randomUUID(), ...place, contentEncrypted, updatedAt })
      }
      await deleteOldLibraryRows(db, email, INQUIRIES.kept)
    },

    /** Lists what an address answered to the same questions on the same product, by the keys of the questions. */
    async list(db: Queryable, email: string, { product, questions }: Kept) {
      const rows = await listLibraryRowsOf(db, email, getProductIdentity(product))
      return questions.filter(isReusable).flatMap((question) => {
        const row = rows.find((candidate) => candidate.question === getQuestionIdentity(question))
        const kept = row && find(row)
        return kept ? [{ question: question.key, ...kept.content, at: kept.updatedAt }] : []
      })
    },

    /** Returns how many answers an address has kept. */
    count: async (db: Queryable, email: string): Promise<number> => (await listLibraryRows(db, email)).length,

    /** Lists all that an address has kept, the newest first, for its owner's copy. */
    readForOwner: async (email: string): Promise<KeptAnswer[]> =>
      (await listLibraryRows(database.read, email)).flatMap((row) => find(row) ?? []),

    /** Deletes all that an address has kept. */
    remove: ({ db }: Transaction, email: string) => deleteLibrary(db, email),

    /** Encrypts again what a previous `APP_SECRET` encrypted. Returns the number of answers. */
    reencryptSecrets: (): Promise<number> =>
      database.write(async ({ db }) => {
        let count = 0
        for (const row of await listAllLibraryRows(db)) {
          const reencrypted = encryption.reencrypt(row.contentEncrypted, getPurpose(row))
          if (reencrypted === undefined) continue
          await replaceLibraryContent(db, row.id, { from: row.contentEncrypted, to: reencrypted })
          count += 1
        }
        return count
      }),
  }
}
