/** Takes opened answers and offers into an evaluation project. */

import type { ProjectCandidate } from '#contracts/evaluation-projects/project.ts'
import type { VendorAnswer } from '#contracts/evaluation-projects/vendor-answer.ts'
import type { OpenedAnswers } from '#contracts/inquiries/inquiry.ts'
import { INQUIRY_MESSAGES as MESSAGES } from '#contracts/inquiries/messages.ts'
import type { AskedQuestion } from '#contracts/inquiries/question.ts'
import type { Transfer, TransferPlan } from '#contracts/inquiries/transfer.ts'
import { listPriceCriteria } from '#contracts/rules/evaluation/project-prices.ts'
import { calculateThreeYearCost } from '#contracts/rules/evaluation/three-year-cost.ts'
import { describeFactValue } from '#contracts/rules/facts/value-text.ts'
import { describeAnswer } from '#contracts/rules/inquiries/describe-answer.ts'
import { toInquiryOffer } from '#contracts/rules/inquiries/inquiry-offer.ts'
import type { EvaluationProjectService, TakenAnswers } from '#server/modules/evaluation-projects/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { forbidden, invalidField } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Inquiries } from './inquiries.ts'
import type { createOpening } from './opening.ts'
import { canTakeOver } from './policy.ts'
import { listInvitations, updateInquiry } from './store.ts'
import { getPublished, lockInquiry, parseContents, parseQuestions } from './stored-inquiry.ts'

type Dependencies = {
  database: Database
  inquiries: Inquiries
  opening: Pick<ReturnType<typeof createOpening>, 'listAnswers'>
  projects: Pick<EvaluationProjectService, 'get' | 'vendorAnswers'>
}

type Product = { productId: string | null; name: string }

/** The same product of the catalogue; one that isn't in it is known by its name. */
const isSameProduct = (a: Product, b: Product): boolean =>
  a.productId !== null && b.productId !== null ? a.productId === b.productId : a.name.trim() === b.name.trim()

/** Returns an answer as evidence, with what the catalogue says if that differs. */
function toEvidence(question: AskedQuestion, { handedIn, facts }: OpenedAnswers): VendorAnswer[] {
  const answer = handedIn.answers.find((candidate) => candidate.question === question.key)
  const text = describeAnswer(question, answer?.value ?? null)
  const files = handedIn.files.filter((file) => file.question === question.key)
  if (question.kind === 'price' || (text === '' && files.length === 0)) return []
  const fact = facts.find(({ attribute }) => attribute === question.attribute?.key)
  const known = fact ? describeFactValue(fact, fact.value) : ''
  return [
    {
      question: question.title,
      text,
      note: answer?.note ?? '',
      sourceUrl: answer?.sourceUrl ?? '',
      files: files.map(({ name, hash }) => ({ name, hash })),
      catalogue: question.attribute === null || known === text ? null : known,
    },
  ]
}

/** Creates the functions that take opened answers into projects. */
export function createTransfer({ database, inquiries, opening, projects }: Dependencies) {
  /**
   * Returns what was handed in to an opened inquiry, to those who run it. Throws `notFound`, `forbidden` for the second
   * opener, and `conflict` before the opening.
   */
  async function getOpened(id: string, memberId: string) {
    const db = database.read
    const row = await inquiries.getReadable(db, id, memberId)
    authorize(canTakeOver(row, await inquiries.findMemberOf(db, id, memberId)), forbidden(MESSAGES.notRunning))
    const opened = await opening.listAnswers(id, memberId)
    const { newest } = await getPublished(db, id)
    const { title, products } = parseContents(row)
    const invitations = await listInvitations(db, id)
    return {
      title,
      questions: parseQuestions(newest),
      opened: opened.map((answers) => {
        const invitation = invitations.find((one) => one.id === answers.invitation)
        return {
          answers,
          hash: invitation?.submissionHash ?? '',
          product: products.find(({ key }) => key === invitation?.product),
        }
      }),
    }
  }

  /** Returns what could be taken into a project. Throws `notFound`, `conflict` before the opening. */
  async function plan(id: string, projectId: string, member: { id: string }): Promise<TransferPlan> {
    const { questions, opened } = await getOpened(id, member.id)
    const { value: project, revision } = await projects.get(projectId, member.id)
    const { candidates } = project.setup
    const taken = await projects.vendorAnswers.listInvitations(projectId)
    const findCandidate = (product: Product | undefined): ProjectCandidate | undefined =>
      product && candidates.find((candidate) => isSameProduct(candidate, product))
    return {
      project: { id: project.id, name: project.name },
      version: revision,
      canTakeAnswers: project.status !== 'final',
      canTakeOffers:
        (project.status === 'setup' || project.status === 'scoring') && listPriceCriteria(project.setup).length > 0,
      candidates: candidates.map(({ key, name }) => ({
        key,
        name,
        price: project.offers.find(({ candidate }) => candidate === key)?.price ?? null,
      })),
      entries: opened.map(({ answers, product }) => {
        const offer = toInquiryOffer(questions, answers.handedIn.answers)
        return {
          invitation: answers.invitation,
          candidate: findCandidate(product)?.key ?? null,
          answers: questions.flatMap((question) => toEvidence(question, answers)).length,
          offer: offer && { price: offer.price, threeYears: calculateThreeYearCost(offer.lines) },
          isTaken: taken.includes(answers.invitation),
        }
      }),
    }
  }

  return {
    plan,

    /**
     * Takes answers and offers into a project, all or nothing. Throws `notFound`; `invalid` for unknown invitations, candidates and
     * missing offers; `versionConflict` if the project has changed since the plan; `conflict` for an offer that would be
     * overwritten unasked.
     */
    async take(id: string, { project, version, entries }: Transfer, actor: Actor): Promise<TransferPlan> {
      const { title, questions, opened } = await getOpened(id, actor.id)
      const taken = entries.map(({ invitation, candidate, takesOffer, overwrites }, index): TakenAnswers => {
        const own = opened.find(({ answers }) => answers.invitation === invitation)
        if (!own) throw invalidField(`entries.${index}.invitation`, MESSAGES.answersUnknown)
        const { answers, hash } = own
        const offer = toInquiryOffer(questions, answers.handedIn.answers)
        if (takesOffer && !offer) throw invalidField(`entries.${index}.takesOffer`, MESSAGES.offerMissing)
        return {
          invitation,
          candidate,
          inquiry: title,
          submittedAt: answers.submittedAt,
          hash,
          answers: questions.flatMap((question) => toEvidence(question, answers)),
          offer:
            takesOffer && offer
              ? { candidate, ...offer, deduction: null, note: MESSAGES.offerNote(title, hash) }
              : null,
          overwrites,
        }
      })
      await database.write(async (transaction) => {
        await lockInquiry(transaction, id)
        await projects.vendorAnswers.take(transaction, project, taken, { owner: actor, ifMatch: String(version) })
        await updateInquiry(transaction.db, id, { projectId: project })
        await inquiries.record(transaction, id, { actor, action: 'inquiry.update', detail: '取入评估项目' })
      })
      return plan(id, project, actor)
    },
  }
}
