/** Answers unsupported methods of known paths: OPTIONS with the supported ones, any other with 405. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import { AppError } from '#server/platform/app-error.ts'
import { ROUTER_OPTIONS } from './addresses.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Returns the methods that the path of an address supports, or undefined if there is nothing at it. */
export type FindMethods = (address: string) => string | undefined

/**
 * Collects the methods of the routes registered from now on below a prefix. One router of paths beside the framework's: a route for
 * each unsupported method would be seven times as many as there are calls.
 */
export function collectMethods(app: FastifyInstance, prefix: string): FindMethods {
  const router = findMyWay(ROUTER_OPTIONS)
  const methodsByPath = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.isRefusal || !url.startsWith(prefix)) return
    const methods = methodsByPath.get(url) ?? new Set(['OPTIONS'])
    for (const item of [method].flat()) methods.add(item)
    if (methods.has('GET')) methods.add('HEAD')
    if (!methodsByPath.has(url)) router.on('GET', url, () => {}, url)
    methodsByPath.set(url, methods)
  })

  return (address) => {
    const methods = methodsByPath.get(String(router.find('GET', address.split('?', 1)[0] ?? '')?.store))
    return methods && METHODS.filter((method) => methods.has(method)).join(', ')
  }
}

/** Answers what no route took, before its body is read: it doesn't matter. Throws `otherwise` if nothing is there. */
export async function answerOtherMethod(
  request: FastifyRequest,
  reply: FastifyReply,
  { allowed, otherwise }: { allowed: string | undefined; otherwise: AppError },
) {
  if (allowed === undefined) throw otherwise
  if (request.method !== 'OPTIONS') return refuseMethod(reply, allowed)
  return reply.code(204).header('allow', allowed).send()
}

export function refuseMethod(reply: FastifyReply, allowed: string): never {
  reply.header('allow', allowed)
  throw new AppError('methodNotAllowed')
}
