import { fillPath } from './paths.ts'

/** The parameters of a call's URL; the query may be that of the page's URL. */
export type UrlParts = {
  params?: Readonly<Record<string, unknown>> | undefined
  query?: Readonly<Record<string, unknown>> | string | undefined
}

/**
 * Returns the address of a call: `buildCallUrl({ path: '/api/leads/:id' }, { params: { id: 'x' } })`. Empty values of the
 * query are left out: the server has cached the shortest address.
 */
export function buildCallUrl({ path }: { path: string }, { params = {}, query = '' }: UrlParts = {}): string {
  const filled = fillPath(path, params)
  const search = typeof query === 'string' ? query : queryText(query)
  return search === '' ? filled : `${filled}?${search}`
}

const queryText = (query: Readonly<Record<string, unknown>>): string =>
  new URLSearchParams(Object.entries(query).flatMap(([name, value]) => listParameters(name, value))).toString()

/** Lists the parameters of a value; a record's are a family, one for each of its values: `f.models=Kimi&f.models=DeepSeek`. */
function listParameters(name: string, value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null)
    return value === undefined || value === '' ? [] : [[name, String(value)]]
  if (Array.isArray(value)) return value.flatMap((each) => listParameters(name, each))
  return Object.entries(value).flatMap(([key, each]) => listParameters(`${name}.${key}`, each))
}
