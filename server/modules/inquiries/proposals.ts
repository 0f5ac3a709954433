/** Proposes to the catalogue, with the vendor's consent, what an opened inquiry says otherwise than the public page. */
import { HOUR_MS } from '#contracts/durations.ts'
import type { Fact } from '#contracts/facts/fact.ts'
import { INQUIRY_MESSAGES as MESSAGES } from '#contracts/inquiries/messages.ts'
import type { AskedQuestion, HandedIn } from '#contracts/inquiries/question.ts'
import { describeFactValue } from '#contracts/rules/facts/value-text.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { VendorProductService } from '#server/modules/vendor-products/service.ts'
import type { VendorService } from '#server/modules/vendors/service.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { isInvitedAddress } from './policy.ts'
import { type Sealing, unsealHandedIn } from './sealing.ts'
import { listDueProposals, type SubmissionRow, updateInvitation } from './store.ts'
import { getInquiry, getPublished, parseQuestions } from './stored-inquiry.ts'

/** How many are sent at a time; the others follow with the next check. */
const BATCH_SIZE = 20
/** When one that couldn't be sent is tried again; until then, no other node sends it. */
const RETRY_MS = HOUR_MS

type Dependencies = {
  database: Database
  clock: Clock
  sealing: Sealing
  facts: Pick<FactService, 'getPublic'>
  vendors: Pick<VendorService, 'listContacts'>
  vendorProducts: Pick<VendorProductService, 'updates'>
}

/** Returns the answers that differ from the catalogue, as facts of a submission. */
const listChangedFacts = (questions: readonly AskedQuestion[], { answers }: HandedIn, known: readonly Fact[]) =>
  questions.flatMap(({ key, attribute }) => {
    const answer = answers.find(({ question }) => question === key)
    if (!attribute || !answer || answer.value === null || answer.value === '') return []
    const present = known.find((fact) => fact.attribute === attribute.key)
    const isSame = present && describeFactValue(present, present.value) === describeFactValue(attribute, answer.value)
    const { value, note, sourceUrl } = answer
    return isSame ? [] : [{ attribute: attribute.key, value, isComplete: false, note, sourceUrl }]
  })

/** Creates the function that proposes the facts of opened inquiries. */
export function createProposals({ database, clock, sealing, facts, vendors, vendorProducts }: Dependencies) {
  const settle = ({ db }: Transaction, { id }: SubmissionRow) => updateInvitation(db, id, { proposalDueAt: null })
  const giveUp = (invitation: SubmissionRow) => database.write((transaction) => settle(transaction, invitation))

  /** Returns what is due, and puts it off, so that it is sent once by one node, and again if this one ends meanwhile. */
  const claim = (): Promise<SubmissionRow[]> =>
    database.write(async ({ db }) => {
      const due = await listDueProposals(db, timestamp(clock), BATCH_SIZE)
      const proposalDueAt = new Date(clock.now().getTime() + RETRY_MS).toISOString()
      for (const { id } of due) await updateInvitation(db, id, { proposalDueAt })
      return due
    })

  /** Returns the facts that a vendor has agreed to propose; none if the product has another contact. Throws `conflict`. */
  async function listProposedFacts(invitation: SubmissionRow, productId: string) {
    const db = database.read
    const handedIn = unsealHandedIn(sealing.getSeal(await getInquiry(db, invitation.inquiryId)), invitation)
    const emails = (await vendors.listContacts([productId])).get(productId)?.emails ?? []
    if (!handedIn?.proposesFacts || !emails.some((contact) => isInvitedAddress(invitation, contact))) return []
    const { newest } = await getPublished(db, invitation.inquiryId)
    return listChangedFacts(parseQuestions(newest), handedIn, (await facts.getPublic(productId)).facts)
  }

  /** Throws `conflict` while the key can't be read or another update is pending; the other errors are final. */
  async function send(invitation: SubmissionRow): Promise<void> {
    const { productId, email } = invitation
    const changed = productId === null ? [] : await listProposedFacts(invitation, productId)
    if (productId === null || changed.length === 0) {
      await giveUp(invitation)
      return
    }
    await vendorProducts.updates.propose(productId, {
      email,
      facts: changed,
      additionalInfo: MESSAGES.proposal,
      onStored: async (transaction) => void (await settle(transaction, invitation)),
    })
  }

  return {
    /**
     * Submits an update for each product whose contact has agreed to it in an inquiry that was opened, which editors
     * review (docs/decisions/065). While another update of the product is pending it waits, and is tried again hourly;
     * what can never be submitted, because the product is gone, is given up.
     */
    async sendDue(): Promise<void> {
      for (const invitation of await claim())
        await send(invitation).catch(async (error: unknown) => {
          if (!(error instanceof AppError)) throw error
          if (error.code !== 'conflict') await giveUp(invitation)
        })
    },
  }
}
