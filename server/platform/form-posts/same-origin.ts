import type { FastifyRequest } from 'fastify'

/**
 * Returns whether a form was posted from one of our own pages (CSRF protection), by `Sec-Fetch-Site` or, in older
 * browsers, `Origin`. Browsers always send one of the two.
 */
export function isSameOrigin({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const origin = URL.parse(headers.origin ?? '')
  // A proxy may terminate TLS, so only the host is compared.
  return origin !== null && (origin.origin === URL.parse(publicUrl)?.origin || origin.host === host)
}
