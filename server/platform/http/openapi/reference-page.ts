/** The API reference: Swagger UI for the OpenAPI document, served from our own origin. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { buildCallUrl } from '#contracts/call-url.ts'
import { descriptionCalls } from '#contracts/description/calls.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import { cspHash } from '#server/platform/sha256.ts'
import type { ApiDescription } from './openapi-types.ts'

const FILE_TYPES = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
} as const
type ReferenceFile = keyof typeof FILE_TYPES

/** Reads a file of the installed library. */
export async function readReferenceFile(file: ReferenceFile): Promise<{ type: string; body: string }> {
  const path = fileURLToPath(import.meta.resolve(`swagger-ui-dist/${file}`))
  return { type: FILE_TYPES[file], body: await readFile(path, 'utf8') }
}

const SETTINGS = {
  url: descriptionCalls.getOpenApi.path,
  dom_id: '#reference',
  deepLinking: true,
  // With more than 150 expanded rows, the library renders only those of the first group.
  docExpansion: 'none',
  // Syntax highlighting of a long response blocks the page, that of the OpenAPI document for many seconds.
  syntaxHighlight: { activated: false },
  // The validator would send the document's URL to a host of the library.
  validatorUrl: null,
}
// The library renders the groups of calls as h3 below an h1, so an h2 is inserted between them.
const START_SCRIPT = `document.documentElement.classList.toggle('dark-mode', matchMedia('(prefers-color-scheme: dark)').matches)
const withHeading = (Original, { React: { createElement } }) => (props) =>
  createElement('section', { className: 'wrapper' }, createElement('h2', { className: 'title' }, '接口'), createElement(Original, props))
SwaggerUIBundle({ ...${JSON.stringify(SETTINGS)}, plugins: [{ wrapComponents: { operations: withHeading } }] })`

/** As on the other pages, the style sheet sets the gap between Chinese and Latin words. */
const STYLE = 'body{text-autospace:normal}'

/** The library's icons are `data:` images in its style sheet; calls can be tried on our own origin only. */
export const REFERENCE_POLICY = [
  "default-src 'none'",
  `script-src 'self' ${cspHash(START_SCRIPT)}`,
  `style-src 'self' ${cspHash(STYLE)}`,
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

const getFileUrl = (file: ReferenceFile) => buildCallUrl(descriptionCalls.getReferenceFile, { params: { file } })

export const renderReferencePage = ({ title, summary }: ApiDescription): string => `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} - 接口说明</title>
<meta name="description" content="${escapeHtml(summary)}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${getFileUrl('swagger-ui.css')}">
<style>${STYLE}</style>
</head>
<body>
<header class="swagger-ui"><div class="wrapper"><a href="/">返回首页</a></div></header>
<div id="reference"></div>
<noscript>本页需要启用JavaScript，也可直接阅读<a href="${descriptionCalls.getOpenApi.path}">OpenAPI文档</a>。</noscript>
<script src="${getFileUrl('swagger-ui-bundle.js')}"></script>
<script>${START_SCRIPT}</script>
</body>
</html>
`
