import { toNfc } from '#contracts/rules/normalize-text.ts'

/** Invisible characters. Those that change the writing direction can display `cod.exe` as `exe.doc`. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu
/** Characters with a meaning in paths, shells or Windows. */
const FORBIDDEN_CHARACTERS = /[<>:"|?*]/g
const MAX_LENGTH = 120

/**
 * Returns a safe file name: without path and invisible characters, truncated to 120 characters but keeping its
 * extension. The name is only displayed and sent; we never store a file under it.
 */
export function cleanFileName(name: string): string {
  const last = toNfc(name).split(/[\\/]/).at(-1) ?? ''
  const visible = last.replaceAll(INVISIBLE, '').replaceAll(FORBIDDEN_CHARACTERS, '_').replaceAll(/\s+/g, ' ')
  const trimmed = visible.replace(/^[\s.]+|[\s.]+$/g, '')
  const extension = getExtension(trimmed)
  const stem = [...trimmed.slice(0, trimmed.length - extension.length)].slice(0, MAX_LENGTH - extension.length).join('')
  return stem === '' ? `未命名${extension}` : stem + extension
}

/** Returns a name's extension with its dot, in its original case: `.docx`; '' without one. */
export const getExtension = (name: string): string => /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? ''
