/** Lists of hostile inputs that stand beside the checkout, in `shared/corpora`, and are no part of it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { besideCheckout } from './beside-checkout.ts'

const FOLDER = 'shared/corpora'

const folder = besideCheckout(FOLDER)

/** What a test that needs the lists says where they are not there. */
export const CORPORA_MISSING = folder ? '' : ` (skipped: no ${FOLDER} above the checkout)`
export const hasCorpora = folder !== undefined

const read = (file: string): string => (folder ? readFileSync(join(folder, file), 'utf8') : '')

/** Strings that break programs (minimaxir/big-list-of-naughty-strings). */
export const naughtyStrings = (): string[] => z.array(z.string()).parse(JSON.parse(read('blns.json') || '[]'))

/** The first script injections of a long list (payloadbox/xss-payload-list). */
export const scriptInjections = (most: number): string[] =>
  read('xss-payloads.txt').split('\n').filter(Boolean).slice(0, most)

/** JSON texts by file name, as bytes: `y_` must parse, `n_` must not, `i_` may (nst/JSONTestSuite). */
export const jsonTexts = (): [name: string, bytes: Buffer][] =>
  Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(read('json-parsing.base64.json') || '{}'))).map(
    ([name, base64]) => [name, Buffer.from(base64, 'base64')],
  )

/** HTML that sanitizers have been beaten with (cure53/DOMPurify's fixtures). */
export const htmlPayloads = (): string[] =>
  z
    .array(z.object({ payload: z.string() }))
    .parse(JSON.parse(read('html-payloads.json') || '[]'))
    .map(({ payload }) => payload)
