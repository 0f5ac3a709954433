/** Answers that are proposed to a vendor: what the same address kept earlier, and what the catalogue says. */
import type { Suggestion } from '#contracts/inquiries/answering.ts'
import type { AskedProduct } from '#contracts/inquiries/inquiry.ts'
import type { AskedQuestion } from '#contracts/inquiries/question.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { Library } from './library.ts'

type Dependencies = { db: Queryable; facts: Pick<FactService, 'listPublic'>; library: Pick<Library, 'list'> }
/** `email` is the invited address; `null` for its colleagues, who don't see what it has kept. */
type Asked = { email: string | null; product: AskedProduct | undefined; questions: readonly AskedQuestion[] }

async function listCatalogueSuggestions(
  facts: Pick<FactService, 'listPublic'>,
  productId: string,
  questions: readonly AskedQuestion[],
): Promise<Suggestion[]> {
  const known = (await facts.listPublic([productId])).get(productId)?.facts ?? []
  return questions.flatMap(({ key, attribute }): Suggestion[] => {
    const fact = known.find((candidate) => candidate.attribute === attribute?.key)
    if (!fact) return []
    const { value, note, sourceUrl, readAt } = fact
    return [{ question: key, source: 'catalogue', value, note, sourceUrl, at: readAt }]
  })
}

/** Lists the answers that are proposed to a vendor, its own first. */
export async function listSuggestions(
  { db, facts, library }: Dependencies,
  { email, product, questions }: Asked,
): Promise<Suggestion[]> {
  if (!product) return []
  const own = email === null ? [] : await library.list(db, email, { product, questions })
  return [
    ...own.map((answer): Suggestion => ({ ...answer, source: 'earlier' })),
    ...(product.productId === null ? [] : await listCatalogueSuggestions(facts, product.productId, questions)),
  ]
}
