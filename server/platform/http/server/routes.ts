import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Access, Call } from '#contracts/call.ts'
import type { SettleQuery } from './addresses.ts'

/** A Fastify whose handlers know their input's types from the routes' Zod schemas. */
export type TypedApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

export type RouteTools = {
  /** Says that the reply is made of what stands under these names: it is kept until one of them changes. */
  dependsOn(request: FastifyRequest, ...names: string[]): void
}

/** A module's routes: declares each with its schemas and its access, and calls its service. */
export type Routes = (app: TypedApp, tools: RouteTools) => void

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route answers, if that is a call of the table. */
    call?: Call
    access?: Access
    /** A path's other methods, which are only refused, or told by OPTIONS. */
    isRefusal?: true
    /** Told even by a server that refuses everything else. */
    isAnsweredAlways?: true
    /** Brings the query into the form that is answered, if no schema declares its parameters: a page's. */
    settleQuery?: SettleQuery
    /** Calls a minute from one address, where the route has a limit of its own. */
    perMinute?: number
  }
}
