/**
 * Normalizes request URLs before both caching and routing, so that handlers see nothing beyond the cache key.
 * Undeclared parameters are removed, so that junk doesn't create new keys.
 */
import type { RouteOptions } from 'fastify'
import { z } from 'zod'
import { isRecordParameter, listRecordNames } from '../calls/record-parameters.ts'
import { createPathRouter } from './path-router.ts'

/** Returns the normalized query of a path. */
export type NormalizeQuery = (path: string, query: string) => string

export type UrlNormalizer = ReturnType<typeof createUrlNormalizer>

export function createUrlNormalizer() {
  const router = createPathRouter()
  const normalizers = new Map<string, NormalizeQuery>()

  return {
    /** Records the query parameters that a registered route declares. */
    add({ method, url, schema, config }: RouteOptions): void {
      if (![method].flat().includes('GET')) return
      normalizers.set(
        url,
        config?.normalizeQuery ?? keepDeclaredParameters(getDeclaredParameters(schema?.querystring, url)),
      )
      router.add(url)
    },

    /** Returns the normalized URL. Writes and unknown URLs are returned unchanged. */
    normalize(method: string, url: string): string {
      const index = url.indexOf('?')
      if (index === -1 || isAmbiguousUrl(url) || (method !== 'GET' && method !== 'HEAD')) return url
      const path = url.slice(0, index)
      const normalizeQuery = normalizers.get(router.find(path) ?? '')
      if (!normalizeQuery) return url
      const query = normalizeQuery(path, url.slice(index + 1))
      return query === '' ? path : `${path}?${query}`
    },
  }
}

/**
 * Returns whether parsers disagree about a URL: some skip a second question mark, others make it part of the
 * parameter's name.
 */
export const isAmbiguousUrl = (url: string): boolean => url.startsWith('??', url.indexOf('?'))

function keepDeclaredParameters({ names, recordNames }: DeclaredParameters): NormalizeQuery {
  return (_path, query) => {
    const declared = [...new URLSearchParams(query)].filter(
      ([name]) => names.has(name) || isRecordParameter(name, recordNames),
    )
    const normalized = new URLSearchParams(declared)
    // The sort is stable: values of one parameter keep their order.
    normalized.sort()
    return normalized.toString()
  }
}

type DeclaredParameters = { names: ReadonlySet<string>; recordNames: readonly string[] }

/** Returns the parameter names of a query's schema. Throws if they can't be determined. */
function getDeclaredParameters(schema: unknown, url: string): DeclaredParameters {
  if (schema === undefined) return { names: new Set(), recordNames: [] }
  if (!(schema instanceof z.ZodObject)) throw new Error(`the query of ${url} has no schema of an object`)
  const recordNames = listRecordNames(schema)
  return { names: new Set(Object.keys(schema.shape).filter((name) => !recordNames.includes(name))), recordNames }
}
