/** Addresses that are malformed or too long, and whether a page was requested by one. */
import type { FastifyRequest } from 'fastify'
import { UPLOADS_PREFIX } from '#contracts/limits.ts'
import { AppError } from '#server/platform/app-error.ts'

/** Returns the error for an address that can't be decoded. For files it names none (decisions §5). */
export const malformedUrl = (url: string): AppError =>
  new AppError(url.startsWith(UPLOADS_PREFIX) ? 'notFound' : 'malformedUrl')

type RequestHead = Pick<FastifyRequest, 'method' | 'url'> & { headers: { accept?: string | undefined } }

/** Returns whether a page is asked for, and accepted. */
export const isPageRequest = ({ method, url, headers: { accept = '*/*' } }: RequestHead): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !url.startsWith(UPLOADS_PREFIX) &&
  !/^\/api(\/|\?|$)/.test(url) &&
  /text\/html|\*\/\*/.test(accept)

/** Longer than any address of ours, and than a search of 2,000 characters; browsers and proxies take as much. */
const LONGEST_ADDRESS = 32_000
export const isTooLong = (url: string): boolean => url.length > LONGEST_ADDRESS
