import { timingSafeEqual } from 'node:crypto'
import type { MailChoice } from '#contracts/mail/mail-choices.ts'
import { MAIL_CHOICE_MESSAGES as MESSAGES } from '#contracts/mail/messages.ts'
import {
  isOptionalMail,
  OPTIONAL_MAIL_KINDS,
  OPTIONAL_MAIL_LABELS,
  type OptionalMailKind,
} from '#contracts/mail/optional-mails.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import { deleteOptOut, findAddressee, hasUser, insertOptOut, listOptOuts } from './store.ts'

export type MailChoices = ReturnType<typeof createMailChoices>

type Dependencies = { database: Database; clock: Clock; encryption: Encryption; publicUrl: string }

/** The purpose of the signatures of unsubscribe links. */
const PURPOSE = 'unsubscribe links'

/** Creates the choices of members, which kinds of mail they get. Needed ones, such as receipts, can't be switched off. */
export function createMailChoices({ database, clock, encryption, publicUrl }: Dependencies) {
  /** A link ends one kind of mail to one account, and can do nothing else; it needs no sign-in and doesn't expire. */
  const createToken = (userId: string, kind: OptionalMailKind): string =>
    `${kind}.${userId}.${encryption.hash(`${kind}.${userId}`, PURPOSE)}`

  /** Returns what a token ends. Throws `notFound` if it isn't one of ours. */
  function readToken(token: string): { userId: string; kind: OptionalMailKind } {
    const [kind = '', userId = '', signature = ''] = token.split('.')
    const isValid = encryption.listHashes(`${kind}.${userId}`, PURPOSE).some((hash) => isEqual(hash, signature))
    if (!isValid || !isOptionalMail(kind)) throw notFound(MESSAGES.invalidLink)
    return { userId, kind }
  }

  async function list(db: Queryable, userId: string): Promise<MailChoice[]> {
    const off = await listOptOuts(db, userId)
    return OPTIONAL_MAIL_KINDS.map((kind) => ({ kind, label: OPTIONAL_MAIL_LABELS[kind], isOn: !off.includes(kind) }))
  }

  return {
    list: (userId: string): Promise<MailChoice[]> => list(database.read, userId),

    /** Switches a kind of mail on or off. Returns all choices. */
    change: (kind: OptionalMailKind, isOn: boolean, { id: userId }: { id: string }): Promise<MailChoice[]> =>
      database.write(async ({ db }) => {
        if (isOn) await deleteOptOut(db, { userId, kind })
        else await insertOptOut(db, { userId, kind, createdAt: timestamp(clock) })
        return list(db, userId)
      }),

    /** Ends the kind of mail that a token names. Throws `notFound` if it isn't valid, or the account was deleted. */
    async unsubscribe(token: string): Promise<void> {
      const { userId, kind } = readToken(token)
      await database.write(async ({ db }) => {
        if (!(await hasUser(db, userId))) throw notFound(MESSAGES.invalidLink)
        await insertOptOut(db, { userId, kind, createdAt: timestamp(clock) })
      })
    },

    /**
     * Returns what a member has chosen about a kind of mail, with the link that ends it; `undefined` for needed mails, and
     * for addresses without an account.
     */
    async find(db: Queryable, kind: string, email: string) {
      if (!isOptionalMail(kind)) return undefined
      const addressee = await findAddressee(db, email)
      if (!addressee) return undefined
      const query = { token: createToken(addressee.id, kind) }
      return {
        isOn: !(await listOptOuts(db, addressee.id)).includes(kind),
        label: OPTIONAL_MAIL_LABELS[kind],
        url: publicUrl + buildPageUrl(PAGES.unsubscribe, SITE_PAGES.unsubscribe.parameters, query),
      }
    },
  }
}

const isEqual = (expected: string, actual: string): boolean =>
  expected.length === actual.length && timingSafeEqual(Buffer.from(expected), Buffer.from(actual))
