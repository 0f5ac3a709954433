/** Answers that are proposed to a vendor: from the catalogue, and from what the same address handed in earlier. */
import type { Suggestion } from '#contracts/inquiries/answering.ts'
import type { AskedProduct } from '#contracts/inquiries/inquiry.ts'
import { type AskedQuestion, HandedInSchema } from '#contracts/inquiries/question.ts'
import { INQUIRIES } from '#contracts/limits.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { Sealing } from '../sealing.ts'
import { type InquiryRow, type InvitationRow, listSubmittedTo, type SubmissionRow } from '../store.ts'
import { getInquiry, getPublished, parseContents, parseQuestions } from '../stored-inquiry.ts'
import type { Invited } from './access.ts'
import { getSubmissionPurpose } from './purposes.ts'

type Dependencies = { db: Queryable; facts: Pick<FactService, 'listPublic'>; sealing: Sealing }

/** What identifies the same question in another inquiry: its attribute, or its words. */
const getIdentity = ({ attribute, title }: AskedQuestion) => attribute?.key ?? `text:${title.trim()}`

/** Prices are never proposed: they belong to one offer. */
const isReusable = ({ kind }: AskedQuestion) => kind === 'attribute' || kind === 'text'

const findProduct = (inquiry: InquiryRow, { product }: InvitationRow): AskedProduct | undefined =>
  parseContents(inquiry).products.find(({ key }) => key === product)

/** Keys identify a product within one inquiry only; one that isn't in the catalogue is known by its name. */
const isSameProduct = (a: AskedProduct, b: AskedProduct): boolean =>
  a.productId !== null && b.productId !== null ? a.productId === b.productId : a.name.trim() === b.name.trim()

async function listCatalogueSuggestions(
  { facts }: Dependencies,
  { inquiry, invitation }: Invited,
  questions: readonly AskedQuestion[],
): Promise<Suggestion[]> {
  const product = findProduct(inquiry, invitation)
  if (!product?.productId) return []
  const known = (await facts.listPublic([product.productId])).get(product.productId)?.facts ?? []
  return questions.flatMap(({ key, attribute }): Suggestion[] => {
    const fact = known.find((candidate) => candidate.attribute === attribute?.key)
    if (!fact) return []
    const { value, note, sourceUrl, readAt } = fact
    return [{ question: key, source: 'catalogue', value, note, sourceUrl, at: readAt }]
  })
}

/** Returns what an earlier invitation handed in about a product, with its questions; nothing if its key was destroyed. */
async function readEarlier({ db, sealing }: Dependencies, invitation: SubmissionRow, product: AskedProduct) {
  const { id, inquiryId, submissionEncrypted, submittedAt } = invitation
  if (submissionEncrypted === null || submittedAt === null) return undefined
  const inquiry = await getInquiry(db, inquiryId)
  const formerProduct = findProduct(inquiry, invitation)
  if (inquiry.keyEncrypted === null || !formerProduct || !isSameProduct(formerProduct, product)) return undefined
  const sealed = sealing.getSeal(inquiry).unseal(submissionEncrypted, getSubmissionPurpose(id))
  const questions = new Map(
    parseQuestions((await getPublished(db, inquiryId)).newest).map((question) => [question.key, question]),
  )
  return { answers: HandedInSchema.parse(sealed).answers, questions, submittedAt }
}

/** Proposes the latest earlier answer to each question. An inquiry whose key is lost is left out. */
async function listEarlierSuggestions(
  dependencies: Dependencies,
  { inquiry, invitation }: Invited,
  questions: readonly AskedQuestion[],
): Promise<Suggestion[]> {
  const product = findProduct(inquiry, invitation)
  if (!product) return []
  const suggestions = new Map<string, Suggestion>()
  const asked = new Map(questions.filter(isReusable).map((question) => [getIdentity(question), question.key]))
  for (const earlier of await listSubmittedTo(dependencies.db, invitation.email, INQUIRIES.remembered)) {
    if (earlier.inquiryId === invitation.inquiryId) continue
    const handedIn = await readEarlier(dependencies, earlier, product).catch(() => undefined)
    for (const { question, ...content } of handedIn?.answers ?? []) {
      const former = handedIn?.questions.get(question)
      const key = former && isReusable(former) ? asked.get(getIdentity(former)) : undefined
      if (key === undefined || suggestions.has(key) || content.value === null) continue
      suggestions.set(key, { ...content, question: key, source: 'earlier', at: handedIn?.submittedAt ?? null })
    }
  }
  return [...suggestions.values()]
}

/** Lists the answers that are proposed to a vendor, its own first. */
export const listSuggestions = async (
  dependencies: Dependencies,
  invited: Invited,
  questions: readonly AskedQuestion[],
): Promise<Suggestion[]> => [
  ...(await listEarlierSuggestions(dependencies, invited, questions)),
  ...(await listCatalogueSuggestions(dependencies, invited, questions)),
]
