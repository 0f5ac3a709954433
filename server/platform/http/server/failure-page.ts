/** The HTML error page: self-contained, without scripts or images, so that it depends on nothing else. */
import type { ErrorCode } from '#contracts/errors.ts'
import { PAGES } from '#contracts/paths.ts'
import { cspHash } from '#server/platform/sha256.ts'

const CHECK_URL_HINT = '请检查链接是否完整，或从首页重新进入。'
const READ_ONLY_NOTICE = '网站仍可浏览。如果刚刚提交了表单，请返回上一页，填写的内容仍在。'

/** What a visitor can do about each error that has a page. */
const HINTS: Partial<Record<ErrorCode, string>> = {
  malformedUrl: CHECK_URL_HINT,
  uriTooLong: CHECK_URL_HINT,
  storageFull: READ_ONLY_NOTICE,
  storageReadOnly: READ_ONLY_NOTICE,
  unavailable: '请稍后刷新页面。如果刚刚提交了表单，请返回上一页，填写的内容仍在。',
}

/** Returns whether an error has a page; other errors are always sent as JSON. */
export const hasFailurePage = (code: ErrorCode): boolean => Object.hasOwn(HINTS, code)

const STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-content:center;text-align:center;padding:1rem;font:16px/1.75 system-ui,sans-serif}
h1{font-size:1.5rem;margin:0}a{display:inline-block;padding:.625rem 1rem}`

export const renderFailurePage = (code: ErrorCode, message: string): string => `<!doctype html>
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
<p>${HINTS[code] ?? ''}</p>
<p><a href="${PAGES.home}">返回首页</a></p>
</main>
</body>
</html>
`

export const FAILURE_PAGE_POLICY = `default-src 'none'; style-src ${cspHash(STYLE)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
