/** Limits the time until a request body has arrived. Node's own limit is the same for all requests, including uploads. */
import type { IncomingMessage } from 'node:http'
import { replyToMalformedRequest } from './malformed-requests.ts'

const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>()

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Closes the connection of a request whose body hasn't arrived completely in time. */
export function startBodyDeadline(request: IncomingMessage, milliseconds: number): void {
  if (!hasBody(request)) return
  const timeout = Object.assign(new Error('the body took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  const deadline = setTimeout(() => replyToMalformedRequest(timeout, request.socket), milliseconds)
  deadlines.set(request, deadline)
  request.once('close', () => clearTimeout(deadline))
}

/** Removes the limit of a request; Node's own, longer limit still applies. */
export const clearBodyDeadline = (request: IncomingMessage): void => clearTimeout(deadlines.get(request))
