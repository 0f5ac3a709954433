/** Handles unsupported methods of known paths: OPTIONS returns the supported ones, any other method gets 405. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/app-error.ts'
import { createPathRouter } from './path-router.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Returns the methods that a URL's path supports, as the value of `Allow`; undefined for an unknown path. */
type FindMethods = (url: string) => string | undefined

/**
 * Collects the methods of all routes that are registered below a prefix after this call. It uses a second router, by
 * path only: a framework route for each unsupported method would multiply the number of routes by seven.
 */
export function collectMethods(app: FastifyInstance, prefix: string): FindMethods {
  const router = createPathRouter()
  const methodsByPath = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.isFallback || !url.startsWith(prefix)) return
    const methods = methodsByPath.get(url) ?? new Set(['OPTIONS'])
    for (const routeMethod of [method].flat()) methods.add(routeMethod)
    if (methods.has('GET')) methods.add('HEAD')
    router.add(url)
    methodsByPath.set(url, methods)
  })

  return (url) => {
    const methods = methodsByPath.get(router.find(url.split('?', 1)[0] ?? '') ?? '')
    return methods && METHODS.filter((method) => methods.has(method)).join(', ')
  }
}

/**
 * Replies to a request that matches no route, with 204 for OPTIONS and 405 otherwise. Throws `notFoundError` if the path
 * is unknown. Called before the body is read, since the body doesn't matter.
 */
export async function handleUnsupportedMethod(
  request: FastifyRequest,
  reply: FastifyReply,
  { allowedMethods, notFoundError }: { allowedMethods: string | undefined; notFoundError: AppError },
) {
  if (allowedMethods === undefined) throw notFoundError
  if (request.method !== 'OPTIONS') return rejectMethod(reply, allowedMethods)
  return reply.code(204).header('allow', allowedMethods).send()
}

export function rejectMethod(reply: FastifyReply, allowedMethods: string): never {
  reply.header('allow', allowedMethods)
  throw new AppError('methodNotAllowed')
}
