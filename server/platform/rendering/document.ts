import type { PageAssets } from './manifest.ts'
import type { RenderedPage } from './renderer.ts'

/** What stands in the document itself, each by its hash in the content policy. */
type Inline = { themeScript: string; startScript: string; style: string }

/** `pageFiles` are the scripts that the page itself needs beside the site's. */
type Assets = PageAssets & { pageFiles: readonly string[] }

/**
 * Creates what makes the HTML documents of a page, whatever its address: what they have in common, such as the style, is
 * encoded once. Their scripts are asked for once they are painted.
 */
export function createDocuments(
  { pageFiles, ...assets }: Assets,
  { themeScript, startScript, style }: Inline,
): (page: RenderedPage) => Buffer {
  const start = Buffer.from(`<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<script>${themeScript}</script>
<style>${style}</style>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">
`)
  const stateStart = `<script type="application/json" id="state" data-script="${assets.script}" data-files="${assets.preloads.join(' ')}" data-page-files="${pageFiles.join(' ')}" data-styles="${assets.styles.join(' ')}">`
  const end = Buffer.from(`</script>
<script>${startScript}</script>
</body>
</html>
`)
  return ({ head, body, state }) => {
    const pieces = [`${head}\n</head>\n<body>\n<div id="root">`, ...body, `</div>\n${stateStart}`, state]
    const own = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece))
    return Buffer.concat([start, ...own, end])
  }
}
