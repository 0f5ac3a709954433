/** Marks that turn the reading direction can make `cod.exe` read as `exe.doc`; the others can't be seen at all. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu
/** Characters with a meaning in paths, shells or Windows. */
const NOT_IN_NAMES = /[<>:"|?*]/g
const MAX_LENGTH = 120

/**
 * Returns a name that is safe to save a file under: without its path and invisible characters, cut to 120 characters
 * before its extension. It is only displayed and sent; no file here is stored under it.
 */
export function cleanFileName(name: string): string {
  const last = name.normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const visible = last.replaceAll(UNSEEN, '').replaceAll(NOT_IN_NAMES, '_').replaceAll(/\s+/g, ' ')
  const trimmed = visible.replace(/^[\s.]+|[\s.]+$/g, '')
  const ending = getExtension(trimmed)
  const stem = [...trimmed.slice(0, trimmed.length - ending.length)].slice(0, MAX_LENGTH - ending.length).join('')
  return stem === '' ? `未命名${ending}` : stem + ending
}

/** Returns a name's extension as it is written, with its dot: `.docx`; '' if there is none. */
export const getExtension = (name: string): string => /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? ''
