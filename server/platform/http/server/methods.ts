/** Answers unsupported methods of known paths: OPTIONS with the supported ones, any other with 405. */
import type { FastifyInstance, FastifyReply, HTTPMethods } from 'fastify'
import { AppError } from '#server/platform/app-error.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const satisfies HTTPMethods[]

/** Collects the routes registered from now on. Returns a function that registers the other methods of their paths. */
export function collectMethods(app: FastifyInstance, prefix: string): () => void {
  const methodsOf = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith(prefix)) return
    const methods = methodsOf.get(url) ?? new Set(['OPTIONS'])
    for (const item of [method].flat()) methods.add(item)
    if (methods.has('GET')) methods.add('HEAD')
    methodsOf.set(url, methods)
  })

  return () => {
    for (const [url, methods] of [...methodsOf]) {
      const allowed = METHODS.filter((method) => methods.has(method)).join(', ')
      // Refused before the body is read, since it doesn't matter.
      const reject = async (_request: unknown, reply: FastifyReply) => refuseMethod(reply, allowed)
      const options = {
        config: { access: 'open' as const, isRefusal: true as const },
        schema: { hide: true },
        onRequest: reject,
      }
      app.route({ ...options, url, method: METHODS.filter((method) => !methods.has(method)), handler: reject })
      app.options(
        url,
        { config: { access: 'open', isRefusal: true }, schema: { hide: true } },
        async (_request, reply) => reply.code(204).header('allow', allowed).send(),
      )
    }
  }
}

export function refuseMethod(reply: FastifyReply, allowed: string): never {
  reply.header('allow', allowed)
  throw new AppError('methodNotAllowed')
}
