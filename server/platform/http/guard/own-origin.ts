import type { FastifyRequest } from 'fastify'

/** Returns whether an `Origin` header names this site. A proxy may terminate TLS, so only the host is compared. */
export function isOwnOrigin(origin: string, { host }: Pick<FastifyRequest, 'host'>, publicUrl: string): boolean {
  const url = URL.parse(origin)
  return url !== null && (url.origin === URL.parse(publicUrl)?.origin || url.host === host)
}
