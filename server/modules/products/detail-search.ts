/**
 * Searches the details of products besides name, slogan and description: capabilities, specifications and facts.
 * Attributes and choices are few, so they are searched in memory; texts are searched in the database.
 */
import type { Attribute } from '#contracts/facts/attribute.ts'
import type { Fact } from '#contracts/facts/fact.ts'
import { NO_CERTIFICATE } from '#contracts/facts/vocabulary.ts'
import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import { listPossibleValues } from '#contracts/rules/facts/filter-values.ts'
import { describeFactValue } from '#contracts/rules/facts/value-text.ts'
import type { SearchMatch } from '#contracts/search/search-match.ts'
import { findInText, type LocatedMatches, locateMatches } from '#server/modules/search/service.ts'
import { foldText, splitSearchWords } from '#server/platform/search-text/fold-text.ts'
import { matchesSearch } from '#server/platform/search-text/pinyin.ts'
import { listSearchedDetails } from './searched-details.ts'

/** Values that negate an attribute and are not searched for. */
const NEGATIVE_VALUES: ReadonlySet<string> = new Set(['no', NO_CERTIFICATE])
const SEARCHED_TYPES: ReadonlySet<string> = new Set(['yesNo', 'choice', 'choices', 'certificate', 'text'])
type AttributeValue = { attribute: string; value: string }
const FACTS_LABEL = '资料'

/**
 * Search synonyms of choices: the maker of a model, or its other name. They match products that have the choice under
 * its original label; a choice renamed by an editor has no synonyms.
 */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  通义千问: ['阿里', '阿里云', 'Qwen'],
  文心: ['百度', '文心一言', 'ERNIE'],
  智谱GLM: ['ChatGLM'],
  Kimi: ['月之暗面', 'Moonshot'],
  豆包: ['字节跳动', '火山引擎', 'Doubao'],
  混元: ['腾讯'],
  讯飞星火: ['科大讯飞'],
  DeepSeek: ['深度求索'],
  OpenAI: ['GPT', 'ChatGPT'],
  Claude: ['Anthropic'],
  Gemini: ['谷歌', 'Google'],
}

/** Returns the synonyms of a choice. */
const listSynonyms = (choice: string): readonly string[] =>
  Object.hasOwn(SYNONYMS, choice) ? (SYNONYMS[choice] ?? []) : []

/** Creates the search for fact values by the labels of attributes and values, and caches the folded forms of both. */
export function createValueSearch() {
  const foldedNames = new Map<string, string>()
  const matchesName = (name: string, query: string) => {
    const folded = foldedNames.get(name) ?? foldText(name)
    foldedNames.set(name, folded)
    return matchesSearch(folded, query)
  }

  return {
    /** Lists the attribute values that a search matches by value, synonym or attribute label. */
    list(attributes: readonly Attribute[], search: string): AttributeValue[] {
      const query = foldText(search)
      if (query.length < 2 && !/\p{Script=Han}/u.test(query)) return []
      return attributes.flatMap((attribute) => {
        const { key, label, choices } = attribute
        const values = listPossibleValues(attribute).filter((value) => !NEGATIVE_VALUES.has(value))
        const isMatchingChoice = (value: string) =>
          choices.includes(value) && [value, ...listSynonyms(value)].some((name) => matchesName(name, query))
        const matchingValues = matchesName(label, query) ? values : values.filter(isMatchingChoice)
        return matchingValues.map((value) => ({ attribute: key, value }))
      })
    },
  }
}

/** The fields of a product that are searched first. */
type SearchedFields = { name: string; slogan: string; description: string }

/** Locates a search in name, slogan and description. */
export const findInProduct = ({ name, slogan, description }: SearchedFields, search: string): LocatedMatches =>
  locateMatches(
    [
      { label: PRODUCT_FIELDS.name.label, text: name, isShownInFull: true },
      { label: PRODUCT_FIELDS.slogan.label, text: slogan, isShownInFull: true },
      { label: PRODUCT_FIELDS.description.label, text: description },
    ],
    search,
  )

/** Locates a search in facts and details, or by the synonym of a choice. */
export function findInDetails(details: unknown, facts: readonly Fact[], search: string): SearchMatch[] {
  const factTexts = listFactTexts(facts)
  const { matches } = locateMatches([...factTexts, ...listSearchedDetails(details)], search)
  if (matches.length > 0) return matches
  const choices = facts.flatMap(({ value }) =>
    typeof value === 'object' && !Array.isArray(value) ? [] : [value].flat(),
  )
  const terms = [search, ...splitSearchWords(search)]
  const choice = choices.find((option) =>
    listSynonyms(String(option)).some((synonym) => terms.some((term) => findInText(synonym, term))),
  )
  return choice === undefined ? [] : locateMatches(factTexts, String(choice)).matches
}

const listFactTexts = (facts: readonly Fact[]) =>
  facts.flatMap((fact) => {
    const isNegative = typeof fact.value === 'string' && NEGATIVE_VALUES.has(fact.value)
    const isEmpty = Array.isArray(fact.value) && fact.value.length === 0
    if (isNegative || isEmpty || !SEARCHED_TYPES.has(fact.type)) return []
    return [{ label: FACTS_LABEL, text: `${fact.label}：${describeFactValue(fact, fact.value)}` }]
  })
