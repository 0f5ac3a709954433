/** Replies to requests that Node can't parse, directly on the socket and in the usual envelope. */
import type { Socket } from 'node:net'
import { ERROR_DEFINITIONS, type ErrorCode } from '#contracts/errors.ts'
import type { Failure } from '#contracts/replies.ts'
import { STATUS_CODES } from '#server/platform/http/node-http.ts'
import { PRIVATE_CACHE_CONTROL } from '#server/platform/http/replies/cached-replies.ts'
import { FAILURE_PAGE_POLICY, renderFailurePage } from './failure-page.ts'
import { isPageRequest, isUrlTooLong } from './malformed-url.ts'
import { DATA_POLICY, SECURITY_HEADERS } from './security-headers.ts'

/** The codes are Node's; any other means a malformed request. */
const ERROR_CODES_BY_NODE_ERROR: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'timeout',
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payloadTooLarge',
}

type MalformedRequest = Error & { code?: string; rawPacket?: unknown }

export function replyToMalformedRequest(error: MalformedRequest, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const isLongPageUrl = hasTooLongPageUrl(error)
  const code = isLongPageUrl ? 'uriTooLong' : (ERROR_CODES_BY_NODE_ERROR[error.code ?? ''] ?? 'malformedUrl')
  const { status, message } = ERROR_DEFINITIONS[code]
  const body = isLongPageUrl
    ? renderFailurePage('uriTooLong', message)
    : JSON.stringify({ success: false, message } satisfies Failure)
  const headers = {
    'content-type': isLongPageUrl ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': PRIVATE_CACHE_CONTROL,
    connection: 'close',
    'content-security-policy': isLongPageUrl ? FAILURE_PAGE_POLICY : DATA_POLICY,
    ...SECURITY_HEADERS,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`)
}

/** Returns whether the headers are too large because of a page's URL in the request line. */
function hasTooLongPageUrl({ code, rawPacket }: MalformedRequest): boolean {
  if (code !== 'HPE_HEADER_OVERFLOW' || !Buffer.isBuffer(rawPacket)) return false
  const [line = ''] = rawPacket.toString('latin1').split('\r\n', 1)
  const [method = '', url = ''] = line.split(' ')
  return isUrlTooLong(url) && isPageRequest({ method, url, headers: {} })
}
