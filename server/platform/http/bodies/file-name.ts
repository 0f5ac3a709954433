/** The name of an uploaded file, in any encoding in which clients send it. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { Dicer } from '@fastify/busboy'

const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i
/** `filename`, or `filename*`, which names its encoding and percent-encodes the bytes (RFC 5987). */
const FILE_NAME = /;\s*filename="((?:\\["\\]|[^"])*)"/i
const EXTENDED_FILE_NAME = /;\s*filename\*="?([\w-]+)'[^']*'([^\s;"]+)/i

/**
 * Watches a multipart form next to its parser for the header of its file, whose name the parser decodes as UTF-8 only.
 * Must be called before the parser starts, and stopped when it has ended.
 */
export function watchFileName(request: Readable & { headers: IncomingHttpHeaders }) {
  /** The file's `Content-Disposition` with one character per byte. */
  let disposition = ''
  const [, quoted, token = 'none'] = BOUNDARY.exec(request.headers['content-type'] ?? '') ?? []
  const reader = new Dicer({ boundary: quoted ?? token })
  const stop = () => request.unpipe(reader)
  // Errors are reported by the parser.
  const ignoreError = () => undefined
  reader.on('error', ignoreError)
  reader.on('part', (part) => {
    part.on('error', ignoreError)
    part.on('header', (header) => {
      const value = 'content-disposition' in header ? String(header['content-disposition']) : ''
      if (!/;\s*filename\*?=/i.test(value)) return
      disposition = value
      stop()
    })
    part.resume()
  })
  request.pipe(reader)
  return { stop, find: () => findFileName(disposition) }
}

/**
 * Returns the file name in a `Content-Disposition` with one character per byte, without a path; `undefined` if it has
 * none, or in no known encoding.
 */
export const findFileName = (disposition: string): string | undefined =>
  (findExtendedName(disposition) ?? findPlainName(disposition))?.split(/[\\/]/).at(-1)

function findExtendedName(disposition: string): string | undefined {
  const [, encoding, value] = EXTENDED_FILE_NAME.exec(disposition) ?? []
  if (encoding === undefined || value === undefined) return undefined
  const bytes = value.replaceAll(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return decode(Buffer.from(bytes, 'latin1'), encoding)
}

/** What browsers encode in a plain name, and nothing else (WHATWG HTML, multipart/form-data). */
const ENCODED = /%(?:22|0D|0A)/gi

function findPlainName(disposition: string): string | undefined {
  const bytes = Buffer.from(disposition, 'latin1')
  // GB18030, which includes GBK, is the encoding of Chinese versions of Windows. The whole is decoded before the name is
  // cut out, since the second byte of a character may be that of a backslash.
  const name = FILE_NAME.exec(decode(bytes, 'utf-8') ?? decode(bytes, 'gb18030') ?? '')?.[1]
  return name?.replaceAll(/\\(["\\])/g, '$1').replaceAll(ENCODED, (code) => decodeURIComponent(code))
}

/** Returns a text; `undefined` if it isn't in the encoding, or this is unknown. */
function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
