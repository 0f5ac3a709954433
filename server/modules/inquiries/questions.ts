/** What a draft asks: questions with the rules of their attributes, and attributes worth asking for. */
import type { ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import type { Attribute } from '#contracts/facts/attribute.ts'
import type { Fact } from '#contracts/facts/fact.ts'
import type { AskedProduct, QuestionSuggestion } from '#contracts/inquiries/inquiry.ts'
import type { AskedQuestion, Question } from '#contracts/inquiries/question.ts'
import { INQUIRIES } from '#contracts/limits.ts'
import { describePriceRule } from '#contracts/rules/evaluation/describe-prices.ts'
import { listPriceCriteria } from '#contracts/rules/evaluation/project-prices.ts'
import { CATALOGUES } from '#contracts/vocabulary.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { Queryable } from '#server/platform/database/database.ts'

type Facts = Pick<FactService, 'attributes' | 'listPublic'>

/** Returns questions as vendors see them; a question for an attribute that doesn't exist (any more) has none. */
export async function toAskedQuestions(
  { facts, db }: { facts: Pick<Facts, 'attributes'>; db: Queryable },
  questions: readonly Question[],
): Promise<AskedQuestion[]> {
  const listed = await facts.attributes.list(undefined, db)
  const attributes = new Map(listed.map((attribute) => [attribute.key, attribute]))
  return questions.map((question) => {
    const attribute = question.attribute === null ? undefined : attributes.get(question.attribute)
    return { ...question, attribute: attribute ? pickAsked(attribute) : null }
  })
}

const pickAsked = ({ key, label, type, unit, choices, hint }: Attribute): AskedQuestion['attribute'] => ({
  key,
  label,
  type,
  unit,
  choices: [...choices],
  hint,
})

/** Returns the question for an attribute. */
const toAttributeQuestion = ({ attribute, label }: QuestionSuggestion): Question => ({
  key: attribute,
  kind: 'attribute',
  attribute,
  title: label,
  hint: '',
  isRequired: true,
  unit: '',
  quantity: 1,
  isYearly: false,
})

const isUnknown = (facts: readonly Fact[], attribute: string) =>
  !facts.some((fact) => fact.attribute === attribute && fact.staleReason !== 'ended')
const isStale = (facts: readonly Fact[], attribute: string) =>
  !isUnknown(facts, attribute) && facts.every((fact) => fact.attribute !== attribute || fact.isStale)

/**
 * Lists the compared attributes of the products' catalogues, those first that aren't known of most products, then those
 * whose data is stale, each in the order of the attributes.
 */
export async function suggestQuestions(facts: Facts, products: readonly AskedProduct[]): Promise<QuestionSuggestion[]> {
  const listed = products.flatMap(({ name, productId, catalogue }) =>
    productId !== null && catalogue !== null ? [{ name, id: productId, catalogue }] : [],
  )
  const factsByProduct = await facts.listPublic(listed.map(({ id }) => id))
  const suggestions = new Map<string, QuestionSuggestion>()
  for (const catalogue of CATALOGUES) {
    const members = listed.filter((product) => product.catalogue === catalogue)
    // Without listed products, everything that agents are compared by can be asked.
    if (members.length === 0 && (listed.length > 0 || catalogue !== 'agent')) continue
    for (const { key, label, group, isCompared } of await facts.attributes.list(catalogue)) {
      if (!isCompared) continue
      const named = (is: typeof isUnknown) =>
        members.filter(({ id }) => is(factsByProduct.get(id)?.facts ?? [], key)).map(({ name }) => name)
      const known = suggestions.get(key)
      suggestions.set(key, {
        attribute: key,
        label,
        group,
        unknown: [...(known?.unknown ?? []), ...named(isUnknown)],
        stale: [...(known?.stale ?? []), ...named(isStale)],
      })
    }
  }
  return [...suggestions.values()].toSorted(
    (a, b) => b.unknown.length - a.unknown.length || b.stale.length - a.stale.length,
  )
}

/** Returns the questions with which a new inquiry about products starts: what isn't known, or is stale, of any of them. */
export async function createFirstQuestions(facts: Facts, products: readonly AskedProduct[]): Promise<Question[]> {
  if (products.every(({ productId }) => productId === null)) return []
  return (await suggestQuestions(facts, products))
    .filter(({ unknown, stale }) => unknown.length + stale.length > 0)
    .slice(0, INQUIRIES.questions)
    .map(toAttributeQuestion)
}

/**
 * Returns the prices that the price criteria of a project need: one total, or, if three years are scored, what is paid
 * once and what is paid every year. None without a price criterion.
 */
export function createPriceQuestions(setup: Pick<ProjectSetup, 'groups'>): Question[] {
  const criteria = listPriceCriteria(setup)
  const [first] = criteria
  if (!first) return []
  const hint = criteria.map(describePriceRule).join('\n')
  const price = (key: string, title: string, isYearly: boolean): Question => ({
    key,
    kind: 'price',
    attribute: null,
    title,
    hint,
    isRequired: true,
    unit: isYearly ? '年' : '',
    quantity: 1,
    isYearly,
  })
  return criteria.some(({ price: { basis } }) => basis === 'threeYears')
    ? [
        price('price-once', '一次性费用（实施、部署、培训）', false),
        price('price-yearly', '每年的费用（许可、订阅、运维）', true),
      ]
    : [price('price-total', '报价总价', false)]
}
