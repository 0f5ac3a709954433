/**
 * Parses and formats page URLs: path parameters, and the query parameters that a page declares. Used for the page
 * cache, the page's state and links. Without Zod, so that public pages don't load it.
 */
import { TEXT } from './limits.ts'

export type PageParameter<Value> = {
  /** Parses the parameter; invalid values count as absent. */
  parse(input: string): Value
  /** Formats the value for a URL; '' leaves the parameter out. */
  format(value: Value): string
  /** Set if only the browser reads the parameter: the server renders the same page for every value. */
  isBrowserOnly?: true
  /** Values for which the server's page is only complete once its script has run. */
  scriptedValues?: readonly Value[]
  /**
   * Set if the parameter's name is the prefix of several: `f.models=Kimi&f.rag=yes`. It is parsed and formatted without
   * the prefix: `models=Kimi&rag=yes`.
   */
  isPrefix?: true
}

export type PageParameters = Readonly<Record<string, PageParameter<unknown>>>
export type PageQuery<Parameters extends PageParameters> = {
  readonly [Name in keyof Parameters]: ReturnType<Parameters[Name]['parse']>
}

/** A text without control characters, truncated to the length that the server accepts. */
export const text = (max: number = TEXT.line): PageParameter<string> => ({
  parse: (input) =>
    input
      .replaceAll(/[\u0000-\u001f\u007f]/g, ' ')
      .trim()
      .slice(0, max)
      .toWellFormed()
      .trimEnd(),
  format: (value) => value,
})

/** One of a list; defaults to the first. */
export const oneOf = <const Value extends string>(first: Value, ...others: Value[]): PageParameter<Value> => ({
  parse: (input) => others.find((other) => other === input) ?? first,
  format: (value) => (value === first ? '' : value),
})

/** A whole number from 1 to `last`. */
export const pageNumber = (last = 1_000_000): PageParameter<number> => ({
  parse: (input) => Math.min(Math.max(/^\d{1,9}$/.test(input) ? Number(input) : 1, 1), last),
  format: (value) => (value === 1 ? '' : String(value)),
})

/** A boolean; `1` means `true`. */
export const flag: PageParameter<boolean> = {
  parse: (input) => input === '1',
  format: (value) => (value ? '1' : ''),
}

/** At most `max` distinct ids, separated by commas; a comma in an id is encoded. */
export const idList = (max: number): PageParameter<readonly string[]> => {
  const line = text()
  const parse = (input: string) => [...new Set(input.split(',').map((id) => line.parse(tryDecode(id) ?? '')))]
  return {
    parse: (input) =>
      parse(input)
        .filter((id) => id !== '' && id.length <= TEXT.word)
        .slice(0, max),
    format: (ids) => ids.map((id) => id.replaceAll(/[%,]/g, encodeURIComponent)).join(','),
  }
}

/** Chosen values by key; each key is a parameter with a common prefix. Sorted, so that equal choices have one URL. */
export const choicesByKey = ({
  keys,
  values,
}: {
  keys: number
  values: number
}): PageParameter<Record<string, string[]>> => {
  const value = text(TEXT.word)
  return {
    isPrefix: true,
    parse(input) {
      const chosen = Map.groupBy(
        [...new URLSearchParams(input)].filter(([key]) => /^[a-z][a-z0-9-]*$/.test(key)),
        ([key]) => key,
      )
      const entries = [...chosen].map(([key, pairs]): [string, string[]] => [
        key,
        [...new Set(pairs.map((pair) => value.parse(pair[1])))].filter((item) => item !== '').slice(0, values),
      ])
      return Object.fromEntries(entries.filter(([, items]) => items.length > 0).slice(0, keys))
    },
    format: (chosen) =>
      new URLSearchParams(
        Object.keys(chosen)
          .sort()
          .flatMap((key) => [...(chosen[key] ?? [])].sort().map((item) => [key, item])),
      ).toString(),
  }
}

/** Marks a parameter that only the browser reads. */
export const browserOnly = <Value>(parameter: PageParameter<Value>): PageParameter<Value> => ({
  ...parameter,
  isBrowserOnly: true,
})

/** Marks values for which the server's page is only complete once its script has run. */
export const scripted = <Value>(parameter: PageParameter<Value>, ...scriptedValues: Value[]): PageParameter<Value> => ({
  ...parameter,
  scriptedValues,
})

/** Parses the declared parameters and ignores all others. */
export function parsePageQuery<Parameters extends PageParameters>(
  parameters: Parameters,
  search: URLSearchParams,
): PageQuery<Parameters> {
  const values = Object.entries(parameters).map(([name, { parse, isPrefix }]) => [
    name,
    parse(isPrefix ? readPrefixedParameters(name, search) : (search.get(name) ?? '')),
  ])
  // `fromEntries` loses the types of the keys.
  return Object.fromEntries(values) as PageQuery<Parameters>
}

function readPrefixedParameters(name: string, search: URLSearchParams): string {
  const prefix = `${name}.`
  const prefixed = [...search].filter(([key]) => key.startsWith(prefix))
  return new URLSearchParams(prefixed.map(([key, value]) => [key.slice(prefix.length), value])).toString()
}

/** Sets a parameter, or all with its prefix, to its formatted value; '' removes it. */
export function setParameter(search: URLSearchParams, name: string, { isPrefix }: { isPrefix?: true }, text: string) {
  if (!isPrefix) {
    if (text === '') search.delete(name)
    else search.set(name, text)
    return
  }
  for (const prefixed of [...search.keys()].filter((key) => key.startsWith(`${name}.`))) search.delete(prefixed)
  for (const [key, value] of new URLSearchParams(text)) search.append(`${name}.${key}`, value)
}

/**
 * Returns a query string in the order of the declaration, without defaults, so that each page has one canonical URL.
 */
export function formatPageQuery<Parameters extends PageParameters>(
  parameters: Parameters,
  query: Partial<PageQuery<Parameters>>,
): string {
  const search = new URLSearchParams()
  for (const [name, parameter] of Object.entries(parameters))
    setParameter(search, name, parameter, name in query ? parameter.format(query[name]) : '')
  return search.toString().replaceAll('%2C', ',')
}

/** Returns a path with its query string. */
export const buildPageUrl = <Parameters extends PageParameters>(
  path: string,
  parameters: Parameters,
  query: Partial<PageQuery<Parameters>>,
): string => {
  const search = formatPageQuery(parameters, query)
  return search === '' ? path : `${path}?${search}`
}

/** Returns the decoded values of a pattern's `:names` in a path; `undefined` if the path doesn't match. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const segments = getSegments(pattern)
  const input = getSegments(path)
  if (segments.length !== input.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, segment] of segments.entries()) {
    const value = input[index] ?? ''
    if (!segment.startsWith(':')) {
      if (segment.toLowerCase() !== value.toLowerCase()) return undefined
    } else if (value === '') return undefined
    // A value that can't be decoded stays encoded: it matches no record, so the page reports it as not found.
    else params[segment.slice(1)] = tryDecode(value) ?? value
  }
  return params
}

const getSegments = (path: string): string[] => path.replace(/\/+$/, '').split('/')

function tryDecode(input: string): string | undefined {
  try {
    return decodeURIComponent(input)
  } catch {
    return undefined
  }
}
