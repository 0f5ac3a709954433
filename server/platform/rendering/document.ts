import type { PageAssets } from './manifest.ts'
import type { RenderedPage } from './renderer.ts'

/** Inlined in the document and allowed by their hashes in the content security policy. */
type InlineScripts = { themeScript: string; recordingScript: string; startScript: string }

/**
 * Returns a function that builds the HTML documents of the site. Takes a page and the scripts that it needs in addition
 * to the site's. The browser requests all scripts after the first paint. The parts that documents share are encoded once.
 */
export function createDocumentBuilder(
  assets: PageAssets,
  { themeScript, recordingScript, startScript }: InlineScripts,
): (page: RenderedPage, pageFiles: readonly string[]) => Buffer {
  const start = Buffer.from(`<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<script>${themeScript}</script>
<script>${recordingScript}</script>
${assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">
`)
  const end = Buffer.from(`</script>
<script>${startScript}</script>
</body>
</html>
`)
  return ({ head, body, state }, pageFiles) => {
    const stateOpeningTag = `<script type="application/json" id="state" data-script="${assets.script}" data-files="${assets.preloads.join(' ')}" data-page-files="${pageFiles.join(' ')}">`
    return encode([
      start,
      `${head}\n</head>\n<body>\n<div id="root">`,
      ...body,
      `</div>\n${stateOpeningTag}`,
      state,
      end,
    ])
  }
}

/** Encodes texts into one buffer; a buffer for each text would be garbage that outlives the page. */
function encode(chunks: readonly (string | Uint8Array)[]): Buffer {
  const document = Buffer.allocUnsafe(chunks.reduce((size, chunk) => size + Buffer.byteLength(chunk), 0))
  let position = 0
  for (const chunk of chunks) {
    if (typeof chunk === 'string') position += document.write(chunk, position)
    else {
      document.set(chunk, position)
      position += chunk.length
    }
  }
  return document
}
