import type { FastifyRequest } from 'fastify'
import type { Actor, Client } from '#server/platform/actor.ts'
import { requireUser } from './guard.ts'

/** Returns the signed-in caller for the history and the audit. */
export function getActor(request: FastifyRequest): Actor {
  const { id, name } = requireUser(request)
  return { id, name, ip: request.ip }
}

export const getClient = ({ ip, headers }: FastifyRequest): Client => ({ ip, userAgent: headers['user-agent'] })
