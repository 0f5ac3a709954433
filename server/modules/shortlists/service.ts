import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { SHORTLIST_LIMITS } from '#contracts/limits.ts'
import { PAGES } from '#contracts/paths.ts'
import type { Requirements } from '#contracts/rules/shortlists/match-product.ts'
import { SHORTLIST_MESSAGES as TEXTS } from '#contracts/shortlists/messages.ts'
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
import { AppError, conflict, invalid, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Write } from '#server/platform/database/database.ts'
import { isRevisionMatched } from '#server/platform/http/replies/if-match.ts'
import { matchCatalogue, toShortlistResult } from './match.ts'
import { describeResultChanges, NotifiedResultSchema, shortlistMail, toNotifiedResult } from './notices.ts'
import { findRequirementErrors, getFilterable } from './requirements.ts'
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

export type ShortlistService = ReturnType<typeof createShortlistService>
/** Who calls, `null` for a stranger. */
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
/** Enough that nobody finds a list whose address they weren't given. */
const ID_BYTES = 12

const MIMETYPES: Record<QuestionFormat, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Creates the shortlist service. Anyone with the address can open a shortlist; one that a member creates belongs to them. */
export function createShortlistService(dependencies: Dependencies) {
  const { database, clock, products, facts, mail, audit, publicUrl } = dependencies

  const readFilterable = async (catalogue: Catalogue, db?: Queryable) =>
    getFilterable(await facts.attributes.list(catalogue, db))

  async function checkRequirements(catalogue: Catalogue, requirements: Requirements): Promise<void> {
    const errors = findRequirementErrors(requirements, await readFilterable(catalogue))
    if (errors.length > 0) throw invalid(undefined, errors)
  }

  async function getResult(catalogue: Catalogue, requirements: Requirements): Promise<ShortlistResult> {
    const attributes = await readFilterable(catalogue)
    return toShortlistResult(await matchCatalogue({ products, facts }, catalogue, requirements), attributes)
  }

  async function getRow(db: Queryable, id: string): Promise<ShortlistRow> {
    const row = await findShortlist(db, id)
    if (!row) throw notFound(TEXTS.notFound)
    return row
  }

  /** Throws `notFound` for another member's shortlist, too, so that its existence isn't revealed. */
  async function getOwnRow(db: Queryable, id: string, ownerId: string): Promise<ShortlistRow> {
    const row = await getRow(db, id)
    if (row.ownerId !== ownerId) throw notFound(TEXTS.notFound)
    return row
  }

  async function loadShortlist(row: ShortlistRow, caller: Caller): Promise<{ value: Shortlist; revision: number }> {
    const { id, catalogue, title, notes, isNotified, version, updatedAt } = row
    const requirements = readRequirements(row)
    const isOwn = caller !== null && row.ownerId === caller.id
    const result = await getResult(catalogue, requirements)
    const value = { id, catalogue, title, notes, ...requirements, isNotified, isOwn, version, updatedAt, ...result }
    return { value, revision: version }
  }

  async function insert(
    write: Write,
    { catalogue, title, musts, wants }: ShortlistCreate,
    { caller, notes = '' }: { caller: Caller; notes?: string },
  ): Promise<{ id: string }> {
    if (caller) {
      await write.lock(`shortlists:${caller.id}`)
      if ((await countOwnShortlists(write.tx, caller.id)) >= SHORTLIST_LIMITS.perMember)
        throw conflict(TEXTS.tooMany(SHORTLIST_LIMITS.perMember))
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
    /** Returns the products that match requirements, and stores nothing. Throws `invalid` for unknown attributes and values. */
    async preview({ catalogue, ...requirements }: ShortlistPreview): Promise<ShortlistResult> {
      await checkRequirements(catalogue, requirements)
      return getResult(catalogue, requirements)
    },

    /** Stores a shortlist; it belongs to the caller, if there is one. Throws `invalid` and `conflict`. */
    async create(input: ShortlistCreate, caller: Caller): Promise<{ id: string }> {
      await checkRequirements(input.catalogue, input)
      return database.write((write) => insert(write, input, { caller }))
    },

    /** Lists a member's shortlists, the last changed first. */
    list: async (ownerId: string): Promise<ShortlistSummary[]> =>
      (await listOwnShortlists(database.read, ownerId)).map((row) => {
        const { musts, wants } = readRequirements(row)
        const { id, catalogue, title, isNotified, updatedAt } = row
        return { id, catalogue, title, isNotified, updatedAt, musts: musts.length, wants: wants.length }
      }),

    /** Returns a shortlist with its result as it is now. Throws `notFound`. */
    get: async (id: string, caller: Caller) => loadShortlist(await getRow(database.read, id), caller),

    /** Saves a member's own shortlist. Throws `invalid`, `notFound`, `versionConflict`. */
    async update(id: string, { title, notes, isNotified, ...requirements }: ShortlistUpdate, save: Save) {
      const before = await getOwnRow(database.read, id, save.actor.id)
      await checkRequirements(before.catalogue, requirements)
      const notifiedResult = isNotified
        ? toNotifiedResult(await matchCatalogue({ products, facts }, before.catalogue, requirements))
        : null
      const row = await database.write(async ({ tx, lock }) => {
        await lock(`shortlists:${save.actor.id}`)
        const { version } = await getOwnRow(tx, id, save.actor.id)
        if (!isRevisionMatched(save.ifMatch, version)) throw new AppError('versionConflict', TEXTS.stale)
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
        return getRow(tx, id)
      })
      return loadShortlist(row, save.actor)
    },

    /** Deletes a member's own shortlist. Throws `notFound`. */
    remove: (id: string, actor: Actor): Promise<void> =>
      database.write(async (write) => {
        const { title } = await getOwnRow(write.tx, id, actor.id)
        await deleteShortlist(write.tx, id)
        await audit.record(write, { actor, action: 'shortlist.remove', target: title })
      }),

    /** Copies a shortlist to a member's own. Throws `notFound` and `conflict`. */
    copy: (id: string, actor: Actor): Promise<{ id: string }> =>
      database.write(async (write) => {
        const row = await getRow(write.tx, id)
        const { catalogue, title, notes } = row
        return insert(write, { catalogue, title, ...readRequirements(row) }, { caller: actor, notes })
      }),

    /** Returns the questions to vendors as a file. Throws `notFound`. */
    async exportQuestions(id: string, format: QuestionFormat) {
      const { value } = await loadShortlist(await getRow(database.read, id), null)
      const options = { address: publicUrl + PAGES.shortlist(id), now: clock.now() }
      const { writeQuestionDocument, writeQuestionWorkbook } = await import('./questions.ts')
      const bytes =
        format === 'docx' ? await writeQuestionDocument(value, options) : await writeQuestionWorkbook(value, options)
      return { bytes, mimetype: MIMETYPES[format], extension: format, name: `${value.title}-询问清单` }
    },

    /** Mails owners whose shortlists have another result than at the last mail. */
    async sendNotices(): Promise<void> {
      for (const row of await listNotifiedShortlists(database.read)) {
        const { id, version, title, catalogue, ownerName: name, ownerEmail: email } = row
        const result = toNotifiedResult(await matchCatalogue({ products, facts }, catalogue, readRequirements(row)))
        const changes = describeResultChanges(NotifiedResultSchema.parse(row.knownJson ?? {}), result)
        if (changes.length === 0) continue
        await database.write(async (write) => {
          await write.lock(`shortlists:${row.ownerId}`)
          // Saved or removed meanwhile: the next run looks at it as it is then.
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

type Save = { actor: Actor; ifMatch: string | undefined }

const readRequirements = ({ mustsJson, wantsJson }: Pick<ShortlistRow, 'mustsJson' | 'wantsJson'>) => ({
  musts: RequirementsSchema.parse(mustsJson),
  wants: RequirementsSchema.parse(wantsJson),
})
