import { fillPath } from './paths.ts'

/** The parameters of a call's URL; the query may be that of the page's URL. */
export type AddressParts = {
  params?: Readonly<Record<string, unknown>> | undefined
  query?: Readonly<Record<string, unknown>> | string | undefined
}

/**
 * Returns the address of a call: `toUrl({ path: '/api/leads/:id' }, { params: { id: 'x' } })`. What the query
 * leaves empty is not in it: a short address is one that the server has cached.
 */
export function callAddress({ path }: { path: string }, { params = {}, query = '' }: AddressParts = {}): string {
  const filled = fillPath(path, params)
  const search = typeof query === 'string' ? query : queryText(query)
  return search === '' ? filled : `${filled}?${search}`
}

const queryText = (query: Readonly<Record<string, unknown>>): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString()
