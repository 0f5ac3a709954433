import type { FastifyRequest } from 'fastify'

/**
 * Returns whether a form was posted from one of our own pages, by `Sec-Fetch-Site` or, in older browsers, by `Origin`. A
 * post with neither header doesn't come from a page.
 */
export function isFromOurPages({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const origin = URL.parse(headers.origin ?? '')
  // A proxy may terminate TLS: only the host is compared.
  return origin !== null && (origin.origin === URL.parse(publicUrl)?.origin || origin.host === host)
}
