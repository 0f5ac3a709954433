/**
 * Brings an address into the one form that is both kept under and answered: a handler sees nothing that the reply's key
 * doesn't hold. What a route doesn't declare is taken out before anything is looked up, so that junk makes no new key.
 */
import type { RouteOptions } from 'fastify'
import findMyWay from 'find-my-way'
import { z } from 'zod'

/** Takes a path and its query's text; returns the query in the form that is answered. */
export type SettleQuery = (path: string, query: string) => string

/** The framework's router reads by these, too. */
export const ROUTER_OPTIONS = { maxParamLength: 2_000, ignoreTrailingSlash: true }

export type Addresses = ReturnType<typeof createAddresses>

export function createAddresses() {
  const router = findMyWay(ROUTER_OPTIONS)
  const settlers = new Map<string, SettleQuery>()

  return {
    /** Notes what a route that is being registered declares. */
    add({ method, url, schema, config }: RouteOptions): void {
      if (![method].flat().includes('GET')) return
      settlers.set(url, config?.settleQuery ?? onlyDeclared(namesOf(schema?.querystring, url)))
      router.on('GET', url, () => {}, url)
    },

    /** Returns the form of an address that is answered. What only changes something, or leads nowhere, stays as it is. */
    settle(method: string, address: string): string {
      const at = address.indexOf('?')
      if (at === -1 || isAmbiguous(address) || (method !== 'GET' && method !== 'HEAD')) return address
      const path = address.slice(0, at)
      const found = router.find('GET', path)
      const settleQuery = settlers.get(String(found?.store))
      if (!settleQuery) return address
      const query = settleQuery(path, address.slice(at + 1))
      return query === '' ? path : `${path}?${query}`
    },
  }
}

/** Whether an address can be read in two ways: one reader skips a second question mark, another takes it for a part of the name. */
export const isAmbiguous = (address: string): boolean => address.startsWith('??', address.indexOf('?'))

function onlyDeclared(names: ReadonlySet<string>): SettleQuery {
  return (_path, query) => {
    const declared = [...new URLSearchParams(query)].filter(([name]) => names.has(name))
    const settled = new URLSearchParams(declared)
    // Values of one name keep their order.
    settled.sort()
    return settled.toString()
  }
}

/** Returns the names of a query's schema. Throws if it doesn't say them. */
function namesOf(schema: unknown, url: string): ReadonlySet<string> {
  if (schema === undefined) return new Set()
  if (!(schema instanceof z.ZodType)) throw new Error(`the query of ${url} is described by no Zod schema`)
  // Without the registry of names a schema that has one is told whole, not as a reference.
  const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: z.registry() })
  if (!properties) throw new Error(`the query of ${url} is no object: its parameters have to be declared`)
  return new Set(Object.keys(properties))
}
