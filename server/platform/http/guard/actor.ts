import type { FastifyRequest } from 'fastify'
import type { Viewer } from '#contracts/permissions.ts'
import type { Actor, Client } from '#server/platform/actor.ts'
import { requireUser } from './guard.ts'

/** Returns the signed-in caller for the history and the audit. */
export function getActor(request: FastifyRequest): Actor & Viewer {
  const { id, name, role } = requireUser(request)
  return { id, name, role, ip: request.ip }
}

export const getClient = ({ ip, headers }: FastifyRequest): Client => ({ ip, userAgent: headers['user-agent'] })
