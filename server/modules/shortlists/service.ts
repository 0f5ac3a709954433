import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { ERROR_DEFINITIONS } from '#contracts/errors.ts'
import { SHORTLIST_LIMITS } from '#contracts/limits.ts'
import { PAGES } from '#contracts/paths.ts'
import type { Requirements } from '#contracts/rules/shortlists/match-product.ts'
import { SHORTLIST_MESSAGES as MESSAGES } from '#contracts/shortlists/messages.ts'
import {
  type QuestionFormat,
  RequirementSchema,
  type Shortlist,
  type ShortlistCreate,
  type ShortlistPreview,
  type ShortlistResult,
  type ShortlistSummary,
  type ShortlistUpdate,
} from '#contracts/shortlists/shortlist.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, invalidFields, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Write } from '#server/platform/database/database.ts'
import { matchesRevision } from '#server/platform/http/replies/if-match.ts'
import { matchCatalogue, toShortlistResult } from './match.ts'
import { describeResultChanges, NotifiedResultSchema, shortlistMail, toNotifiedResult } from './notices.ts'
import { findRequirementErrors, labelRequirement, toFilterableAttributes } from './requirements.ts'
import {
  countOwnShortlists,
  deleteShortlist,
  findShortlist,
  insertShortlist,
  listNotifiedShortlists,
  listOwnShortlists,
  type ShortlistRow,
  updateShortlist,
} from './store.ts'

/** The topic of a shortlist's own changes; its result also depends on its catalogue and the catalogue's facts. */
export const shortlistTopic = (id: string): string => `shortlist:${id}`

export type ShortlistService = ReturnType<typeof createShortlistService>
/** The signed-in member, or `null` for an anonymous visitor. */
type Caller = { id: string } | null

type Dependencies = {
  database: Database
  clock: Clock
  products: ProductService
  facts: FactService
  mail: MailService
  audit: AuditService
  publicUrl: string
}

const RequirementsSchema = z.array(RequirementSchema)
/** 96 random bits, so that a shortlist's URL can't be guessed. */
const ID_BYTES = 12

const MIME_TYPES: Record<QuestionFormat, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Creates the shortlist service. Anyone who has its URL can open a shortlist; only its owner can change it. */
export function createShortlistService(dependencies: Dependencies) {
  const { database, clock, products, facts, mail, audit, publicUrl } = dependencies

  const loadFilterableAttributes = async (catalogue: Catalogue, db?: Queryable) =>
    toFilterableAttributes(await facts.attributes.list(catalogue, db))

  async function assertValidRequirements(catalogue: Catalogue, requirements: Requirements): Promise<void> {
    const errors = findRequirementErrors(requirements, await loadFilterableAttributes(catalogue))
    if (errors.length > 0) throw invalidFields(errors, ERROR_DEFINITIONS.invalid.message)
  }

  async function computeResult(catalogue: Catalogue, requirements: Requirements): Promise<ShortlistResult> {
    const attributes = await loadFilterableAttributes(catalogue)
    return toShortlistResult(await matchCatalogue({ products, facts }, catalogue, requirements), attributes)
  }

  async function getShortlistRow(db: Queryable, id: string): Promise<ShortlistRow> {
    const row = await findShortlist(db, id)
    if (!row) throw notFound(MESSAGES.notFound)
    return row
  }

  /** Throws `notFound` if the shortlist isn't the given member's, as if it didn't exist. */
  async function getOwnedRow(db: Queryable, id: string, ownerId: string): Promise<ShortlistRow> {
    const row = await getShortlistRow(db, id)
    if (row.ownerId !== ownerId) throw notFound(MESSAGES.notFound)
    return row
  }

  async function toShortlist(row: ShortlistRow, caller: Caller): Promise<{ value: Shortlist; revision: number }> {
    const { id, catalogue, title, notes, isNotified, version, updatedAt } = row
    const requirements = parseRequirements(row)
    const isOwn = caller !== null && row.ownerId === caller.id
    const attributes = await loadFilterableAttributes(catalogue)
    const value: Shortlist = {
      id,
      catalogue,
      title,
      notes,
      ...requirements,
      requirements: [
        ...requirements.musts.map((must) => ({ ...labelRequirement(must, attributes), kind: 'must' as const })),
        ...requirements.wants.map((want) => ({ ...labelRequirement(want, attributes), kind: 'want' as const })),
      ],
      isNotified,
      isOwn,
      version,
      updatedAt,
      ...(await computeResult(catalogue, requirements)),
    }
    return { value, revision: version }
  }

  async function insertForCaller(
    write: Write,
    { catalogue, title, musts, wants }: ShortlistCreate,
    { caller, notes = '' }: { caller: Caller; notes?: string },
  ): Promise<{ id: string }> {
    if (caller) {
      await write.lock(`shortlists:${caller.id}`)
      if ((await countOwnShortlists(write.tx, caller.id)) >= SHORTLIST_LIMITS.perMember)
        throw conflict(MESSAGES.tooMany(SHORTLIST_LIMITS.perMember))
    }
    const id = randomBytes(ID_BYTES).toString('base64url')
    const now = timestamp(clock)
    await insertShortlist(write.tx, {
      id,
      ownerId: caller?.id ?? null,
      catalogue,
      title,
      notes,
      mustsJson: JSON.stringify(musts),
      wantsJson: JSON.stringify(wants),
      isNotified: false,
      knownJson: null,
      createdAt: now,
      updatedAt: now,
    })
    return { id }
  }

  return {
    /** Returns the matching products without saving anything. Throws `invalid` for unknown attributes and values. */
    async preview({ catalogue, ...requirements }: ShortlistPreview): Promise<ShortlistResult> {
      await assertValidRequirements(catalogue, requirements)
      return computeResult(catalogue, requirements)
    },

    /** Creates a shortlist, owned by the caller if signed in. Throws `invalid`; `conflict` if a member has too many. */
    async create(input: ShortlistCreate, caller: Caller): Promise<{ id: string }> {
      await assertValidRequirements(input.catalogue, input)
      return database.write((write) => insertForCaller(write, input, { caller }))
    },

    /** Lists a member's shortlists, most recently changed first. */
    list: async (ownerId: string): Promise<ShortlistSummary[]> =>
      (await listOwnShortlists(database.read, ownerId)).map((row) => {
        const { musts, wants } = parseRequirements(row)
        const { id, catalogue, title, isNotified, updatedAt } = row
        return { id, catalogue, title, isNotified, updatedAt, musts: musts.length, wants: wants.length }
      }),

    /** Returns a shortlist with its current matches. Throws `notFound`. */
    get: async (id: string, caller: Caller) => toShortlist(await getShortlistRow(database.read, id), caller),

    /** Updates a member's own shortlist. Throws `invalid`, `notFound`, `versionConflict`. */
    async update(
      id: string,
      { title, notes, isNotified, ...requirements }: ShortlistUpdate,
      { actor, ifMatch }: SaveContext,
    ) {
      const { catalogue } = await getOwnedRow(database.read, id, actor.id)
      await assertValidRequirements(catalogue, requirements)
      const notifiedResult = isNotified
        ? toNotifiedResult(await matchCatalogue({ products, facts }, catalogue, requirements))
        : null
      const row = await database.write(async ({ tx, lock, touch }) => {
        await lock(`shortlists:${actor.id}`)
        const { version } = await getOwnedRow(tx, id, actor.id)
        if (!matchesRevision(ifMatch, version)) throw new AppError('versionConflict', MESSAGES.stale)
        await updateShortlist(tx, id, {
          title,
          notes,
          isNotified,
          mustsJson: JSON.stringify(requirements.musts),
          wantsJson: JSON.stringify(requirements.wants),
          knownJson: notifiedResult && JSON.stringify(notifiedResult),
          version: version + 1,
          updatedAt: timestamp(clock),
        })
        touch(shortlistTopic(id))
        return getShortlistRow(tx, id)
      })
      return toShortlist(row, actor)
    },

    /** Deletes a member's own shortlist. Throws `notFound`. */
    remove: (id: string, actor: Actor): Promise<void> =>
      database.write(async (write) => {
        const { title } = await getOwnedRow(write.tx, id, actor.id)
        await deleteShortlist(write.tx, id)
        write.touch(shortlistTopic(id))
        await audit.record(write, { actor, action: 'shortlist.remove', target: title })
      }),

    /** Copies a shortlist into the member's own shortlists. Throws `notFound` and `conflict`. */
    copy: (id: string, actor: Actor): Promise<{ id: string }> =>
      database.write(async (write) => {
        const row = await getShortlistRow(write.tx, id)
        const { catalogue, title, notes } = row
        return insertForCaller(write, { catalogue, title, ...parseRequirements(row) }, { caller: actor, notes })
      }),

    /** Exports the questions to vendors as a Word or Excel file. Throws `notFound`. */
    async exportQuestions(id: string, format: QuestionFormat) {
      const { value } = await toShortlist(await getShortlistRow(database.read, id), null)
      const options = { url: publicUrl + PAGES.shortlist(id), now: clock.now() }
      const { writeQuestionDocument, writeQuestionWorkbook } = await import('./questions.ts')
      const bytes =
        format === 'docx' ? await writeQuestionDocument(value, options) : await writeQuestionWorkbook(value, options)
      return { bytes, mimetype: MIME_TYPES[format], extension: format, name: `${value.title}-询问清单` }
    },

    /** Emails owners whose results have changed since the last email. */
    async sendChangeNotifications(): Promise<void> {
      for (const row of await listNotifiedShortlists(database.read)) {
        const { id, version, title, catalogue, ownerName: name, ownerEmail: email } = row
        const result = toNotifiedResult(await matchCatalogue({ products, facts }, catalogue, parseRequirements(row)))
        const changes = describeResultChanges(NotifiedResultSchema.parse(row.knownJson ?? {}), result)
        if (changes.length === 0) continue
        await database.write(async (write) => {
          await write.lock(`shortlists:${row.ownerId}`)
          // Changed or deleted since it was read; the next run picks it up.
          if ((await findShortlist(write.tx, id))?.version !== version) return
          await updateShortlist(write.tx, id, { knownJson: JSON.stringify(result) })
          await mail.queue(write, {
            ...shortlistMail({ name, title, id, changes, publicUrl }),
            to: { name, email },
          })
        })
      }
    },
  }
}

type SaveContext = { actor: Actor; ifMatch: string | undefined }

const parseRequirements = ({ mustsJson, wantsJson }: Pick<ShortlistRow, 'mustsJson' | 'wantsJson'>) => ({
  musts: RequirementsSchema.parse(mustsJson),
  wants: RequirementsSchema.parse(wantsJson),
})
