import type { FastifyRequest } from 'fastify'
import type { Actor, Client } from '#server/platform/actor.ts'
import { callerOf } from './guard.ts'

/** Who calls a route that isn't open, as the history and the audit keep it. */
export function actorOf(request: FastifyRequest): Actor {
  const { id, name } = callerOf(request)
  return { id, name, ip: request.ip }
}

export const clientOf = ({ ip, headers }: FastifyRequest): Client => ({ ip, userAgent: headers['user-agent'] })
