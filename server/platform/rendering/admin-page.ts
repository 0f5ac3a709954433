/**
 * The back office's one page: a frame, which its script fills. It holds no data, so that anyone may have it. The frame
 * and the few rules that it needs stand in the page itself: a slow network shows where one is long before the script.
 */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import { PRIVATE_CACHE_CONTROL } from '#server/platform/http/replies/cached-replies.ts'
import { policyHash } from '#server/platform/sha256.ts'
import { listAssets, type PageAssets, readManifest } from './manifest.ts'

const ENTRY = 'web/admin/main.tsx'
const FRAME_STYLE = 'web/admin/frame/frame.css'

/** The placeholder until the script renders: the HTML of both frames, and their styles. */
export type AdminFrame = { shell: string; login: string; style: string }

/** `nonce` is for this reply alone. */
type AdminPageOf = { url: string; nonce: string; siteName: string }
/** Returns the page's HTML and its content policy. */
export type AdminPage = (options: AdminPageOf) => Promise<{ html: string; policy: string }>

/** `readSiteName` gives what the settings call the site at that moment. */
export function registerAdminPage(app: FastifyInstance, page: AdminPage, readSiteName: () => Promise<string>): void {
  for (const path of ['/admin', '/admin/*'])
    app.get(path, { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
      const nonce = randomBytes(16).toString('base64')
      const { html, policy } = await page({ url: request.url, nonce, siteName: await readSiteName() })
      return reply
        .header('cache-control', PRIVATE_CACHE_CONTROL)
        .header('content-security-policy', policy)
        .type('text/html; charset=utf-8')
        .send(html)
    })
}

/** Creates the page as `npm run build` left it. Takes the folder of the build and the script that sets the theme. */
export async function createBuiltAdminPage(distDir: string, themeScript: string): Promise<AdminPage> {
  const folder = join(distDir, 'admin')
  const manifest = await readManifest(join(folder, 'manifest.json'))
  const assets = listAssets(manifest, ENTRY)
  const style = await readFile(join(folder, manifest[FRAME_STYLE]?.file ?? FRAME_STYLE), 'utf8')
  const frame = { ...(await readFrames(join(folder, 'frame'))), style }
  const themeHash = policyHash(themeScript)
  return async (options) => ({
    html: adminDocument({ ...options, assets, themeScript, frame }),
    policy: adminPolicy(options.nonce, themeHash),
  })
}

/** Returns the frames' HTML, from the dependencies or from the build. */
export async function readFrames(folder: string): Promise<Pick<AdminFrame, 'shell' | 'login'>> {
  const [shell, login] = await Promise.all(
    ['shell.html', 'login.html'].map((name) => readFile(join(folder, name), 'utf8')),
  )
  return { shell: shell ?? '', login: login ?? '' }
}

/** The placeholder for the site's name in a frame. */
const NAME_PLACE = '%SITE_NAME%'

type Document = AdminPageOf & { assets: PageAssets; themeScript: string; frame: AdminFrame }

export function adminDocument({ assets, themeScript, frame, url, nonce, siteName }: Document): string {
  const name = escapeHtml(siteName)
  const content = url.startsWith(ADMIN_PAGES.login) ? frame.login : frame.shell
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="application-name" content="${name}">
<title>管理后台 - ${name}</title>
<script>${themeScript}</script>
<style nonce="${nonce}">${frame.style}</style>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="icon" href="/favicon.ico" sizes="32x32">
${assets.preloads.map((href) => `<link rel="modulepreload" href="${href}">`).join('\n')}
<script type="module" nonce="${nonce}" src="${assets.script}"></script>
</head>
<body>
<div id="root">${content.replaceAll(NAME_PLACE, () => name)}</div>
<noscript>管理后台需要启用 JavaScript。</noscript>
${
  // After the frame, which would wait for them; the script waits for them in any position.
  assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')
}
</body>
</html>
`
}

/**
 * Ant Design puts its styles in while it runs: style elements need the nonce (web/admin/nonced-styles.ts). The
 * preview of an unsaved document is a frame of our own site.
 */
function adminPolicy(nonce: string, themeHash: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${themeHash}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
}
