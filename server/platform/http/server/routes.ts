import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Access, Call } from '#contracts/call.ts'
import type { NormalizeQuery } from './addresses.ts'

/** A Fastify whose handlers know their input's types from the routes' Zod schemas. */
export type TypedApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

export type RouteTools = {
  /** Declares the names that the reply depends on: it is cached until one of them changes. */
  dependsOn(request: FastifyRequest, ...names: string[]): void
  /** Ends such a reply at a moment in ISO format, whatever changes; `null` doesn't. */
  expiresAt(request: FastifyRequest, moment: string | null): void
}

/** The routes of a module: declares schemas and access, and calls the service. */
export type Routes = (app: TypedApp, tools: RouteTools) => void

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's call, if it is one of the table. */
    call?: Call
    access?: Access
    /** Handles what no call does: unknown paths, and methods that a path doesn't support. */
    isRefusal?: true
    /** Answered even while the server refuses everything else, and to anyone: health and metrics. */
    isAnsweredAlways?: true
    /** Normalizes the query of a route whose parameters no schema declares: a page's. */
    normalizeQuery?: NormalizeQuery
    /** Calls a minute from one address, if the route has a limit of its own. */
    perMinute?: number
  }
}
