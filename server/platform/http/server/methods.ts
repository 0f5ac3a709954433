/** Answers a known path asked by a method that it hasn't got: OPTIONS with those it has, any other with 405. */
import type { FastifyInstance, FastifyReply, HTTPMethods } from 'fastify'
import { AppError } from '#server/platform/app-error.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const satisfies HTTPMethods[]

/** Gathers the routes from now on. Returns what, when all are there, registers the other methods of their paths. */
export function collectMethods(app: FastifyInstance, prefix: string): () => void {
  const methodsOf = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith(prefix)) return
    const appError = methodsOf.get(url) ?? new Set(['OPTIONS'])
    for (const item of [method].flat()) appError.add(item)
    if (appError.has('GET')) appError.add('HEAD')
    methodsOf.set(url, appError)
  })

  return () => {
    for (const [url, chosen] of [...methodsOf]) {
      const allowed = METHODS.filter((method) => chosen.has(method)).join(', ')
      // Refused before its body is read: what is in it can't matter any more.
      const reject = async (_request: unknown, reply: FastifyReply) => refuseMethod(reply, allowed)
      const options = {
        config: { access: 'open' as const, isRefusal: true as const },
        schema: { hide: true },
        onRequest: reject,
      }
      app.route({ ...options, url, method: METHODS.filter((method) => !chosen.has(method)), handler: reject })
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
