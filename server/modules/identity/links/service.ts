import { ACCOUNT_LINK_MESSAGES } from '#contracts/account-links/messages.ts'
import { ACCOUNT_LINKS } from '#contracts/limits.ts'
import type { LinkPurpose } from '#contracts/vocabulary.ts'
import { notFound } from '#server/platform/app-error.ts'
import { type Clock, getLatestPossibleTime, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { sha256 } from '#server/platform/sha256.ts'
import { consumeLink, deleteLinks, findLink, type LinkRow, listLinks, replaceLink } from './store.ts'

const linkNotFound = () => notFound(ACCOUNT_LINK_MESSAGES.linkInvalid, { security: { name: 'token-rejected' } })

export type { LinkRow }
export type Links = ReturnType<typeof createLinks>

/** Creates the one-time tokens of mailed links: 256 random bits, of which only the hash is stored. They expire. */
export function createLinks({ database, clock }: { database: Database; clock: Clock }) {
  return {
    /** Stores a link inside the caller's transaction, which replaces the previous one for the same purpose. */
    async add(
      { db }: Transaction,
      { token, userId, purpose }: { token: string; userId: string; purpose: LinkPurpose },
    ): Promise<void> {
      const expiresAt = new Date(clock.now().getTime() + ACCOUNT_LINKS.lifetimeMs[purpose]).toISOString()
      await replaceLink(db, { tokenHash: sha256(token), userId, purpose, createdAt: timestamp(clock), expiresAt })
    },

    /**
     * Returns the link of a token; use it before expensive work. Throws `notFound` if it is invalid for these purposes.
     */
    async get(token: string, purposes: readonly LinkPurpose[]): Promise<LinkRow> {
      const link = await findLink(database.read, { tokenHash: sha256(token), purposes, now: timestamp(clock) })
      if (!link) throw linkNotFound()
      return link
    },

    /** Consumes a token inside the caller's transaction. Throws `notFound` if it is invalid for these purposes. */
    async consume({ db }: Transaction, token: string, purposes: readonly LinkPurpose[]): Promise<LinkRow> {
      const link = await consumeLink(db, { tokenHash: sha256(token), purposes, now: timestamp(clock) })
      if (!link) throw linkNotFound()
      return link
    },

    /** Lists the links of users, including expired ones. */
    list: (db: Queryable, userIds: readonly string[]): Promise<LinkRow[]> => listLinks(db, userIds),

    removeAll: async ({ db }: Transaction, userId: string): Promise<void> => {
      await deleteLinks(db, userId)
    },

    /** Returns whether a mail with this link was sent so recently that another must not be sent. */
    wasSentRecently({ createdAt }: LinkRow): boolean {
      const now = timestamp(clock)
      if (createdAt > getLatestPossibleTime(now)) return false
      return Date.parse(now) - Date.parse(createdAt) < ACCOUNT_LINKS.minIntervalMs
    },
  }
}
