/**
 * Parses and formats page URLs: path parameters, and the query parameters that a page declares. They are used for the
 * page cache, the page's state and links. Without Zod, which visitors should not have to load.
 */
import { TEXT } from './limits.ts'

export type PageParameter<Value> = {
  /** Returns the value of a parameter; invalid ones count as absent. */
  read(input: string): Value
  /** Returns the text for an address; '' is left out of it. */
  write(value: Value): string
  /** Set if only the browser reads the parameter: the server renders the same page for every value. */
  isBrowserOnly?: true
}

export type PageParameters = Readonly<Record<string, PageParameter<unknown>>>
export type PageQuery<Parameters extends PageParameters> = {
  readonly [Name in keyof Parameters]: ReturnType<Parameters[Name]['read']>
}

/** Returns a text without control characters, no longer than the server takes. */
export const text = (max: number = TEXT.line): PageParameter<string> => ({
  read: (input) =>
    input
      .replaceAll(/[\u0000-\u001f\u007f]/g, ' ')
      .trim()
      .slice(0, max)
      .toWellFormed()
      .trimEnd(),
  write: (value) => value,
})

/** One of a list; defaults to the first. */
export const oneOf = <const Value extends string>(first: Value, ...others: Value[]): PageParameter<Value> => ({
  read: (input) => others.find((other) => other === input) ?? first,
  write: (value) => (value === first ? '' : value),
})

/** Returns a whole number from 1 to `last`. */
export const pageNumber = (last = 1_000_000): PageParameter<number> => ({
  read: (input) => Math.min(Math.max(/^\d{1,9}$/.test(input) ? Number(input) : 1, 1), last),
  write: (value) => (value === 1 ? '' : String(value)),
})

/** A switch; `1` if it is on. */
export const flag: PageParameter<boolean> = {
  read: (input) => input === '1',
  write: (value) => (value ? '1' : ''),
}

/** At most `most` different ids, with commas between them; each is encoded by itself, for it may hold a comma. */
export const idList = (most: number): PageParameter<readonly string[]> => {
  const line = text()
  const read = (input: string) => [...new Set(input.split(',').map((id) => line.read(decoded(id) ?? '')))]
  return {
    read: (input) =>
      read(input)
        .filter((id) => id !== '' && id.length <= TEXT.word)
        .slice(0, most),
    write: (ids) => ids.map(encodeURIComponent).join(','),
  }
}

/** Marks a parameter that only the browser reads. */
export const inBrowser = <Value>(parameter: PageParameter<Value>): PageParameter<Value> => ({
  ...parameter,
  isBrowserOnly: true,
})

/** Reads every parameter that is declared, and nothing else. */
export function readPageQuery<Parameters extends PageParameters>(
  parameters: Parameters,
  search: URLSearchParams,
): PageQuery<Parameters> {
  const values = Object.entries(parameters).map(([name, { read }]) => [name, read(search.get(name) ?? '')])
  // `fromEntries` forgets the names that it was given.
  return Object.fromEntries(values) as PageQuery<Parameters>
}

/** Returns a query's text: every value in the order of the declaration, defaults left out, so that one page has one address. */
export function writePageQuery<Parameters extends PageParameters>(
  parameters: Parameters,
  query: Partial<PageQuery<Parameters>>,
): string {
  const search = new URLSearchParams()
  for (const [name, { write }] of Object.entries(parameters)) {
    const text = name in query ? write(query[name]) : ''
    if (text !== '') search.set(name, text)
  }
  return search.toString().replaceAll('%2C', ',')
}

/** Returns a path with a query's text behind it. */
export const pageAddress = <Parameters extends PageParameters>(
  path: string,
  parameters: Parameters,
  query: Partial<PageQuery<Parameters>>,
): string => {
  const search = writePageQuery(parameters, query)
  return search === '' ? path : `${path}?${search}`
}

/** Returns what a path binds of a pattern's `:names`, decoded; `undefined` if it is another page's. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const segments = getSegments(pattern)
  const input = getSegments(path)
  if (segments.length !== input.length) return undefined
  const bound: Record<string, string> = {}
  for (const [index, segment] of segments.entries()) {
    const value = input[index] ?? ''
    if (!segment.startsWith(':')) {
      if (segment.toLowerCase() !== value.toLowerCase()) return undefined
    } else if (value === '') return undefined
    // What can't be decoded stays as it is: it then names nothing, which is the page's own error.
    else bound[segment.slice(1)] = decoded(value) ?? value
  }
  return bound
}

const getSegments = (path: string): string[] => path.replace(/\/+$/, '').split('/')

function decoded(input: string): string | undefined {
  try {
    return decodeURIComponent(input)
  } catch {
    return undefined
  }
}
