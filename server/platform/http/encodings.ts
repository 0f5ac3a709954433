import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

export type Encoding = 'br' | 'gzip' | 'identity'
export type Encoded = Record<Encoding, Buffer>

/** Below this a compressed copy saves nothing that a packet would notice. */
const WORTH_COMPRESSING = 512

/** A body in every encoding that we serve, made once. `quality` is brotli's: 5 while a visitor waits, 11 for files. */
export async function encoded(body: Buffer, quality = 5): Promise<Encoded> {
  if (body.length < WORTH_COMPRESSING) return { identity: body, br: body, gzip: body }
  const [br, gz] = await Promise.all([
    brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
    gzipped(body, { level: quality > 9 ? 9 : 6 }),
  ])
  return { identity: body, br, gzip: gz }
}

const chosen = new Map<string, Encoding>()

/** The best encoding that an `Accept-Encoding` header allows (RFC 9110 §12.5.3); brotli before gzip. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding {
  if (typeof header !== 'string') return 'identity'
  const known = chosen.get(header)
  if (known) return known
  const refused = (name: string) => new RegExp(`\\b${name}\\s*;\\s*q=0(\\.0+)?\\s*(,|$)`).test(header)
  const accepts = (name: string) => new RegExp(`(^|,)\\s*${name}\\s*(;|,|$)`).test(header) && !refused(name)
  const encoding = accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : 'identity'
  if (chosen.size < 200) chosen.set(header, encoding)
  return encoding
}
