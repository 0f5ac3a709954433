/** Proposes to the catalogue, with the vendor's consent, what an opened inquiry says otherwise than the public page. */
import type { OpenedAnswers } from '#contracts/inquiries/inquiry.ts'
import { INQUIRY_MESSAGES as MESSAGES } from '#contracts/inquiries/messages.ts'
import type { AskedQuestion } from '#contracts/inquiries/question.ts'
import { describeFactValue } from '#contracts/rules/facts/value-text.ts'
import type { VendorProductService } from '#server/modules/vendor-products/service.ts'
import type { VendorService } from '#server/modules/vendors/service.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { createOpening } from './opening.ts'
import { isInvitedAddress } from './policy.ts'
import { listInvitations } from './store.ts'
import { getPublished, parseQuestions } from './stored-inquiry.ts'

type Dependencies = {
  database: Database
  opening: Pick<ReturnType<typeof createOpening>, 'listAnswers'>
  vendors: Pick<VendorService, 'listContacts'>
  vendorProducts: Pick<VendorProductService, 'updates'>
}

/** Returns the answers that differ from the catalogue, as facts of a submission. */
const listChangedFacts = (questions: readonly AskedQuestion[], { handedIn, facts }: OpenedAnswers) =>
  questions.flatMap(({ key, attribute }) => {
    const answer = handedIn.answers.find(({ question }) => question === key)
    if (!attribute || !answer || answer.value === null || answer.value === '') return []
    const known = facts.find((fact) => fact.attribute === attribute.key)
    const isSame = known && describeFactValue(known, known.value) === describeFactValue(attribute, answer.value)
    const { value, note, sourceUrl } = answer
    return isSame ? [] : [{ attribute: attribute.key, value, isComplete: false, note, sourceUrl }]
  })

/** Creates the function that proposes the facts of an opened inquiry. */
export const createProposals = ({ database, opening, vendors, vendorProducts }: Dependencies) => ({
  /**
   * Submits an update for each product whose contact has consented, which editors review (docs/decisions/065). What can't
   * be submitted, such as a second update while one is pending, is left out: it never hinders the opening.
   */
  async send(id: string, memberId: string): Promise<void> {
    const opened = await opening.listAnswers(id, memberId)
    const invitations = await listInvitations(database.read, id)
    const questions = parseQuestions((await getPublished(database.read, id)).newest)
    for (const answers of opened.filter(({ handedIn }) => handedIn.proposesFacts)) {
      const invitation = invitations.find((one) => one.id === answers.invitation)
      const productId = invitation?.productId
      if (!invitation || !productId) continue
      const emails = (await vendors.listContacts([productId])).get(productId)?.emails ?? []
      const facts = listChangedFacts(questions, answers)
      if (facts.length === 0 || !emails.some((contact) => isInvitedAddress(invitation, contact))) continue
      const proposal = { email: invitation.email, facts, additionalInfo: MESSAGES.proposal }
      await vendorProducts.updates.propose(productId, proposal).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
      })
    }
  },
})
