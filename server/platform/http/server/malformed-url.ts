/** Recognizes URLs that are malformed or too long, and requests for pages. */
import type { FastifyRequest } from 'fastify'
import { UPLOADS_PREFIX } from '#contracts/limits.ts'
import { AppError } from '#server/platform/app-error.ts'

/** Returns the error for a URL that can't be decoded: `notFound` below the uploads, since no file matches. */
export const malformedUrl = (url: string): AppError =>
  new AppError(url.startsWith(UPLOADS_PREFIX) ? 'notFound' : 'malformedUrl')

type RequestHead = Pick<FastifyRequest, 'method' | 'url'> & { headers: { accept?: string | undefined } }

/** Returns whether a request is for a page, by its URL and its `Accept` header. */
export const isPageRequest = ({ method, url, headers: { accept = '*/*' } }: RequestHead): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !url.startsWith(UPLOADS_PREFIX) &&
  !/^\/api(\/|\?|$)/.test(url) &&
  /text\/html|\*\/\*/.test(accept)

/** More than any of our URLs needs, even with a search of 2,000 characters; browsers and proxies accept this length. */
const MAX_URL_LENGTH = 32_000
export const isUrlTooLong = (url: string): boolean => url.length > MAX_URL_LENGTH
