import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { compile } from '@fastify/proxy-addr'

/** As proxies make them: hexadecimal, a UUID, or the like. */
const ID = /^[\w-]{8,64}$/

/** Returns a function that takes a request's id from a trusted proxy's `X-Request-Id`, else makes one. */
export function createRequestIds(trustProxy: false | string): (request: IncomingMessage) => string {
  const isTrusted = trustProxy === false ? () => false : compile(trustProxy.split(',').map((range) => range.trim()))
  return ({ headers, socket }) => {
    const id = headers['x-request-id']
    const isGiven = typeof id === 'string' && ID.test(id) && isTrusted(socket.remoteAddress ?? '', 0)
    return isGiven ? id : randomUUID()
  }
}
