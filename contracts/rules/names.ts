/** Names as they are stored and compared, so that two names that look the same are the same. */

import { MESSAGES } from '../messages/general.ts'
import { toNfc, toNfkc } from './normalize-text.ts'
import { withoutInvisibleCharacters } from './single-line.ts'

/**
 * Full-width letters and digits, and characters that are drawn like others: radicals of the Kangxi dictionary and of its
 * supplement, and ideographs for compatibility. Full-width punctuation isn't among them, since Chinese names have it.
 */
const LOOK_ALIKES = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u2e80-\u2fdf\uf900-\ufaff\u{2f800}-\u{2fa1f}]+/gu

/**
 * Returns a name as it is stored: composed (NFC), with letters and digits of half width, common characters instead of
 * radicals, and without invisible characters.
 */
export const normalizeName = (name: string): string =>
  toNfc(withoutInvisibleCharacters(name)).replaceAll(LOOK_ALIKES, toNfkc)

/**
 * Returns a name for comparison: also without letter case, and with one width of punctuation (NFKC) and of spaces. Spaces
 * stay, since `Agent Scope` and `AgentScope` look different. Stored in columns: a change needs a migration.
 */
export const foldName = (name: string): string =>
  toNfkc(toNfkc(withoutInvisibleCharacters(name)).toLowerCase())
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Returns why a name isn't free: another product has it, or the similar one `takenName`. */
export const describeTakenName = (name: string, takenName: string): string =>
  takenName === name ? MESSAGES.productNameTaken : MESSAGES.similarNameTaken(takenName)
