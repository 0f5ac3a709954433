/**
 * What a search finds below the names, slogans and descriptions of products: their capabilities and specifications, and
 * what is known of them. Attributes and choices are few, so that they are searched in memory; texts are in the database.
 */
import type { Attribute } from '#contracts/facts/attribute.ts'
import type { Fact } from '#contracts/facts/fact.ts'
import { NO_CERTIFICATE } from '#contracts/facts/vocabulary.ts'
import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import { listPossibleValues } from '#contracts/rules/facts/filter-values.ts'
import { describeFactValue } from '#contracts/rules/facts/value-text.ts'
import { findInText, locateMatch } from '#contracts/rules/find-in-text.ts'
import { buildSearchText, matchesQuery, normalizeText, type SearchText } from '#contracts/rules/search-text.ts'
import type { Found } from '#contracts/search/found.ts'
import { getAliases } from './choice-aliases.ts'
import { listSearchedDetails } from './searched-details.ts'

/** Values that say that a product has none of an attribute: nobody searches for these. */
const DENIALS: ReadonlySet<string> = new Set(['no', NO_CERTIFICATE])
type AttributeValue = { attribute: string; value: string }
const FACTS_LABEL = '资料'

/** Creates the search of values by their attributes' labels and their own, which keeps the searched form of both. */
export function createValueSearch() {
  const searchTexts = new Map<string, SearchText>()
  const getSearchText = (label: string): SearchText => {
    const known = searchTexts.get(label) ?? buildSearchText([label])
    searchTexts.set(label, known)
    return known
  }
  const isNamed = (name: string, query: string) => matchesQuery(getSearchText(name), query)

  return {
    /** Lists the values of attributes that a search names, by another word too, or whose attribute it names. */
    list(attributes: readonly Attribute[], search: string): AttributeValue[] {
      const query = normalizeText(search)
      if (query.length < 2 && !/\p{Script=Han}/u.test(query)) return []
      return attributes.flatMap((attribute) => {
        const { key, label, choices } = attribute
        const values = listPossibleValues(attribute).filter((value) => !DENIALS.has(value))
        const named = isNamed(label, query)
          ? values
          : values.filter(
              (value) => choices.includes(value) && [value, ...getAliases(value)].some((name) => isNamed(name, query)),
            )
        return named.map((value) => ({ attribute: key, value }))
      })
    },
  }
}

/** A product as a search found it. */
type FoundProduct = { name: string; slogan: string; description: string }

/** Returns where a search found a product by what it is found by first; `null` if in none of that. */
export const findInProduct = ({ name, slogan, description }: FoundProduct, search: string): Found | null =>
  locateMatch(
    [
      { label: PRODUCT_FIELDS.name.label, text: name, isWhole: true },
      { label: PRODUCT_FIELDS.slogan.label, text: slogan, isWhole: true },
      { label: PRODUCT_FIELDS.description.label, text: description },
    ],
    search,
  )

/** Returns where a search found a product otherwise: in its facts or details, or in a choice that it has another word for. */
export function findInDetails(details: unknown, facts: readonly Fact[], search: string): Found | null {
  const factTexts = listFactTexts(facts)
  const place = locateMatch([...factTexts, ...listSearchedDetails(details)], search)
  if (place) return place
  const choices = facts.flatMap(({ value }) =>
    typeof value === 'object' && !Array.isArray(value) ? [] : [value].flat(),
  )
  const choice = choices.find((each) => getAliases(String(each)).some((alias) => findInText(alias, search)))
  return choice === undefined ? null : locateMatch(factTexts, String(choice))
}

const listFactTexts = (facts: readonly Fact[]) =>
  facts.flatMap((fact) => {
    const isDenied = typeof fact.value === 'string' && DENIALS.has(fact.value)
    const isNone = Array.isArray(fact.value) && fact.value.length === 0
    if (isDenied || isNone || !SEARCHED_TYPES.has(fact.type)) return []
    return [{ label: FACTS_LABEL, text: `${fact.label}：${describeFactValue(fact, fact.value)}` }]
  })
const SEARCHED_TYPES: ReadonlySet<string> = new Set(['yesNo', 'choice', 'choices', 'certificate', 'text'])
