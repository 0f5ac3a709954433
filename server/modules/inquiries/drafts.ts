/** Creates, edits and deletes inquiries. */

import { randomUUID } from 'node:crypto'
import { ACT_RIGHTS } from '#contracts/colleagues/roles.ts'
import type { Authorship } from '#contracts/content/revision.ts'
import type { FieldError } from '#contracts/errors.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import type {
  AskedProduct,
  Inquiry,
  InquiryContents,
  InquiryCreate,
  InquirySummary,
  QuestionSuggestion,
} from '#contracts/inquiries/inquiry.ts'
import { INQUIRY_MESSAGES as MESSAGES } from '#contracts/inquiries/messages.ts'
import { INQUIRIES } from '#contracts/limits.ts'
import type { ColleagueAccess } from '#server/modules/colleagues/service.ts'
import type { EvaluationProjectService } from '#server/modules/evaluation-projects/service.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { ShortlistService } from '#server/modules/shortlists/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, findOrUndefined, invalidField, invalidFields, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { findAuthorship } from '#server/platform/database/find-authorship.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import { createSaveStamp } from '#server/platform/save-stamp.ts'
import { assertDraft, type Inquiries } from './inquiries.ts'
import type { InquiryMailer } from './mailer.ts'
import { findMemberRole, isSecondOpener } from './policy.ts'
import { createFirstQuestions, createPriceQuestions, suggestQuestions } from './questions.ts'
import {
  countOwnInquiries,
  deleteInquiry,
  deleteInvitation,
  type InquiryRow,
  insertInquiry,
  listInquiriesById,
  listInquiriesByOpener,
  listInvitationStatuses,
  listInvitations,
  listOwnInquiries,
} from './store.ts'
import { getAs, lockAs, parseContents } from './stored-inquiry.ts'
import { toSummary } from './view.ts'

type Dependencies = {
  database: Database
  clock: Clock
  products: Pick<ProductService, 'listActive'>
  facts: Pick<FactService, 'attributes' | 'listPublic'>
  shortlists: Pick<ShortlistService, 'getContents'>
  projects: Pick<EvaluationProjectService, 'get'>
  inquiries: Inquiries
  mailer: Pick<InquiryMailer, 'notifyRemoval'>
  colleagues: ColleagueAccess
}

/** Locked while a member's inquiries are counted. */
export const getOwnInquiriesLock = (ownerId: string) => `inquiries:${ownerId}`

/** Creates the functions with which members edit their inquiries. */
export function createInquiryDrafts(dependencies: Dependencies) {
  const { database, clock, products, facts, shortlists, projects, inquiries, mailer, colleagues } = dependencies

  /** Returns the products that a new inquiry is about. Throws `invalid` for an unknown shortlist or product. */
  async function listProducts(
    { shortlist, catalogue, products: ids }: InquiryCreate,
    memberId: string,
  ): Promise<AskedProduct[]> {
    const list =
      shortlist === undefined ? undefined : await findOrUndefined(shortlists.getContents(shortlist, memberId))
    if (shortlist !== undefined && !list) throw invalidField('shortlist', MESSAGES.shortlistNotFound)
    const source = list ? list.catalogue : catalogue
    const wanted = ids.length > 0 || !list ? ids : list.candidates.map(({ id }) => id)
    const listed = await products.listActive(source, wanted)
    const errors = ids.flatMap((id, index): FieldError[] =>
      listed.some((product) => product.id === id)
        ? []
        : [{ path: `products.${index}`, message: MESSAGES.productUnknown }],
    )
    if (errors.length > 0) throw invalidFields(errors)
    return listed.map(({ id, name }) => ({ key: id, name, productId: id, catalogue: source }))
  }

  /** Returns the project that a new inquiry starts from. Throws `invalid` for one that the member has no part in. */
  async function findProject({ project }: InquiryCreate, memberId: string): Promise<ProjectView | undefined> {
    if (project === undefined) return undefined
    const found = await findOrUndefined(projects.get(project, memberId))
    if (!found) throw invalidField('project', MESSAGES.projectNotFound)
    return found.value
  }

  async function listAsSecondOpener(db: Queryable, memberId: string): Promise<InquiryRow[]> {
    const member = await inquiries.findMember(db, memberId)
    if (member.verifiedEmail === null) return []
    const rows = await listInquiriesByOpener(db, member.verifiedEmail)
    return rows.filter((row) => isSecondOpener(row, member))
  }

  /** Lists the inquiries that a member sees, each once, with what they are to it. */
  async function listWithRoles(db: Queryable, memberId: string) {
    const shared = await colleagues.listShared(db, 'inquiry', memberId)
    const rows = [
      ...(await listOwnInquiries(db, memberId)),
      ...(await listInquiriesById(db, [...shared.keys()])),
      ...(await listAsSecondOpener(db, memberId)),
    ]
    return [...new Map(rows.map((row) => [row.id, row])).values()].map((row) => ({
      row,
      role: findMemberRole(row, { id: memberId, colleagueRole: shared.get(row.id) }) ?? ('opener' as const),
    }))
  }

  return {
    /**
     * Lists a member's own inquiries, those that others share with them, and those that they open as the second person,
     * most recently changed first.
     */
    async list(memberId: string): Promise<InquirySummary[]> {
      const db = database.read
      const seen = await listWithRoles(db, memberId)
      const ids = seen.map(({ row }) => row.id)
      const invitations = await listInvitationStatuses(db, ids)
      const now = timestamp(clock)
      return seen
        .toSorted((a, b) => (a.row.updatedAt < b.row.updatedAt ? 1 : -1))
        .map(({ row, role }) => toSummary(row, invitations, { role, now }))
    },

    /** Creates an inquiry as a draft. Throws `invalid`, and `conflict` if the member has too many. */
    async create(input: InquiryCreate, actor: Actor): Promise<{ id: string }> {
      const project = await findProject(input, actor.id)
      const askedProducts = project ? listCandidates(project) : await listProducts(input, actor.id)
      const questions = await createFirstQuestions(facts, askedProducts)
      const contents: InquiryContents = {
        title: input.title,
        background: '',
        terms: '',
        deadline: null,
        isNamed: true,
        secondOpener: '',
        products: askedProducts,
        questions: [...questions, ...(project ? createPriceQuestions(project.setup) : [])].slice(
          0,
          INQUIRIES.questions,
        ),
      }
      const id = randomUUID()
      const stamp = createSaveStamp(clock, actor)
      return writeOnce(database, async (transaction) => {
        await transaction.lockName(getOwnInquiriesLock(actor.id))
        if ((await countOwnInquiries(transaction.db, actor.id)) >= INQUIRIES.perOwner)
          throw conflict(MESSAGES.tooMany(INQUIRIES.perOwner))
        await insertInquiry(transaction.db, {
          id,
          ownerId: actor.id,
          status: 'draft',
          contentsJson: JSON.stringify(contents),
          deadline: null,
          secondOpener: '',
          publishedVersion: 0,
          publishedAt: null,
          projectId: project?.id ?? null,
          keyEncrypted: null,
          confirmationsJson: '[]',
          openerChangesJson: '[]',
          openedAt: null,
          closedAt: null,
          createdAt: stamp.updatedAt,
          ...stamp,
        })
        await inquiries.record(transaction, id, { actor, action: 'inquiry.create', detail: '' })
        return { id }
      })
    },

    /** Returns an inquiry that a member may see, with its version. Throws `notFound`. */
    async get(id: string, member: { id: string }): Promise<{ value: Inquiry; revision: number }> {
      await colleagues.joinItem(database, { kind: 'inquiry', id }, member.id)
      const value = await inquiries.getView(database.read, id, member.id)
      return { value, revision: value.version }
    },

    /** Returns who saved an inquiry last, to those who work on it. Throws `notFound`. */
    async getAuthorship(id: string, memberId: string): Promise<Authorship> {
      await getAs(database.read, id, { colleagues, memberId, right: 'run' })
      const authorship = await findAuthorship(database.read, 'inquiries', id)
      if (!authorship) throw notFound(MESSAGES.notFound)
      return authorship
    },

    /**
     * Saves a draft. Planned invitations of products that it no longer has are deleted. Throws `notFound`, `conflict`
     * once it was published, `versionConflict`.
     */
    update: (
      id: string,
      contents: InquiryContents,
      { actor, ifMatch }: { actor: Actor; ifMatch: string | undefined },
    ) =>
      database.write(async (transaction) => {
        const value = await inquiries.change(transaction, { id, actor, ifMatch, right: 'run' }, async (row) => {
          assertDraft(row)
          const keys = new Set(contents.products.map(({ key }) => key))
          for (const invitation of await listInvitations(transaction.db, id))
            if (!keys.has(invitation.product)) await deleteInvitation(transaction.db, invitation.id)
          return {
            changes: {
              contentsJson: JSON.stringify(contents),
              deadline: contents.deadline && new Date(contents.deadline).toISOString(),
              secondOpener: contents.secondOpener,
            },
            action: 'inquiry.update',
            detail: '',
          }
        })
        return { value, revision: value.version }
      }),

    /** Deletes an inquiry with its answers and files. Throws `notFound`, and `conflict` while vendors are answering. */
    remove: (id: string, actor: Actor): Promise<void> =>
      database.write(async (transaction) => {
        const row = await lockAs(transaction, id, { colleagues, memberId: actor.id, right: ACT_RIGHTS.removeInquiry })
        if (row.status === 'open') throw conflict(MESSAGES.isOpen)
        await mailer.notifyRemoval(transaction, row)
        await deleteInquiry(transaction.db, id)
        await inquiries.record(transaction, id, { actor, action: 'inquiry.remove', detail: '' })
      }),

    /** Lists the attributes that are worth asking for. Throws `notFound`. */
    async listSuggestions(id: string, member: { id: string }): Promise<QuestionSuggestion[]> {
      const row: InquiryRow = await inquiries.getReadable(database.read, id, member.id)
      return suggestQuestions(facts, parseContents(row).products)
    },
  }
}

/** Returns the candidates of a project as products that vendors are asked about. */
const listCandidates = ({ setup }: Pick<ProjectView, 'setup'>): AskedProduct[] =>
  setup.candidates
    .slice(0, INQUIRIES.products)
    .map(({ key, name, productId, catalogue }) => ({ key, name, productId, catalogue }))
