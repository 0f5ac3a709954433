/** What the platform stores about the owners of accounts: how they get a copy of it, and what happens to it later. */
import { Readable } from 'node:stream'
import type { SessionUser, UserRow } from '#server/modules/identity/service.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { ZipInput } from '#server/platform/files/zip-stream.ts'
import { streamJson } from '#server/platform/tables/json.ts'

/** An account that is being deleted, for the modules that remove what belongs to it. */
export type RemovedAccount = Pick<UserRow, 'id' | 'email' | 'emailVerifiedAt'>

/** The signed-in owner of an account who gets a copy of their data. */
export type DataOwner = SessionUser & {
  /** `undefined` until it is verified: an unverified address may belong to somebody else. */
  verifiedEmail: string | undefined
}

/** A file of the copy. Attachments have no description. */
export type OwnDataFile = ZipInput & { description?: string }

/** A category of data about account owners. Each table that names people belongs to one (decision 063). */
export type AccountDataCategory = {
  tables: readonly (keyof Tables)[]
  /** Lists the files with the owner's data; a text says why it isn't part of the copy. */
  copy: ((owner: DataOwner) => Promise<OwnDataFile[]>) | { withheld: string }
  /**
   * Removes the data when the account is deleted. `cascade`: the database deletes it with the user's row. `remains`:
   * it stays, since it belongs to others or is needed to trace actions (decision 062).
   */
  removal: ((transaction: Transaction, account: RemovedAccount) => Promise<unknown>) | 'cascade' | 'remains'
  /** Passes on to colleagues what an account owns that is being disabled. */
  passOn?: (transaction: Transaction, accountId: string) => Promise<void>
  /** Passes on to colleagues what only members can have, of an account that joins the staff. */
  leaveToMembers?: (transaction: Transaction, accountId: string) => Promise<void>
}

/** Returns a file with a value as readable JSON; the value is loaded when the file is written. */
export const createJsonFile = (name: string, description: string, load: () => Promise<unknown>): OwnDataFile => ({
  name: `${name}.json`,
  description,
  open: async () => ({ stream: Readable.from([Buffer.from(JSON.stringify(await load(), null, 2))]) }),
})

/** Returns a file with pages of a list as readable JSON, of which only one page at a time is in memory. */
export const createJsonListFile = (
  name: string,
  description: string,
  streamItems: () => AsyncIterable<readonly unknown[]>,
): OwnDataFile => ({
  name: `${name}.json`,
  description,
  open: async () => ({ stream: Readable.from(streamJson(streamItems())) }),
})
