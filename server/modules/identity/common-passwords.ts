import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toNfkc } from '#contracts/rules/normalize-text.ts'

/**
 * The 20,000 most common passwords of six characters or more, one per line, in lower case. In the order of the
 * `passwords` dictionary of `@zxcvbn-ts/language-common` 4.1.3 (MIT licence; copyright 2012–2016 Dan Wheeler and
 * Dropbox, Inc., 2021 @zxcvbn-ts).
 */
const FILE = join(import.meta.dirname, 'common-passwords.txt')

/** Common in China, but missing from that list, which is mostly based on English sites. */
const COMMON_IN_CHINA = [
  'woaini1314',
  'woaini520',
  'woaini521',
  'woaini123',
  'woaiwojia',
  'wo5201314',
  'a5201314',
  'qq5201314',
  '1314521',
  '5211314',
  '1314520',
  'admin888',
  'admin123456',
  'asd123456',
  'zxc123456',
  'qwe123456',
  'abc123456',
  'caonima',
]

let commonPasswords: Promise<Set<string>> | undefined

/** Returns whether a password is one of the most common, ignoring case. The list is loaded on first use. */
export async function isCommonPassword(password: string): Promise<boolean> {
  commonPasswords ??= loadCommonPasswords()
  return (await commonPasswords).has(toNfkc(password).toLowerCase())
}

async function loadCommonPasswords(): Promise<Set<string>> {
  const lines = (await readFile(FILE, 'utf8')).trimEnd().split('\n')
  return new Set([...lines, ...COMMON_IN_CHINA])
}
