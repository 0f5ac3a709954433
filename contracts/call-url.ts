import { fillPath } from './paths.ts'

/** The parameters of a call's URL; `query` may also be a page's query string. */
export type UrlParts = {
  params?: Readonly<Record<string, unknown>> | undefined
  query?: Readonly<Record<string, unknown>> | string | undefined
}

/**
 * Returns the URL of a call: `buildCallUrl({ path: '/api/leads/:id' }, { params: { id: 'x' } })`. Empty query values are
 * left out, so that equivalent requests share one cached URL.
 */
export function buildCallUrl({ path }: { path: string }, { params = {}, query = '' }: UrlParts = {}): string {
  const filled = fillPath(path, params)
  const search = typeof query === 'string' ? query : toQueryString(query)
  return search === '' ? filled : `${filled}?${search}`
}

const toQueryString = (query: Readonly<Record<string, unknown>>): string =>
  new URLSearchParams(Object.entries(query).flatMap(([name, value]) => listParameters(name, value))).toString()

/** Lists the parameters of a value. A record yields one parameter per value: `f.models=Kimi&f.models=DeepSeek`. */
function listParameters(name: string, value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null)
    return value === undefined || value === '' ? [] : [[name, String(value)]]
  if (Array.isArray(value)) return value.flatMap((item) => listParameters(name, item))
  return Object.entries(value).flatMap(([key, item]) => listParameters(`${name}.${key}`, item))
}
