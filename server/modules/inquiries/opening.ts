/** Opens what vendors have handed in: one act after the deadline, recorded, by one person or by two. */
import { COLLEAGUE_MESSAGES } from '#contracts/colleagues/messages.ts'
import { ACT_RIGHTS } from '#contracts/colleagues/roles.ts'
import type { Inquiry, OpenedAnswers, OpenerReplace } from '#contracts/inquiries/inquiry.ts'
import { INQUIRY_MESSAGES as MESSAGES } from '#contracts/inquiries/messages.ts'
import type { ColleagueAccess } from '#server/modules/colleagues/service.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, forbidden, invalidField, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { createSaveStamp } from '#server/platform/save-stamp.ts'
import type { AnswerFiles } from './answering/files.ts'
import { assertOpen, type Inquiries } from './inquiries.ts'
import type { InquiryMailer } from './mailer.ts'
import { describeDeadline } from './mails.ts'
import {
  canConfirmOpening,
  canKeepConfirmation,
  canOpen,
  canRead,
  canReadAnswers,
  isHandedIn,
  isSecondOpener,
} from './policy.ts'
import { type Sealing, unsealHandedIn } from './sealing.ts'
import { type InquiryRow, listInvitations, listSubmissions, updateInquiry, updateInvitation } from './store.ts'
import {
  type Confirmation,
  lockInquiry,
  parseConfirmations,
  parseContents,
  parseReplacements,
} from './stored-inquiry.ts'

type Dependencies = {
  database: Database
  clock: Clock
  facts: Pick<FactService, 'listPublic'>
  accounts: Pick<IdentityService['accounts'], 'findByEmail'>
  inquiries: Inquiries
  mailer: InquiryMailer
  sealing: Sealing
  files: AnswerFiles
  colleagues: Pick<ColleagueAccess, 'listRecipients'>
}

type Account = { id: string; name: string; email: string }

/** Creates the functions that open an inquiry, and those that read what was opened. */
export function createOpening(dependencies: Dependencies) {
  const { database, clock, facts, accounts, inquiries, mailer, sealing, files, colleagues } = dependencies

  /** Throws `notFound` for strangers, and `conflict` before the deadline or after the opening. */
  async function assertCanOpen({ db }: Transaction, row: InquiryRow, actor: Actor): Promise<void> {
    const member = await inquiries.findMemberOf(db, row.id, actor.id)
    authorize(canRead(row, member), notFound(MESSAGES.notFound))
    authorize(canConfirmOpening(row, member), forbidden(COLLEAGUE_MESSAGES.notManager))
    if (canOpen(row, timestamp(clock))) return
    throw conflict(row.status === 'open' ? MESSAGES.notDue(describeDeadline(row.deadline ?? '')) : MESSAGES.notOpen)
  }

  /**
   * Tells everyone who handed in, with the hash by which they can check it, and those who asked; has proposed what vendors
   * agreed to: were it done after the opening, a process that ends meanwhile would lose it.
   */
  async function followUp(transaction: Transaction, row: InquiryRow, actor: Actor): Promise<void> {
    for (const to of await listAskers(transaction.db, row))
      if (to.id !== actor.id) await mailer.notifyAsker(transaction, row, { to, notice: 'opened', note: '' })
    for (const invitation of (await listInvitations(transaction.db, row.id)).filter(isHandedIn)) {
      await mailer.notify(transaction, row, invitation, { notice: 'opened', note: invitation.submissionHash ?? '' })
      if (invitation.productId !== null)
        await updateInvitation(transaction.db, invitation.id, { proposalDueAt: timestamp(clock) })
    }
  }

  /** Lists the second opener, if there is one with an account. */
  async function listSecondOpeners(db: Queryable, { secondOpener }: InquiryRow): Promise<Account[]> {
    const account = secondOpener === '' ? undefined : await accounts.findByEmail(db, secondOpener)
    return account ? [{ id: account.id, name: account.name, email: account.email }] : []
  }

  /** Lists the owner, all colleagues who have joined, and the second opener, each once. */
  async function listAskers(db: Queryable, row: InquiryRow): Promise<Account[]> {
    const recipients = await colleagues.listRecipients(db, { kind: 'inquiry', id: row.id }, { ownerId: row.ownerId })
    const others = (await listSecondOpeners(db, row)).filter(({ id }) => recipients.every((one) => one.id !== id))
    return [...recipients, ...others]
  }

  /** Asks whoever hasn't confirmed yet: the second opener after an owner, and the owners after the second opener. */
  async function askOthers(transaction: Transaction, row: InquiryRow, actor: Actor): Promise<void> {
    const { db } = transaction
    const isByOwner = !isSecondOpener(row, await inquiries.findMemberOf(db, row.id, actor.id))
    const notice = isByOwner ? 'confirmAsOpener' : 'confirmAsOwner'
    const asked = isByOwner
      ? await listSecondOpeners(db, row)
      : await colleagues.listRecipients(
          db,
          { kind: 'inquiry', id: row.id },
          { ownerId: row.ownerId, act: 'openInquiry' },
        )
    for (const to of asked) if (to.id !== actor.id) await mailer.notifyAsker(transaction, row, { to, notice, note: '' })
  }

  /** Throws `invalid` for an address that can't confirm besides the owner, or is named already. */
  async function assertCanBecomeOpener({ db }: Transaction, row: InquiryRow, email: string): Promise<void> {
    const owner = await inquiries.findMember(db, row.ownerId)
    if (email.toLowerCase() === owner.email.toLowerCase()) throw invalidField('email', MESSAGES.ownAddress)
    if (email.toLowerCase() === row.secondOpener.toLowerCase()) throw invalidField('email', MESSAGES.openerSame)
    if (!(await inquiries.hasSecondOpener(db, { secondOpener: email })))
      throw invalidField('email', MESSAGES.openerUnknown)
  }

  /** Lists the confirmations that still count once the second opener is replaced. */
  async function listKept(db: Queryable, row: InquiryRow): Promise<Confirmation[]> {
    const kept: Confirmation[] = []
    for (const confirmation of parseConfirmations(row))
      if (canKeepConfirmation(row, await inquiries.findMemberOf(db, row.id, confirmation.id))) kept.push(confirmation)
    return kept
  }

  /** Returns whether somebody has confirmed an opening as who the actor is: the second opener, or one of the owners. */
  async function isConfirmed(db: Queryable, row: InquiryRow, actor: Actor): Promise<boolean> {
    const ids = parseConfirmations(row).map(({ id }) => id)
    const opener = row.secondOpener === '' ? undefined : await accounts.findByEmail(db, row.secondOpener)
    return ids.some((id) => (id === opener?.id) === (actor.id === opener?.id))
  }

  async function confirm(transaction: Transaction, row: InquiryRow, actor: Actor): Promise<void> {
    const { db } = transaction
    const confirmations = parseConfirmations(row)
    if (await isConfirmed(db, row, actor)) throw conflict(MESSAGES.alreadyConfirmed)
    const confirmed: Confirmation[] = [...confirmations, { id: actor.id, name: actor.name, at: timestamp(clock) }]
    const isComplete = row.secondOpener === '' || confirmed.length > 1
    await updateInquiry(db, row.id, {
      confirmationsJson: JSON.stringify(confirmed),
      version: row.version + 1,
      ...createSaveStamp(clock, actor),
      ...(isComplete ? { status: 'opened', openedAt: timestamp(clock) } : {}),
    })
    await inquiries.record(transaction, row.id, {
      actor,
      action: 'inquiry.open',
      detail: isComplete ? '开启' : '确认，等第二位',
    })
    if (isComplete) await followUp(transaction, row, actor)
    else await askOthers(transaction, row, actor)
  }

  /** Returns an inquiry whose answers a member may see. Throws `notFound`, and `conflict` before the opening. */
  async function getOpened(id: string, memberId: string): Promise<InquiryRow> {
    const row = await inquiries.getReadable(database.read, id, memberId)
    if (!canReadAnswers(row)) throw conflict(MESSAGES.sealed)
    return row
  }

  async function listHandedIn(row: InquiryRow) {
    const seal = sealing.getSeal(row)
    return (await listSubmissions(database.read, row.id)).flatMap((invitation) => {
      const { submittedAt } = invitation
      const handedIn = isHandedIn(invitation) ? unsealHandedIn(seal, invitation) : undefined
      return handedIn && submittedAt !== null ? [{ invitation, handedIn, submittedAt }] : []
    })
  }

  return {
    /**
     * Opens an inquiry, or confirms that it may be opened if two people have to. Throws `notFound`; `conflict` before the
     * deadline, after the opening, and if the same person confirms twice.
     */
    open: (id: string, actor: Actor): Promise<Inquiry> =>
      database.write(async (transaction) => {
        const row = await lockInquiry(transaction, id)
        await assertCanOpen(transaction, row, actor)
        await confirm(transaction, row, actor)
        return inquiries.getView(transaction.db, id, actor.id)
      }),

    /**
     * Names another second opener, tells all vendors the reason, and records both. What the earlier one has confirmed
     * doesn't count; it never gets fewer than two. Throws `notFound`; `invalid` for an address without a verified
     * account and for the present two; `conflict` after the opening, and if one person opens.
     */
    replaceOpener: (id: string, { email, reason }: OpenerReplace, actor: Actor): Promise<Inquiry> =>
      database.write((transaction) =>
        inquiries.change(transaction, { id, actor, right: ACT_RIGHTS.replaceOpener }, async (row) => {
          assertOpen(row)
          if (row.secondOpener === '') throw conflict(MESSAGES.openerNotNeeded)
          await assertCanBecomeOpener(transaction, row, email)
          await mailer.notifyAll(transaction, row, { notice: 'opener', note: reason })
          const replacement = { from: row.secondOpener, to: email, reason, by: actor.name, at: timestamp(clock) }
          return {
            changes: {
              secondOpener: email,
              contentsJson: JSON.stringify({ ...parseContents(row), secondOpener: email }),
              confirmationsJson: JSON.stringify(await listKept(transaction.db, row)),
              openerChangesJson: JSON.stringify([...parseReplacements(row), replacement]),
            },
            action: 'inquiry.update',
            detail: '更换第二位确认人',
          }
        }),
      ),

    /** Lists what was handed in, beside the catalogue's facts. Throws `notFound`, and `conflict` before the opening. */
    async listAnswers(id: string, memberId: string): Promise<OpenedAnswers[]> {
      const row = await getOpened(id, memberId)
      const { products } = parseContents(row)
      const factsByProduct = await facts.listPublic(products.flatMap(({ productId }) => productId ?? []))
      return (await listHandedIn(row)).map(({ invitation, handedIn, submittedAt }) => {
        const productId = products.find(({ key }) => key === invitation.product)?.productId ?? ''
        return { invitation: invitation.id, handedIn, submittedAt, facts: factsByProduct.get(productId)?.facts ?? [] }
      })
    },

    /** Returns a file that was handed in. Throws `notFound`, and `conflict` before the opening. */
    async getFile(id: string, fileId: string, memberId: string) {
      const row = await getOpened(id, memberId)
      const owner = (await listHandedIn(row)).find(({ handedIn }) => handedIn.files.some((file) => file.id === fileId))
      if (!owner) throw notFound()
      return files.read(row, owner.invitation.id, fileId)
    },
  }
}
