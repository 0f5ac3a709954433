import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Access, Call } from '#contracts/call.ts'
import type { IdempotencyService } from '../../idempotency/service.ts'
import type { NormalizeQuery } from './url-normalizer.ts'

/** A Fastify instance whose handlers infer their input's types from the routes' Zod schemas. */
export type TypedApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

export type RouteTools = {
  /** Declares the topics that the reply depends on: it is cached until one of them changes. */
  trackDependencies(request: FastifyRequest, ...topics: string[]): void
  /** Sets the latest time, in ISO format, until which such a reply is cached; `null` sets none. */
  setExpiry(request: FastifyRequest, time: string | null): void
  /**
   * Creates the function that counts a request towards the limit of a group, for routes only some of whose requests are
   * expensive. It throws `tooManyRequests` if the limit is exceeded.
   */
  createCallLimit(limit: { group: string; callsPerMinute: number }): (request: FastifyRequest) => Promise<void>
  /** Remembers what requests with an idempotency key did. */
  idempotency: Pick<IdempotencyService, 'findResult' | 'run'>
}

/** Registers routes with their schemas, access, and handlers that call the service. */
export type RegisterRoutes = (app: TypedApp, tools: RouteTools) => void

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's contract; absent for routes outside the API, such as pages. */
    call?: Call
    access?: Access
    /** Whether a public route outside the calls takes a key's owner as its user, and checks the key's scopes itself. */
    isOpenToKeys?: true
    /** Rejects what no other route handles: unknown paths and unsupported methods. */
    isFallback?: true
    /** Skips access control and load shedding, and isn't logged: health and metrics. */
    isAlwaysAvailable?: true
    /** Normalizes the query of a route whose parameters aren't declared by a schema: a page's. */
    normalizeQuery?: NormalizeQuery
    /** The route's own limit of requests per minute and IP address. */
    callsPerMinute?: number
    /** Allows other sites' pages to read the reply (CORS), but never with a session. */
    isCrossOrigin?: true | undefined
    /** Routes of the same group share one count. */
    limitGroup?: string | undefined
  }
}
