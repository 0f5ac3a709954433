/** What an invited vendor does: reads the inquiry, answers, hands in, withdraws, asks back, refuses. */
import { randomBytes, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { FieldError } from '#contracts/errors.ts'
import type { Answering, SubmitRequest } from '#contracts/inquiries/answering.ts'
import type { AskedProduct } from '#contracts/inquiries/inquiry.ts'
import { ANSWERING_MESSAGES as MESSAGES } from '#contracts/inquiries/messages.ts'
import {
  type Answer,
  AnswerContentSchema,
  type AnswerFile,
  type AnswerSave,
  type AskedQuestion,
  type HandedIn,
} from '#contracts/inquiries/question.ts'
import { INQUIRIES } from '#contracts/limits.ts'
import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import { findAnswerProblem } from '#contracts/rules/inquiries/check-answer.ts'
import { describeHandedInBy } from '#contracts/rules/inquiries/describe-handed-in-by.ts'
import type { ColleagueAccess } from '#server/modules/colleagues/service.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { VendorService } from '#server/modules/vendors/service.ts'
import { AppError, conflict, invalidField, invalidFields } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import { sha256Hex } from '#server/platform/sha256.ts'
import type { InquiryMailer } from '../mailer.ts'
import { describeActor, type SubmitterNotice } from '../mails.ts'
import { canAnswer } from '../policy.ts'
import { type Sealing, unsealHandedIn } from '../sealing.ts'
import {
  type InvitationRow,
  insertClarification,
  listClarifications,
  updateInvitation,
  type VersionRow,
} from '../store.ts'
import { getPublished, parseContents, parseQuestions } from '../stored-inquiry.ts'
import { toAddenda, toClarification } from '../view.ts'
import { type AnswerKey, assertCanAnswer, assertInvited, type Invited, type VendorAccess } from './access.ts'
import type { AnswerFiles } from './files.ts'
import type { Library } from './library.ts'
import { getAnswerPurpose, getSubmissionPurpose } from './purposes.ts'
import { findAnswer, listAnswerRows, saveAnswer } from './store.ts'
import { listSuggestions } from './suggestions.ts'

type Dependencies = {
  database: Database
  clock: Clock
  access: VendorAccess
  files: AnswerFiles
  library: Library
  accounts: Pick<IdentityService['accounts'], 'find'>
  vendors: Pick<VendorService, 'listContacts' | 'findAnsweringOrganisation'>
  facts: Pick<FactService, 'listPublic'>
  colleagues: Pick<ColleagueAccess, 'listRecipients'>
  mailer: InquiryMailer
  sealing: Sealing
}

/** Creates the functions that vendors call. */
export function createAnswering(dependencies: Dependencies) {
  const { database, clock, access, files, library, accounts, vendors, facts, colleagues, mailer, sealing } =
    dependencies

  async function listAnswers(db: Queryable, { inquiry, invitation }: Invited): Promise<Answer[]> {
    const seal = sealing.getSeal(inquiry)
    return (await listAnswerRows(db, invitation.id)).map(({ question, version, contentEncrypted, updatedAt }) => ({
      ...AnswerContentSchema.parse(seal.unseal(contentEncrypted, getAnswerPurpose(invitation.id, question))),
      question,
      version,
      updatedAt,
    }))
  }

  const readHandedIn = ({ inquiry, invitation }: Invited): HandedIn | undefined =>
    unsealHandedIn(sealing.getSeal(inquiry), invitation)

  /** Returns what a vendor sees. It reads outside of transactions, which would wait for one. */
  async function getView(key: AnswerKey): Promise<Answering> {
    const db = database.read
    const invited = await access.get(key)
    const { invitation, inquiry, by } = invited
    const { newest, all } = await getPublished(db, inquiry.id)
    const contents = parseContents(inquiry)
    const questions = parseQuestions(newest)
    const product = findProduct(invited)
    const { email } = invitation
    const now = timestamp(clock)
    const isReadable = sealing.canUnseal(inquiry)
    const answers = isReadable ? await listAnswers(db, invited) : []
    const ownFiles = isReadable ? await files.list(db, invited) : []
    const handedIn = isReadable ? readHandedIn(invited) : undefined
    const canChange = canAnswer(inquiry, now)
    const clarifications = await listClarifications(db, inquiry.id)
    return {
      title: contents.title,
      background: contents.background,
      terms: contents.terms,
      askerName: newest.askerName,
      productName: product?.name ?? '',
      email,
      organisation: by?.organisation ?? null,
      status: invitation.status,
      deadline: newest.deadline,
      now,
      canAnswer: canChange,
      isOpened: inquiry.openedAt !== null,
      outcome: invitation.outcome,
      outcomeText: invitation.outcomeText,
      version: newest.version,
      addenda: toAddenda(all),
      questions,
      answers,
      files: ownFiles,
      fileTypes: await files.listTypes(),
      suggestions: canChange
        ? await listSuggestions({ db, facts, library }, { email: by ? null : email, product, questions })
        : [],
      kept: by ? 0 : await library.count(db, email),
      canProposeFacts: await canProposeFacts(invited),
      clarifications: clarifications
        .filter(({ answeredAt, invitationId }) => answeredAt !== null || invitationId === invitation.id)
        .map(toClarification),
      receipt: toReceipt(
        invitation,
        handedIn,
        toSubmission({
          version: invitation.submittedVersion,
          answers,
          files: ownFiles,
          proposesFacts: handedIn?.proposesFacts ?? false,
        }),
      ),
    }
  }

  /** Returns whether the invited address speaks for the product in the catalogue (docs/decisions/118). */
  async function canProposeFacts({ invitation: { email, productId } }: Invited): Promise<boolean> {
    if (productId === null) return false
    const vendor = (await vendors.listContacts([productId])).get(productId)
    return vendor?.emails.some((contact) => contact.toLowerCase() === email) ?? false
  }

  const setStatus = (db: Queryable, { id }: InvitationRow, status: InvitationRow['status']) =>
    updateInvitation(db, id, { status, statusAt: timestamp(clock) })

  /** Changes an invitation under the lock of its inquiry, and returns what its vendor sees then. */
  async function change(key: AnswerKey, act: (transaction: Transaction, invited: Invited) => Promise<void>) {
    await database.write(async (transaction) => act(transaction, await access.lockForAnswer(transaction, key)))
    return getView(key)
  }

  /** Throws `invalid` for files whose bytes are missing. Outside of transactions, as the store may be slow. */
  async function assertFilesStored(key: AnswerKey): Promise<void> {
    const invited = await access.get(key)
    assertCanAnswer(invited.inquiry, timestamp(clock))
    const errors = (await files.listMissing(invited)).map(
      ({ question, name }): FieldError => ({ path: `answers.${question}`, message: MESSAGES.fileLost(name) }),
    )
    if (errors.length > 0) throw invalidFields(errors)
  }

  /**
   * Tells whoever handed in by their own account what somebody else did with it, but nobody who has left the organisation
   * since.
   */
  async function notifySubmitter(
    transaction: Transaction,
    { invitation, inquiry, by, memberId }: Invited,
    notice: SubmitterNotice,
  ): Promise<void> {
    const { submitterId, productId, email, createdAt: sentAt } = invitation
    if (submitterId === null || submitterId === memberId || productId === null) return
    const { db } = transaction
    const submitter = await accounts.find(db, submitterId)
    const organisation = await vendors.findAnsweringOrganisation(db, { productId, email, sentAt }, submitterId)
    if (submitter && organisation)
      await mailer.notifySubmitter(transaction, inquiry, invitation, {
        to: { name: submitter.name, email: submitter.email },
        organisation: organisation.name,
        notice,
        by,
      })
  }

  /** Seals what is handed in, and queues the receipt to the invited address. */
  async function handIn(transaction: Transaction, invited: Invited, submission: Submission): Promise<Receipt> {
    const { invitation, inquiry, by, memberId } = invited
    await notifySubmitter(transaction, invited, 'replaced')
    const nonce = randomBytes(NONCE_BYTES).toString('base64url')
    const handedIn: HandedIn = { nonce, ...submission, ...(by && { by }) }
    const hash = computeHash(handedIn)
    const submittedAt = timestamp(clock)
    await updateInvitation(transaction.db, invitation.id, {
      status: 'submitted',
      statusAt: submittedAt,
      submittedAt,
      submittedVersion: submission.version,
      submitterId: memberId,
      withdrawnAt: null,
      submissionEncrypted: sealing.getSeal(inquiry).seal(handedIn, getSubmissionPurpose(invitation.id)),
      submissionHash: hash,
    })
    await files.deleteRemoved(transaction, invitation.id)
    const note = by ? `${hash}\n${describeHandedInBy(by)}` : hash
    return (await mailer.notify(transaction, inquiry, invitation, { notice: 'submitted', note })) ? 'sent' : 'unsent'
  }

  async function notifyAskers(transaction: Transaction, { inquiry }: Invited, note: string): Promise<void> {
    const item = { kind: 'inquiry', id: inquiry.id } as const
    for (const to of await colleagues.listRecipients(transaction.db, item, { ownerId: inquiry.ownerId }))
      await mailer.notifyAsker(transaction, inquiry, { to, notice: 'question', note })
  }

  return {
    /**
     * Opens an inquiry. Throws `notFound` for a link that is invalid, revoked, replaced or expired, and `conflict` if
     * `APP_SECRET` is lost, as answers couldn't be saved.
     */
    async open(key: AnswerKey): Promise<Answering> {
      const { invitation, inquiry } = await access.get(key)
      if (inquiry.keyEncrypted !== null && !sealing.canUnseal(inquiry)) throw conflict(MESSAGES.keyLost)
      if (invitation.status === 'sent')
        await database.write(async (transaction) => {
          const locked = await access.lock(transaction, key)
          if (locked.invitation.status === 'sent') await setStatus(transaction.db, locked.invitation, 'viewed')
        })
      return getView(key)
    },

    /**
     * Saves an answer as it was typed, sealed. Throws `notFound`; `invalid` for an unknown question; `versionConflict`
     * if somebody else has changed the answer since; `conflict` after the deadline, with its time.
     */
    save: (key: AnswerKey, { question, version, ...content }: AnswerSave): Promise<Answer> =>
      database.write(async (transaction) => {
        const { db } = transaction
        const { invitation, inquiry } = await access.lockForAnswer(transaction, key)
        const { newest } = await getPublished(db, inquiry.id)
        if (!parseQuestions(newest).some(({ key }) => key === question))
          throw invalidField('answer.question', MESSAGES.unknownQuestion)
        const existing = await findAnswer(db, invitation.id, question)
        if ((existing?.version ?? 0) !== version) throw new AppError('versionConflict', MESSAGES.stale)
        const updatedAt = timestamp(clock)
        await saveAnswer(db, {
          invitationId: invitation.id,
          question,
          version: version + 1,
          contentEncrypted: sealing.getSeal(inquiry).seal(content, getAnswerPurpose(invitation.id, question)),
          updatedAt,
        })
        const isStarted = invitation.status === 'answering' || invitation.status === 'submitted'
        if (!isStarted) await setStatus(db, invitation, 'answering')
        return { question, version: version + 1, ...content, updatedAt }
      }),

    /**
     * Hands in all answers; a later submission replaces this one, unless nothing has changed. Returns what became of the
     * receipt that is mailed. Throws `notFound`; `invalid` with the path of each answer that is missing, doesn't fit, or
     * whose files are lost; `conflict` after the deadline, and if `version` isn't the newest.
     */
    async submit(
      key: AnswerKey,
      { version, isKept, proposesFacts: consent }: Omit<SubmitRequest, 'token'>,
    ): Promise<{ answering: Answering; receipt: Receipt }> {
      let receipt: Receipt = 'unchanged'
      await assertFilesStored(key)
      const answering = await change(key, async (transaction, invited) => {
        const { db } = transaction
        const { invitation, inquiry } = invited
        if (isKept) assertInvited(invited)
        const { newest } = await getPublished(db, inquiry.id)
        if (newest.version !== version) throw conflict(MESSAGES.confirmVersion)
        const [answers, ownFiles] = [await listAnswers(db, invited), await files.list(db, invited)]
        assertComplete(newest, answers, ownFiles)
        const earlier = readHandedIn(invited)
        const proposesFacts = consent ?? earlier?.proposesFacts ?? false
        const submission = toSubmission({ version, answers, files: ownFiles, proposesFacts })
        const product = findProduct(invited)
        if (isKept && product)
          await library.keep(transaction, invitation.email, { product, questions: parseQuestions(newest) }, answers)
        if (invitation.status === 'submitted' && isSame(earlier, submission)) return
        receipt = await handIn(transaction, invited, submission)
      })
      return { answering, receipt }
    },

    /** Deletes what the invited address has kept for later inquiries. Throws `notFound`. */
    async removeLibrary(key: AnswerKey): Promise<Answering> {
      await database.write(async (transaction) => {
        const invited = await access.lock(transaction, key)
        const { invitation } = invited
        assertInvited(invited)
        await library.remove(transaction, invitation.email)
      })
      return getView(key)
    },

    /**
     * Withdraws what was handed in; the answers stay, to be handed in again. The invited address is told, and whoever handed
     * in. Throws `notFound`, `conflict`.
     */
    withdraw: (key: AnswerKey): Promise<Answering> =>
      change(key, async (transaction, invited) => {
        const { invitation, inquiry, by } = invited
        if (invitation.submittedAt === null) throw conflict(MESSAGES.notSubmitted)
        await updateInvitation(transaction.db, invitation.id, {
          ...NOT_SUBMITTED,
          withdrawnAt: timestamp(clock),
          status: 'answering',
          statusAt: timestamp(clock),
        })
        await files.deleteRemoved(transaction, invitation.id)
        await mailer.notify(transaction, inquiry, invitation, { notice: 'withdrawn', note: describeActor(by) })
        await notifySubmitter(transaction, invited, 'withdrawn')
      }),

    /**
     * Refuses an invitation, and with `isBlocked` all mails about inquiries from now on. What was handed in is withdrawn.
     * Throws `notFound`; `conflict` after the deadline, when only the mails can be refused. It needs no key.
     */
    async decline(key: AnswerKey, isBlocked: boolean): Promise<Answering> {
      await database.write(async (transaction) => {
        const { db } = transaction
        const invited = await access.lock(transaction, key)
        const { invitation, inquiry } = invited
        assertInvited(invited)
        if (isBlocked) await mailer.refuse(db, invitation.email, timestamp(clock))
        if (!isBlocked) assertCanAnswer(inquiry, timestamp(clock))
        if (!canAnswer(inquiry, timestamp(clock))) return
        await updateInvitation(db, invitation.id, {
          ...NOT_SUBMITTED,
          withdrawnAt: invitation.submittedAt === null ? invitation.withdrawnAt : timestamp(clock),
          status: 'declined',
          statusAt: timestamp(clock),
        })
        await notifySubmitter(transaction, invited, 'declined')
      })
      return getView(key)
    },

    /** Asks the owner a question. Throws `notFound`; `conflict` after the deadline, above the limit, and once refused. */
    ask: (key: AnswerKey, question: string): Promise<null> =>
      writeOnce(database, async (transaction) => {
        const invited = await access.lockForAnswer(transaction, key)
        const { invitation, inquiry } = invited
        if (invitation.status === 'declined') throw conflict(MESSAGES.declinedQuestion)
        const own = (await listClarifications(transaction.db, inquiry.id)).filter(
          ({ invitationId }) => invitationId === invitation.id,
        )
        if (own.length >= INQUIRIES.clarifications) throw conflict(MESSAGES.tooManyQuestions(INQUIRIES.clarifications))
        await insertClarification(transaction.db, {
          id: randomUUID(),
          inquiryId: inquiry.id,
          invitationId: invitation.id,
          question,
          answer: '',
          askedAt: timestamp(clock),
          answeredAt: null,
        })
        await notifyAskers(transaction, invited, question)
        return null
      }),

    /** Returns one of the vendor's own files. Throws `notFound`. */
    async getFile(key: AnswerKey, fileId: string) {
      const { invitation, inquiry } = await access.get(key)
      return files.read(inquiry, invitation.id, fileId)
    },
  }
}

const NONCE_BYTES = 16

type Receipt = 'sent' | 'unsent' | 'unchanged'

const NOT_SUBMITTED = {
  submittedAt: null,
  submittedVersion: null,
  submitterId: null,
  submissionEncrypted: null,
  submissionHash: null,
} as const

type Submission = Omit<HandedIn, 'nonce' | 'by'>
type Contents = {
  version: number | null
  answers: readonly Answer[]
  files: readonly AnswerFile[]
  proposesFacts: boolean
}

const findProduct = ({ inquiry, invitation }: Invited): AskedProduct | undefined =>
  parseContents(inquiry).products.find(({ key }) => key === invitation.product)

/** Returns answers as they are handed in: without versions and times, in the order of their questions' keys. */
const toSubmission = ({ version, answers, files, proposesFacts }: Contents): Submission => ({
  version: version ?? 0,
  answers: answers
    .map(({ question, value, note, sourceUrl }) => ({ question, value, note, sourceUrl }))
    .toSorted((a, b) => (a.question < b.question ? -1 : 1)),
  files: [...files],
  ...(proposesFacts && { proposesFacts }),
})

/** Returns whether the same was handed in, whoever did it. */
function isSame(handedIn: HandedIn | undefined, current: Submission): boolean {
  if (handedIn === undefined) return false
  const { nonce: _nonce, by: _by, ...submission } = handedIn
  return isDeepStrictEqual(submission, current)
}

const computeHash = (handedIn: HandedIn): string => sha256Hex(toCanonicalJson(handedIn))

/** Returns what a vendor can check later, and whether their answers have changed since. */
function toReceipt(
  { submittedAt, submittedVersion, submissionHash }: InvitationRow,
  handedIn: HandedIn | undefined,
  current: Submission,
): Answering['receipt'] {
  if (submittedAt === null || submittedVersion === null || submissionHash === null) return null
  const isChanged = handedIn !== undefined && !isSame(handedIn, current)
  return {
    submittedAt,
    version: submittedVersion,
    hash: submissionHash,
    isChanged,
    proposesFacts: handedIn?.proposesFacts ?? false,
    by: handedIn?.by ?? null,
  }
}

/** Throws `invalid` with the path of each answer that can't be handed in. */
function assertComplete(version: VersionRow, answers: readonly Answer[], files: readonly AnswerFile[]): void {
  const errors = parseQuestions(version).flatMap((question: AskedQuestion): FieldError[] => {
    const answer = answers.find((candidate) => candidate.question === question.key)
    const fileCount = files.filter((file) => file.question === question.key).length
    const message = findAnswerProblem(question, answer, fileCount)
    return message ? [{ path: `answers.${question.key}`, message }] : []
  })
  if (errors.length > 0) throw invalidFields(errors)
}
