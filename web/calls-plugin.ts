/**
 * Keeps schemas out of browser bundles: at run time a client needs only the method, path and flags of a call. The build
 * extracts those from the contracts, without the modules that they import: 28 KB per page, most of them Zod.
 */
import { stat } from 'node:fs/promises'
import type { Plugin } from 'vite'
import type { Call } from '#contracts/call.ts'

/** The modules whose schemas browsers don't get. */
export const CALLS = /\/contracts\/.+[/-]calls\.ts$/

export const callsPlugin = (): Plugin => ({
  name: 'calls',
  enforce: 'pre',
  async load(id) {
    if (!CALLS.test(id)) return undefined
    // Node caches imported modules: during development, a changed file needs another URL.
    const { mtimeMs } = await stat(id)
    const contracts: Record<string, Record<string, Call>> = await import(`${id}?${mtimeMs}`)
    return Object.entries(contracts)
      .map(([name, calls]) => `export const ${name} = ${JSON.stringify(pickClientFields(calls))}`)
      .join('\n')
  },
})

const pickClientFields = (calls: Record<string, Call>) =>
  Object.fromEntries(
    Object.entries(calls).map(([name, { method, path, etag, hasIdempotencyKey, failureMessage, file }]) => [
      name,
      { method, path, etag, hasIdempotencyKey, failureMessage, file: file && { field: file.field } },
    ]),
  )
