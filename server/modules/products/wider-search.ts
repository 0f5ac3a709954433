/**
 * What a search finds below the names, slogans and descriptions of products: their capabilities and specifications, and
 * what is known of them. Attributes and choices are few, so that they are searched in memory; texts are in the database.
 */
import type { Attribute } from '#contracts/facts/attribute.ts'
import type { Fact } from '#contracts/facts/fact.ts'
import { NO_CERTIFICATE } from '#contracts/facts/vocabulary.ts'
import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import { listPossibleValues } from '#contracts/rules/facts/filter-values.ts'
import { formatFactValue } from '#contracts/rules/facts/value-text.ts'
import { findPlace } from '#contracts/rules/find-in-text.ts'
import { buildSearchText, matchesQuery, normalizeText, type SearchText } from '#contracts/rules/search-text.ts'
import type { Found } from '#contracts/search/found.ts'
import { type FacetIndex, findOwners } from '#server/modules/search/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import { listSearchedDetails } from './searched-details.ts'

/** Values that say that a product has none of an attribute: nobody searches for these. */
const DENIALS: ReadonlySet<string> = new Set(['no', NO_CERTIFICATE])
const FACTS_LABEL = '资料'

/** Creates the search of values by their attributes' labels and their own, which keeps the searched form of both. */
export function createValueSearch() {
  const byLabel = new Map<string, SearchText>()
  const getSearchText = (label: string): SearchText => {
    const known = byLabel.get(label) ?? buildSearchText([label])
    byLabel.set(label, known)
    return known
  }

  return {
    /** Lists the values of attributes that a search names, or whose attribute it names. */
    list(attributes: readonly Attribute[], search: string): { attribute: string; value: string }[] {
      const query = normalizeText(search)
      if (query.length < 2 && !/\p{Script=Han}/u.test(query)) return []
      return attributes.flatMap((attribute) => {
        const isNamed = matchesQuery(getSearchText(attribute.label), query)
        return listPossibleValues(attribute)
          .filter((value) => !DENIALS.has(value))
          .filter(
            (value) => isNamed || (attribute.choices.includes(value) && matchesQuery(getSearchText(value), query)),
          )
          .map((value) => ({ attribute: attribute.key, value }))
      })
    },
  }
}

type WiderSearch = {
  database: Pick<Database, 'read' | 'kind'>
  facets: FacetIndex
  attributes: readonly Attribute[]
  values: ReturnType<typeof createValueSearch>
}

/** Returns a test for the products of a catalogue that a search finds in their details or facts. */
export async function findWider(
  { database, facets, attributes, values }: WiderSearch,
  search: string,
): Promise<(id: string) => boolean> {
  const texts = attributes.filter(({ type }) => type === 'text').map(({ key }) => key)
  const [byDetails, byFacts] = await Promise.all([
    findOwners(database, { collection: 'product-details', search }),
    findOwners(database, { collection: 'product-facts', parts: texts, search }),
  ])
  const hasValue = facets.hasAny(values.list(attributes, search))
  return (id) => byDetails.has(id) || byFacts.has(id) || hasValue(id)
}

/** A product as a search found it. */
type FoundProduct = { name: string; slogan: string; description: string }

/** Returns where a search found a product by what it is found by first; `null` if in none of that. */
export const findInProduct = ({ name, slogan, description }: FoundProduct, search: string): Found | null =>
  findPlace(
    [
      { label: PRODUCT_FIELDS.name.label, text: name, isWhole: true },
      { label: PRODUCT_FIELDS.slogan.label, text: slogan, isWhole: true },
      { label: PRODUCT_FIELDS.description.label, text: description },
    ],
    search,
  )

/** Returns where a search found a product otherwise: in its facts or details. */
export const findInDetails = (details: unknown, facts: readonly Fact[], search: string): Found | null =>
  findPlace([...listFactTexts(facts), ...listSearchedDetails(details)], search)

const listFactTexts = (facts: readonly Fact[]) =>
  facts.flatMap((fact) => {
    const isDenied = typeof fact.value === 'string' && DENIALS.has(fact.value)
    const isNone = Array.isArray(fact.value) && fact.value.length === 0
    if (isDenied || isNone || !SEARCHED_TYPES.has(fact.type)) return []
    return [{ label: FACTS_LABEL, text: `${fact.label}：${formatFactValue(fact, fact.value)}` }]
  })
const SEARCHED_TYPES: ReadonlySet<string> = new Set(['yesNo', 'choice', 'choices', 'certificate', 'text'])
