import { UPLOADS_PREFIX } from '#contracts/limits.ts'
import { API } from '#contracts/paths.ts'
import { AppError } from '../app-error.ts'

/**
 * Whether an address is refused before it reaches a route: one with a NUL, which PostgreSQL takes in no text, or a
 * call whose query isn't percent-encoded UTF-8. A page forgives the latter: links with foreign `utm_…` are common.
 */
export function isBadAddress(url: string): boolean {
  if (/%00/.test(url)) return true
  const at = url.indexOf('?')
  return at !== -1 && url.startsWith('/api/') && !isDecodable(url.slice(at + 1))
}

/** What a bad address is told. Where files are asked for, whatever names none is not there (decisions §5). */
export function refusedAddress(url: string): AppError {
  const isOfFile = url.startsWith(UPLOADS_PREFIX) || url.startsWith(`${API.downloadAttachment}?`)
  return new AppError(isOfFile ? 'notFound' : 'badAddress')
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
