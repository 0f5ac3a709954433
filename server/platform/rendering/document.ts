import type { PageAssets } from './manifest.ts'
import type { RenderedPage } from './renderer.ts'

/** Returns the whole HTML document of a rendered page. */
export function htmlDocument(page: RenderedPage, assets: PageAssets, themeScript: string): string {
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<script>${themeScript}</script>
${assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">
${assets.preloads.map((href) => `<link rel="modulepreload" href="${href}">`).join('\n')}
${page.head}
<script type="module" src="${assets.script}"></script>
</head>
<body>
<div id="root">${page.body}</div>
<script type="application/json" id="state">${page.state}</script>
</body>
</html>
`
}
