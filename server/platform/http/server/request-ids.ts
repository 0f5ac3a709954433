import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { compile } from '@fastify/proxy-addr'

/** The formats that proxies use: hexadecimal, a UUID or similar. */
const ID = /^[\w-]{8,64}$/

/** Returns a function that takes a request's id from the `X-Request-Id` of a trusted proxy, or generates one. */
export function createRequestIdGenerator(trustProxy: false | string): (request: IncomingMessage) => string {
  const isTrusted = trustProxy === false ? () => false : compile(trustProxy.split(',').map((range) => range.trim()))
  return ({ headers, socket }) => {
    const id = headers['x-request-id']
    const isAccepted = typeof id === 'string' && ID.test(id) && isTrusted(socket.remoteAddress ?? '', 0)
    return isAccepted ? id : randomUUID()
  }
}
