/**
 * Normalizes an address into the form that is both cached and handled: handlers see nothing beyond the cache key.
 * Undeclared parameters are removed first, so that junk creates no new keys.
 */
import type { RouteOptions } from 'fastify'
import findMyWay from 'find-my-way'
import { z } from 'zod'
import { PAGE_PATH_MAX } from '#contracts/limits.ts'
import { findFamilies, isMember } from '../calls/query-families.ts'

/** Returns the normalized query of a path. */
export type NormalizeQuery = (path: string, query: string) => string

/** The framework's router reads by these, too. */
export const ROUTER_OPTIONS = { maxParamLength: PAGE_PATH_MAX, ignoreTrailingSlash: true }

export type Addresses = ReturnType<typeof createAddresses>

export function createAddresses() {
  const router = findMyWay(ROUTER_OPTIONS)
  const normalizers = new Map<string, NormalizeQuery>()

  return {
    /** Records the declaration of a registered route. */
    add({ method, url, schema, config }: RouteOptions): void {
      if (![method].flat().includes('GET')) return
      normalizers.set(url, config?.normalizeQuery ?? onlyDeclared(getNames(schema?.querystring, url)))
      router.on('GET', url, () => {}, url)
    },

    /** Returns the normalized address. Writes and unknown addresses stay unchanged. */
    normalize(method: string, address: string): string {
      const index = address.indexOf('?')
      if (index === -1 || isAmbiguous(address) || (method !== 'GET' && method !== 'HEAD')) return address
      const path = address.slice(0, index)
      const match = router.find('GET', path)
      const normalizeQuery = normalizers.get(String(match?.store))
      if (!normalizeQuery) return address
      const query = normalizeQuery(path, address.slice(index + 1))
      return query === '' ? path : `${path}?${query}`
    },
  }
}

/**
 * Returns whether an address can be read in two ways: one reader skips a second question mark, another takes it for a
 * part of the name.
 */
export const isAmbiguous = (address: string): boolean => address.startsWith('??', address.indexOf('?'))

function onlyDeclared({ names, families }: Declared): NormalizeQuery {
  return (_path, query) => {
    const declared = [...new URLSearchParams(query)].filter(([name]) => names.has(name) || isMember(name, families))
    const normalized = new URLSearchParams(declared)
    // Values of one name keep their order.
    normalized.sort()
    return normalized.toString()
  }
}

type Declared = { names: ReadonlySet<string>; families: readonly string[] }

/** Returns the names of a query's schema. Throws if they can't be determined. */
function getNames(schema: unknown, url: string): Declared {
  if (schema === undefined) return { names: new Set(), families: [] }
  if (!(schema instanceof z.ZodType)) throw new Error(`the query of ${url} is described by no Zod schema`)
  // Without the registry, schemas with an id are inlined instead of referenced.
  const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: z.registry() })
  if (!properties) throw new Error(`the query of ${url} is no object: its parameters have to be declared`)
  const families = schema instanceof z.ZodObject ? findFamilies(schema) : []
  return { names: new Set(Object.keys(properties).filter((name) => !families.includes(name))), families }
}
