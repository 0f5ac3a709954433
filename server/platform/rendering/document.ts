import type { PageAssets } from './manifest.ts'
import type { RenderedPage } from './renderer.ts'

/** Inlined in the document and allowed by their hashes in the content security policy. */
type Inline = { themeScript: string; recordingScript: string; startScript: string; style: string }

/** `pageFiles` are the scripts that this page needs in addition to the site's. */
type Assets = PageAssets & { pageFiles: readonly string[] }

/**
 * Returns a function that builds the HTML documents of a page for any URL. The parts they share, such as the style, are
 * encoded once. The browser requests the scripts after the first paint.
 */
export function createDocumentBuilder(
  { pageFiles, ...assets }: Assets,
  { themeScript, recordingScript, startScript, style }: Inline,
): (page: RenderedPage) => Buffer {
  const start = Buffer.from(`<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<script>${themeScript}</script>
<script>${recordingScript}</script>
<style>${style}</style>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">
`)
  const stateOpeningTag = `<script type="application/json" id="state" data-script="${assets.script}" data-files="${assets.preloads.join(' ')}" data-page-files="${pageFiles.join(' ')}" data-styles="${assets.styles.join(' ')}">`
  const end = Buffer.from(`</script>
<script>${startScript}</script>
</body>
</html>
`)
  return ({ head, body, state }) => {
    const chunks = [`${head}\n</head>\n<body>\n<div id="root">`, ...body, `</div>\n${stateOpeningTag}`, state]
    const encoded = chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk))
    return Buffer.concat([start, ...encoded, end])
  }
}
