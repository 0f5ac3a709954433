import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { ACT_RIGHTS } from '#contracts/colleagues/roles.ts'
import type { Authorship } from '#contracts/content/revision.ts'
import { SHORTLIST_LIMITS } from '#contracts/limits.ts'
import { EXPORT_CONTENT_TYPES } from '#contracts/mime-types.ts'
import { PAGES } from '#contracts/paths.ts'
import type { Requirements } from '#contracts/rules/shortlists/match-product.ts'
import { SHORTLIST_MESSAGES as MESSAGES } from '#contracts/shortlists/messages.ts'
import type {
  QuestionFormat,
  Shortlist,
  ShortlistCreate,
  ShortlistPreview,
  ShortlistResult,
  ShortlistSummary,
  ShortlistUpdate,
} from '#contracts/shortlists/shortlist.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { ColleagueAccess } from '#server/modules/colleagues/service.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, invalidFields, notFound } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { findAuthorship } from '#server/platform/database/find-authorship.ts'
import { matchesRevision } from '#server/platform/http/replies/if-match.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import { createSaveStamp } from '#server/platform/save-stamp.ts'
import { createShortlistCandidates, type ProductEventCounter, toCandidates } from './candidates.ts'
import { createChangeNotifications, toNotifiedResult } from './change-notifications.ts'
import { matchCatalogue, matchShortlist } from './match.ts'
import { listRequirementErrors, toRequirableAttributes } from './requirements.ts'
import { createShortlistSharing } from './sharing.ts'
import {
  countOwnShortlists,
  deleteShortlist,
  deleteSubscription,
  findSubscription,
  insertShortlist,
  listOwnShortlists,
  listShortlistsById,
  listSubscribedIds,
  replaceNotifiedResults,
  type ShortlistRow,
  saveSubscription,
  updateShortlist,
} from './store.ts'
import {
  findRole,
  getAs,
  getShortlistRow,
  parseContents,
  type ShortlistContents,
  toColumns,
} from './stored-shortlist.ts'
import { getOwnShortlistsLock, getShortlistLock, SHORTLISTS_TOPIC } from './topics.ts'
import { toShortlist, toShortlistResult, toShortlistSummary } from './view.ts'

export { SHORTLISTS_TOPIC }
export type ShortlistService = ReturnType<typeof createShortlistService>
/** Returns whether a shortlist already has the requirements. */
function hasRequirements(row: ShortlistRow, { required, preferred }: Requirements): boolean {
  const stored = parseContents(row)
  return isDeepStrictEqual([stored.required, stored.preferred], [required, preferred])
}

/** The member who saves, and the `If-Match` header with the version that the change is based on. */
type SaveContext = { actor: Actor; ifMatch: string | undefined }
/** A signed-in user who reads or creates a shortlist. */
type Member = { id: string }
type NewShortlist = ShortlistContents & { title: string; notes: string }

type Dependencies = {
  database: Database
  clock: Clock
  products: ProductService
  facts: FactService
  mail: MailService
  audit: AuditService
  publicUrl: string
  colleagues: ColleagueAccess
  analytics: { visits: ProductEventCounter }
}

/**
 * Creates the shortlist service. Anyone who has its URL, which can't be guessed, can open a shortlist; only its owner and
 * colleagues can change it.
 */
export function createShortlistService(dependencies: Dependencies) {
  const { database, clock, products, facts, mail, audit, publicUrl, colleagues, analytics } = dependencies

  const sharing = createShortlistSharing({ clock, audit, colleagues })

  async function assertValidRequirements(catalogue: Catalogue, requirements: Requirements): Promise<void> {
    const attributes = toRequirableAttributes(await facts.attributes.list(catalogue))
    const errors = listRequirementErrors(requirements, attributes)
    if (errors.length > 0) throw invalidFields(errors)
  }

  const isSubscribed = async (db: Queryable, shortlistId: string, userId: string): Promise<boolean> =>
    (await findSubscription(db, { userId, shortlistId })) !== undefined

  const matchContents = (contents: ShortlistContents) => matchShortlist({ products, facts }, contents)

  async function buildShortlist(
    row: ShortlistRow,
    member: Member | null,
  ): Promise<{ value: Shortlist; revision: number }> {
    const attributes = await facts.attributes.list(row.catalogue)
    const matched = await matchContents(parseContents(row))
    const role = await findRole(database.read, row, { colleagues, memberId: member?.id })
    const isNotified = member !== null && (await isSubscribed(database.read, row.id, member.id))
    return { value: toShortlist(row, matched, { role, isNotified, attributes }), revision: row.version }
  }

  /** Inserts a shortlist, owned by the member if given. Throws `conflict` if the member has too many. */
  async function insertNew(
    transaction: Transaction,
    input: NewShortlist,
    member: Member | null,
  ): Promise<{ id: string }> {
    const { catalogue, title, notes, ...contents } = input
    const id = randomUUID()
    if (member) await transaction.lockName(getOwnShortlistsLock(member.id))
    if (member && (await countOwnShortlists(transaction.db, member.id)) >= SHORTLIST_LIMITS.perMember)
      throw conflict(MESSAGES.tooMany(SHORTLIST_LIMITS.perMember))
    const stamp = createSaveStamp(clock, member)
    await insertShortlist(transaction.db, {
      id,
      ownerId: member?.id ?? null,
      catalogue,
      title,
      notes,
      ...toColumns(contents),
      createdAt: stamp.updatedAt,
      ...stamp,
    })
    await analytics.visits.countProductEvents(
      transaction,
      'shortlisted',
      contents.candidates.map((candidate) => candidate.id),
    )
    return { id }
  }

  return {
    ...createShortlistCandidates({ database, clock, products, colleagues, visits: analytics.visits }),
    ...createChangeNotifications({ database, mail, matchContents, publicUrl }),

    /** Returns the matching products without saving anything. Throws `invalid` for unknown attributes and values. */
    async preview({ catalogue, ...requirements }: ShortlistPreview): Promise<ShortlistResult> {
      await assertValidRequirements(catalogue, requirements)
      const result = await matchCatalogue({ products, facts }, catalogue, requirements)
      return toShortlistResult(result, await facts.attributes.list(catalogue))
    },

    /** Creates a shortlist, owned by the member if signed in. Throws `invalid`; `conflict` if they have too many. */
    async create({ candidates: ids, ...input }: ShortlistCreate, member: Member | null): Promise<{ id: string }> {
      await assertValidRequirements(input.catalogue, input)
      const candidates = await toCandidates(products, input.catalogue, ids)
      return writeOnce(database, (transaction) => insertNew(transaction, { ...input, candidates, notes: '' }, member))
    },

    /** Lists a member's own shortlists, then those that others share with them, each most recently changed first. */
    async list(memberId: string): Promise<ShortlistSummary[]> {
      const own = await listOwnShortlists(database.read, memberId)
      const roles = await colleagues.listShared(database.read, 'shortlist', memberId)
      const shared = await listShortlistsById(database.read, [...roles.keys()])
      const subscribed = new Set(await listSubscribedIds(database.read, memberId))
      return [
        ...own.map((row) => toShortlistSummary(row, { role: 'owner', isNotified: subscribed.has(row.id) })),
        ...shared.map((row) =>
          toShortlistSummary(row, { role: roles.get(row.id) ?? 'secretary', isNotified: subscribed.has(row.id) }),
        ),
      ]
    },

    /** Lists a member's shortlists with everything that they entered, but without matches. */
    async listOwnContents(ownerId: string) {
      const rows = await listOwnShortlists(database.read, ownerId)
      return rows.map((row) => {
        const { id, title, notes, createdAt, updatedAt } = row
        return { id, title, notes, ...parseContents(row), createdAt, updatedAt }
      })
    },

    /** Lists the shortlists, also of others, whose changes are mailed to a user. */
    listSubscribed: (userId: string): Promise<string[]> => listSubscribedIds(database.read, userId),

    /** Returns what was entered into a shortlist that a member works on. Throws `notFound`. */
    async getContents(id: string, memberId: string): Promise<ShortlistContents> {
      return parseContents(await getAs(database.read, id, { colleagues, memberId }))
    },

    /** Returns a shortlist with its current matches. Throws `notFound`. */
    async get(id: string, member: Member | null) {
      const row = await getShortlistRow(database.read, id)
      if (member) await colleagues.joinItem(database, { kind: 'shortlist', id }, member.id)
      return buildShortlist(row, member)
    },

    /** Returns who saved a shortlist last, to those who work on it. Throws `notFound`. */
    async getAuthorship(id: string, memberId: string): Promise<Authorship> {
      await getAs(database.read, id, { colleagues, memberId })
      const authorship = await findAuthorship(database.read, 'shortlists', id)
      if (!authorship) throw notFound(MESSAGES.notFound)
      return authorship
    },

    /**
     * Updates a shortlist, except its candidates, and whether its changes are mailed to the actor. Throws `invalid`,
     * `notFound`, `versionConflict`.
     */
    async update(
      id: string,
      { title, notes, isNotified, ...requirements }: ShortlistUpdate,
      { actor, ifMatch }: SaveContext,
    ) {
      const stored = parseContents(await getAs(database.read, id, { colleagues, memberId: actor.id }))
      await assertValidRequirements(stored.catalogue, requirements)
      // Binds a colleague who hasn't opened it to their account, with which their subscription ends.
      await colleagues.joinItem(database, { kind: 'shortlist', id }, actor.id)
      const notifiedResultJson = JSON.stringify(toNotifiedResult(await matchContents({ ...stored, ...requirements })))
      const row = await database.write(async ({ db, lockName, publish }) => {
        await lockName(getShortlistLock(id))
        const current = await getAs(db, id, { colleagues, memberId: actor.id })
        const { version } = current
        if (!matchesRevision(ifMatch, version)) throw new AppError('versionConflict', MESSAGES.stale)
        await updateShortlist(db, id, {
          title,
          notes,
          requiredJson: JSON.stringify(requirements.required),
          preferredJson: JSON.stringify(requirements.preferred),
          version: version + 1,
          ...createSaveStamp(clock, actor),
        })
        const subscription = { userId: actor.id, shortlistId: id }
        if (!isNotified) await deleteSubscription(db, subscription)
        else if (!(await isSubscribed(db, id, actor.id)))
          await saveSubscription(db, { ...subscription, notifiedResultJson })
        // What the requirements change by themselves is told to nobody.
        if (!hasRequirements(current, requirements)) await replaceNotifiedResults(db, id, notifiedResultJson)
        publish(SHORTLISTS_TOPIC)
        return getShortlistRow(db, id)
      })
      return buildShortlist(row, actor)
    },

    /** Deletes a member's own shortlist. Throws `notFound`, `forbidden` for colleagues. */
    remove: (id: string, actor: Actor): Promise<void> =>
      database.write(async (transaction) => {
        await getAs(transaction.db, id, { colleagues, memberId: actor.id, right: ACT_RIGHTS.removeShortlist })
        await deleteShortlist(transaction.db, id)
        transaction.publish(SHORTLISTS_TOPIC)
        await audit.record(transaction, { actor, action: 'shortlist.remove', target: id })
      }),

    /** Passes on or deletes the shortlists of an account that is being deleted, inside the caller's transaction. */
    async removeAccountData(transaction: Transaction, ownerId: string): Promise<void> {
      const { db, lockName, publish } = transaction
      await lockName(getOwnShortlistsLock(ownerId))
      for (const { id } of await listOwnShortlists(db, ownerId)) {
        publish(SHORTLISTS_TOPIC)
        if (await sharing.succeed(transaction, id, { leavingId: ownerId, staysColleague: false })) continue
        await deleteShortlist(db, id)
      }
    },

    sharing,

    /** Copies a shortlist into the member's own shortlists. Throws `notFound` and `conflict`. */
    copy: (sourceId: string, actor: Actor): Promise<{ id: string }> =>
      writeOnce(database, async (transaction) => {
        const row = await getShortlistRow(transaction.db, sourceId)
        const { title, notes } = row
        return insertNew(transaction, { ...parseContents(row), title, notes }, actor)
      }),

    /** Exports the questions for the vendors as a Word or Excel file, or as a Word document each. Throws `notFound`. */
    async exportQuestions(id: string, format: QuestionFormat) {
      const row = await getShortlistRow(database.read, id)
      const matched = await matchContents(parseContents(row))
      const attributes = await facts.attributes.list(row.catalogue)
      const { describeOmittedProducts, listQuestions, ...writers } = await import('./questions.ts')
      const options = {
        title: row.title,
        url: publicUrl + PAGES.shortlist(id),
        now: clock.now(),
        omittedProducts: describeOmittedProducts(matched),
      }
      const questions = listQuestions(matched, attributes)
      const write = {
        docx: writers.writeQuestionDocument,
        xlsx: writers.writeQuestionWorkbook,
        zip: writers.writeVendorDocuments,
      }[format]
      return {
        bytes: await write(questions, options),
        mimetype: EXPORT_CONTENT_TYPES[format],
        extension: format,
        name: `${row.title}-询问清单`,
      }
    },
  }
}
