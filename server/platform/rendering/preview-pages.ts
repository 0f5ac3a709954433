/** The pages of preview links, which show a draft as its page will look. They are sent to one visitor and never cached. */
import type { FastifyReply } from 'fastify'
import { PREVIEW_PAGE_TEXTS } from '#contracts/content-drafts/messages.ts'
import { PREVIEW_PARAMETER } from '#contracts/content-drafts/preview-url.ts'
import { PAGES, type SitePageName } from '#contracts/paths.ts'
import type { CallPublicApi } from '#contracts/public-api.ts'
import { cspHash } from '../sha256.ts'

/** What a preview link shows: a draft, whose page reads it by `createApi`, until `expiresAt`. */
type Preview =
  | { status: 'ended' | 'incomplete' }
  | { status: 'shown'; page: SitePageName; expiresAt: string; createApi(call: CallPublicApi): CallPublicApi }

/** Finds what the links of previews show, by their tokens. */
export type FindPreview = (token: string) => Promise<Preview>

/** Returns the token of a preview link in a query; `undefined` without one. */
export function findPreviewToken(query: string): string | undefined {
  const token = new URLSearchParams(query).get(PREVIEW_PARAMETER)
  return token !== null && /^[\w-]{43}$/.test(token) ? token : undefined
}

/** Adds the headers of previews: no cache and no search engine keeps them, and no other site learns their address. */
export const addPreviewHeaders = (reply: FastifyReply): FastifyReply =>
  reply
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex, nofollow')
    .header('referrer-policy', 'no-referrer')

const STYLE = `:root{color-scheme:light dark}body{max-width:36rem;margin:20vh auto 0;padding:0 1.5rem;font:1rem/1.8 system-ui,sans-serif}h1{font-size:1.375rem}`
const POLICY = `default-src 'none'; style-src ${cspHash(STYLE)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Sends the plain page of a link that shows no draft (any more). */
export function sendPlainPreview(reply: FastifyReply, status: 'ended' | 'incomplete'): FastifyReply {
  const { endedTitle, ended, incompleteTitle, incomplete, home } = PREVIEW_PAGE_TEXTS
  const [title, text] = status === 'ended' ? [endedTitle, ended] : [incompleteTitle, incomplete]
  return addPreviewHeaders(reply)
    .code(status === 'ended' ? 410 : 409)
    .header('content-security-policy', POLICY)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
<p>${text}</p>
<p><a href="${PAGES.home}">${home}</a></p>
</body>
</html>
`)
}
