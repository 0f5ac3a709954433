/** Hostile inputs from public collections, read where they lie; a checkout by itself has none. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = process.env.TEST_CORPORA ?? '/work/shared/corpora'

const read = (name: string): string | undefined => {
  const path = join(FOLDER, name)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** HTML that sanitizers have been beaten with; `undefined` where the collection isn't there. */
export const htmlPayloads = (): readonly string[] | undefined => {
  const text = read('html-payloads.json')
  if (text === undefined) return undefined
  const found: { payload: string }[] = JSON.parse(text)
  return found.map(({ payload }) => payload)
}

/** Script injections, one a line. */
export const scriptInjections = (): readonly string[] | undefined =>
  read('xss-payloads.txt')?.split('\n').filter(Boolean)

/** Strings that break programs. */
export const naughtyStrings = (): readonly string[] | undefined => {
  const text = read('blns.json')
  if (text === undefined) return undefined
  const found: string[] = JSON.parse(text)
  return found
}
