/** Publishes an inquiry, adds to it, and ends it. */
import { ACT_RIGHTS } from '#contracts/colleagues/roles.ts'
import type { FieldError } from '#contracts/errors.ts'
import type { AddendumCreate, Inquiry, InquiryClose, InquiryContents } from '#contracts/inquiries/inquiry.ts'
import { INQUIRY_MESSAGES as MESSAGES } from '#contracts/inquiries/messages.ts'
import type { AskedQuestion } from '#contracts/inquiries/question.ts'
import { INQUIRIES } from '#contracts/limits.ts'
import { getReminderTime } from '#contracts/rules/inquiries/reminder-time.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, forbidden, invalidField, invalidFields, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import { assertDraft, assertOpen, type Inquiries } from './inquiries.ts'
import type { Invitations } from './invitations.ts'
import type { InquiryMailer } from './mailer.ts'
import { isDue, isToldOfChanges } from './policy.ts'
import { toAskedQuestions } from './questions.ts'
import type { Sealing } from './sealing.ts'
import type { SendingLimits } from './sending-limits.ts'
import {
  type InquiryRow,
  type InvitationRow,
  insertVersion,
  listClarifications,
  listInvitations,
  updateClarification,
  updateInquiry,
  updateInvitation,
} from './store.ts'
import { getPublished, parseContents, parseQuestions } from './stored-inquiry.ts'

type Dependencies = {
  database: Database
  clock: Clock
  facts: Pick<FactService, 'attributes'>
  inquiries: Inquiries
  invitations: Invitations
  mailer: InquiryMailer
  sealing: Sealing
  limits: SendingLimits
}

/** Creates the functions that take an inquiry from its draft to its end. */
export function createPublishing(dependencies: Dependencies) {
  const { database, clock, facts, inquiries, invitations, mailer, sealing, limits } = dependencies

  /** Throws `forbidden`, or `invalid` with the paths of what a draft lacks. */
  async function assertCanPublish(db: Queryable, row: InquiryRow, contents: InquiryContents): Promise<void> {
    const owner = await inquiries.findMember(db, row.ownerId)
    if (owner.verifiedEmail === null) throw forbidden(MESSAGES.unverifiedOwner, { reason: 'email-not-verified' })
    if (contents.secondOpener.toLowerCase() === owner.verifiedEmail.toLowerCase())
      throw invalidField('secondOpener', MESSAGES.ownAddress)
    const asked = await toAskedQuestions({ facts, db }, contents.questions)
    const errors = listContentErrors(contents, await listInvitations(db, row.id), asked)
    const deadlineError = findDeadlineError(row.deadline, clock.now())
    if (deadlineError) errors.unshift({ path: 'deadline', message: deadlineError })
    if (contents.secondOpener !== '' && !(await inquiries.hasSecondOpener(db, contents)))
      errors.push({ path: 'secondOpener', message: MESSAGES.openerUnknown })
    if (errors.length > 0) throw invalidFields(errors)
  }

  /** Tells each vendor the outcome; before the opening, that the inquiry is cancelled. */
  async function tellOutcomes(transaction: Transaction, row: InquiryRow, { text, outcomes }: InquiryClose) {
    for (const invitation of await listInvitations(transaction.db, row.id)) {
      if (!isToldOfChanges(invitation)) continue
      const own = outcomes.find((outcome) => outcome.invitation === invitation.id)
      const note = own?.text ?? text
      const notice = row.openedAt === null ? 'cancelled' : (own?.outcome ?? 'closed')
      await mailer.notify(transaction, row, invitation, { notice, note })
      await updateInvitation(transaction.db, invitation.id, { outcome: own?.outcome ?? null, outcomeText: note })
    }
  }

  return {
    /**
     * Publishes a draft: creates its key, keeps its questions with the rules of their attributes, and queues the
     * invitations. Throws `notFound`, `versionConflict`; `forbidden` until the owner's address is verified; `invalid`
     * with the paths of what is missing; `conflict` if it was published, above the limits, and while no mail can be sent.
     */
    async publish(id: string, { actor, ifMatch }: { actor: Actor; ifMatch: string | undefined }) {
      if (!(await mailer.isReady())) {
        await inquiries.getReadable(database.read, id, actor.id)
        throw conflict(MESSAGES.mailNotReady)
      }
      const monthlyLimit = await limits.getMonthlyLimit()
      const value = await database.write((transaction) =>
        inquiries.change(transaction, { id, actor, ifMatch, right: ACT_RIGHTS.publishInquiry }, async (row) => {
          assertDraft(row)
          const { db } = transaction
          const contents = parseContents(row)
          await assertCanPublish(db, row, contents)
          await limits.countPublished(transaction, actor.id, monthlyLimit)
          const { askerName } = await inquiries.findMember(db, row.ownerId)
          const now = timestamp(clock)
          const changes = {
            status: 'open',
            publishedVersion: 1,
            publishedAt: now,
            keyEncrypted: sealing.createKey(id),
          } as const
          await insertVersion(db, {
            inquiryId: id,
            version: 1,
            askerName: contents.isNamed ? askerName : '',
            note: '',
            questionsJson: JSON.stringify(await toAskedQuestions({ facts, db }, contents.questions)),
            deadline: row.deadline ?? '',
            createdAt: now,
          })
          await updateInquiry(db, id, changes)
          await invitations.sendPlanned(transaction, { ...row, ...changes })
          return { changes, action: 'inquiry.publish', detail: `${contents.questions.length}个问题` }
        }),
      )
      return { value, revision: value.version }
    },

    /**
     * Adds to a published inquiry and tells all vendors, who confirm it by handing in (again). Throws `notFound`;
     * `invalid` for an earlier deadline, repeated or incomplete questions; `conflict` after the deadline, above the
     * limits, and while no mail can be sent.
     */
    async addAddendum(id: string, addendum: AddendumCreate, actor: Actor): Promise<Inquiry> {
      const canMail = await mailer.isReady()
      return writeOnce(database, (transaction) =>
        inquiries.change(transaction, { id, actor, right: ACT_RIGHTS.addAddendum }, async (row) => {
          const now = timestamp(clock)
          assertCanAdd(row, now)
          if (!canMail) throw conflict(MESSAGES.addendumUnmailable)
          const { newest } = await getPublished(transaction.db, id)
          const added = await toAskedQuestions({ facts, db: transaction.db }, addendum.questions)
          const questions = [...parseQuestions(newest), ...added]
          assertValidAddition(parseQuestions(newest), added)
          const deadline = moveDeadline(newest.deadline, addendum.deadline, clock.now())
          const version = row.publishedVersion + 1
          await insertVersion(transaction.db, {
            inquiryId: id,
            version,
            askerName: newest.askerName,
            note: addendum.note,
            questionsJson: JSON.stringify(questions),
            deadline,
            createdAt: now,
          })
          await moveWithDeadline(transaction.db, row, deadline)
          const changes = { publishedVersion: version, deadline, confirmationsJson: '[]' }
          await mailer.notifyAll(transaction, { ...row, ...changes }, { notice: 'addendum', note: addendum.note })
          return { changes, action: 'inquiry.publish', detail: `补遗，第${version}版` }
        }),
      )
    },

    /** Answers a question of a vendor to all of them. Throws `notFound`, and `conflict` once the inquiry has ended. */
    answerClarification: (
      id: string,
      { clarification, answer }: { clarification: string; answer: string },
      actor: Actor,
    ): Promise<Inquiry> =>
      database.write((transaction) =>
        inquiries.change(transaction, { id, actor, right: ACT_RIGHTS.answerClarification }, async (row) => {
          assertOpen(row)
          const asked = (await listClarifications(transaction.db, id)).find((item) => item.id === clarification)
          if (!asked) throw notFound(MESSAGES.clarificationNotFound)
          await updateClarification(transaction.db, clarification, { answer, answeredAt: timestamp(clock) })
          const note = `问：${asked.question}\n答：${answer}`
          await mailer.notifyAll(transaction, row, { notice: 'clarification', note })
          return { changes: {}, action: 'inquiry.update', detail: '答复提问' }
        }),
      ),

    /**
     * Ends a published inquiry and tells each vendor. Before the opening, its key is destroyed: nobody will read the
     * answers. Throws `notFound`, `conflict` for a draft and if it has ended.
     */
    close: (id: string, { text, outcomes }: InquiryClose, actor: Actor): Promise<Inquiry> =>
      database.write((transaction) =>
        inquiries.change(transaction, { id, actor, right: ACT_RIGHTS.closeInquiry }, async (row) => {
          if (row.status !== 'open' && row.status !== 'opened') throw conflict(MESSAGES.notOpen)
          const isCancelled = row.openedAt === null
          await tellOutcomes(transaction, row, { text, outcomes: isCancelled ? [] : outcomes })
          return {
            changes: {
              status: 'closed',
              closedAt: timestamp(clock),
              ...(isCancelled ? { keyEncrypted: null } : {}),
            },
            action: 'inquiry.close',
            detail: isCancelled ? '开启前取消，密钥已销毁' : '',
          }
        }),
      ),
  }
}

/** Extends the links of an inquiry to another deadline, and reminds of it instead, also those who were reminded before. */
async function moveWithDeadline(db: Queryable, { id, deadline: before }: InquiryRow, deadline: string): Promise<void> {
  const isMoved = deadline !== before
  for (const { id: invitation, linkExpiresAt, sentAt } of await listInvitations(db, id))
    if (linkExpiresAt !== null && sentAt !== null)
      await updateInvitation(db, invitation, {
        linkExpiresAt: new Date(Date.parse(deadline) + INQUIRIES.linkMs).toISOString(),
        ...(isMoved ? { reminderDueAt: getReminderTime(sentAt, deadline), remindedAt: null } : {}),
      })
}

/** Throws `conflict` after the deadline, and above the limit of addenda. */
function assertCanAdd(row: InquiryRow, now: string): void {
  assertOpen(row)
  if (isDue(row, now)) throw conflict(MESSAGES.notOpen)
  if (row.publishedVersion > INQUIRIES.addenda) throw conflict(MESSAGES.tooManyAddenda(INQUIRIES.addenda))
}

/** Returns why a deadline can't be set now; `undefined` if it can. */
function findDeadlineError(deadline: string | null, now: Date): string | undefined {
  if (deadline === null) return MESSAGES.deadlineMissing
  const remaining = Date.parse(deadline) - now.getTime()
  if (remaining < INQUIRIES.leastMs) return MESSAGES.deadlineTooSoon
  return remaining > INQUIRIES.longestMs ? MESSAGES.deadlineTooLate : undefined
}

/** Returns the deadline after an addendum: it can only be later. Throws `invalid`. */
function moveDeadline(current: string, requested: string | null, now: Date): string {
  if (requested === null) return current
  const deadline = new Date(requested).toISOString()
  if (deadline < current) throw invalidField('deadline', MESSAGES.deadlineEarlier)
  const error = findDeadlineError(deadline, now)
  if (error) throw invalidField('deadline', error)
  return deadline
}

function findQuestionError({ kind, title, attribute }: AskedQuestion): FieldError | undefined {
  if (kind === 'attribute' && attribute === null) return { path: 'attribute', message: MESSAGES.attributeUnknown }
  return title.trim() === '' ? { path: 'title', message: MESSAGES.questionTitle } : undefined
}

const listQuestionErrors = (questions: readonly AskedQuestion[]): FieldError[] =>
  questions.flatMap((question, index) => {
    const error = findQuestionError(question)
    return error ? [{ path: `questions.${index}.${error.path}`, message: error.message }] : []
  })

/** Lists what a draft lacks, apart from its deadline. */
function listContentErrors(
  { products, questions }: InquiryContents,
  invitations: readonly InvitationRow[],
  asked: readonly AskedQuestion[],
): FieldError[] {
  return [
    ...(products.length === 0 ? [{ path: 'products', message: MESSAGES.productsMissing }] : []),
    ...products.flatMap(({ key }, index) =>
      invitations.some(({ product }) => product === key)
        ? []
        : [{ path: `products.${index}`, message: MESSAGES.productWithoutAddress }],
    ),
    ...(questions.length === 0 ? [{ path: 'questions', message: MESSAGES.questionsMissing }] : []),
    ...listQuestionErrors(asked),
  ]
}

/** Throws `invalid` for incomplete questions, and for those that were asked already. */
function assertValidAddition(existing: readonly AskedQuestion[], added: readonly AskedQuestion[]): void {
  const errors = listQuestionErrors(added)
  for (const [index, question] of added.entries()) {
    const others = [...existing, ...added.slice(0, index)]
    if (others.some(({ key }) => key === question.key))
      errors.push({ path: `questions.${index}.key`, message: MESSAGES.duplicateKey })
    if (question.attribute && others.some(({ attribute }) => attribute?.key === question.attribute?.key))
      errors.push({ path: `questions.${index}.attribute`, message: MESSAGES.duplicateAttribute })
  }
  if (existing.length + added.length > INQUIRIES.questions)
    errors.push({ path: 'questions', message: MESSAGES.tooManyQuestions(INQUIRIES.questions) })
  if (errors.length > 0) throw invalidFields(errors)
}
