/** Reply headers of stored files, based on the type that was detected from their bytes on upload. */
import { DOCX_TYPE, XLSX_TYPE } from '#contracts/mime-types.ts'
import { formatContentDisposition } from '#server/platform/http/replies/content-disposition.ts'
import { DATA_POLICY } from '#server/platform/http/server/security-headers.ts'
import type { FileRow } from './store.ts'

const RASTER_IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const SVG = 'image/svg+xml'
/** An SVG that is opened may use its own styles, but can't run scripts or load anything. */
const SVG_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"

/** Types that browsers don't execute. All others are sent as plain bytes, never as HTML. */
const CONTENT_TYPES = new Map([
  ...[...RASTER_IMAGES, SVG].map((type) => [type, type] as const),
  ['application/pdf', 'application/pdf'],
  ['application/msword', 'application/msword'],
  [DOCX_TYPE, DOCX_TYPE],
  [XLSX_TYPE, XLSX_TYPE],
  ['text/csv', 'text/csv'],
  ['text/plain', 'text/plain; charset=utf-8'],
  ['video/mp4', 'video/mp4'],
])

const getContentType = (mimetype: string): string => CONTENT_TYPES.get(mimetype) ?? 'application/octet-stream'

const getDisposition = (mimetype: string) => (RASTER_IMAGES.has(mimetype) ? 'inline' : 'attachment')

/** Returns the reply headers of a stored file: its type, and how browsers may treat it. */
export function getReplyHeaders(
  { mimetype, originalName }: FileRow,
  disposition: 'inline' | 'attachment' = getDisposition(mimetype),
): Record<string, string> {
  return {
    'content-type': getContentType(mimetype),
    'content-disposition': formatContentDisposition(disposition, originalName),
    'content-security-policy': mimetype === SVG ? SVG_POLICY : DATA_POLICY,
  }
}
