/** How long a body may take to arrive. Node has one limit for all; calls that bring a large file have a longer one. */
import type { IncomingMessage } from 'node:http'
import { replyToBrokenRequest } from './broken-requests.ts'

const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>()

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Ends the connection of a request whose body has not arrived in time. */
export function limitBody(request: IncomingMessage, milliseconds: number): void {
  if (!hasBody(request)) return
  const timeout = Object.assign(new Error('the body took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  const deadline = setTimeout(() => replyToBrokenRequest(timeout, request.socket), milliseconds)
  deadlines.set(request, deadline)
  request.once('close', () => clearTimeout(deadline))
}

/** Leaves a request to Node's own limit. */
export const extendBody = (request: IncomingMessage): void => clearTimeout(deadlines.get(request))
