/** Replies to a malformed or too long address: with a page if a page was requested, else with the usual failure. */

import type { FastifyRequest } from 'fastify'
import { UPLOADS_PREFIX } from '#contracts/limits.ts'
import { PAGES } from '#contracts/paths.ts'
import { AppError } from '#server/platform/app-error.ts'
import { policyHash } from '#server/platform/sha256.ts'

/** Returns the error for an address that can't be decoded. For files it names none (decisions §5). */
export const malformedUrl = (url: string): AppError =>
  new AppError(url.startsWith(UPLOADS_PREFIX) ? 'notFound' : 'badAddress')

type Asked = Pick<FastifyRequest, 'method' | 'url'> & { headers: { accept?: string | undefined } }

/** Returns whether a page is asked for, and accepted. */
export const isForPage = ({ method, url, headers: { accept = '*/*' } }: Asked): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !url.startsWith(UPLOADS_PREFIX) &&
  !/^\/api(\/|\?|$)/.test(url) &&
  /text\/html|\*\/\*/.test(accept)

/** Longer than any address of ours, and than a search of 2,000 characters; browsers and proxies take as much. */
const LONGEST_ADDRESS = 32_000
export const isTooLong = (url: string): boolean => url.length > LONGEST_ADDRESS

const STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-content:center;text-align:center;padding:1rem;font:16px/1.75 system-ui,sans-serif}
h1{font-size:1.5rem;margin:0}a{display:inline-block;padding:.625rem 1rem}`

/** What a page says of an address that can't be answered. */
export const refusedPage = (message: string): string => `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${message}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${message}</h1>
<p>请检查链接是否完整，或从首页重新进入。</p>
<p><a href="${PAGES.home}">返回首页</a></p>
</main>
</body>
</html>
`
const styleHash = policyHash(STYLE)
export const REFUSED_PAGE_POLICY = `default-src 'none'; style-src ${styleHash}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
