/**
 * The single HTML page of the back office: a frame that the script fills. It contains no data, so it is public. The
 * frame and its few CSS rules are inlined, so that on a slow network the layout appears long before the script has
 * loaded.
 */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import { PRIVATE_CACHE_CONTROL } from '#server/platform/http/replies/cached-replies.ts'
import { cspHash } from '#server/platform/sha256.ts'
import { listAssets, type PageAssets, readManifest } from './manifest.ts'

const ENTRY = 'web/admin/main.tsx'
const FRAME_STYLE = 'web/admin/frame/frame.css'

/** The placeholder until the script renders: the HTML of the two frames and their styles. */
type AdminFrame = { shell: string; login: string; style: string }

/** `nonce` must be new for each reply. */
type AdminPageOptions = { url: string; nonce: string; siteName: string }
/** Returns the page's HTML and its content policy. */
export type AdminPage = (options: AdminPageOptions) => Promise<{ html: string; contentSecurityPolicy: string }>

/** Registers the routes of the back office. `readSiteName` returns the site's current name in the settings. */
export function registerAdminPage(app: FastifyInstance, page: AdminPage, readSiteName: () => Promise<string>): void {
  for (const path of ['/admin', '/admin/*'])
    app.get(path, { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
      const nonce = randomBytes(16).toString('base64')
      const { html, contentSecurityPolicy } = await page({ url: request.url, nonce, siteName: await readSiteName() })
      return reply
        .header('cache-control', PRIVATE_CACHE_CONTROL)
        .header('content-security-policy', contentSecurityPolicy)
        .type('text/html; charset=utf-8')
        .send(html)
    })
}

/**
 * Creates the page from the output of `npm run build`. Takes the output's folder and the script that sets the theme.
 */
export async function createBuiltAdminPage(distDir: string, themeScript: string): Promise<AdminPage> {
  const folder = join(distDir, 'admin')
  const manifest = await readManifest(join(folder, 'manifest.json'))
  const assets = listAssets(manifest, ENTRY)
  const style = await readFile(join(folder, manifest[FRAME_STYLE]?.file ?? FRAME_STYLE), 'utf8')
  const frame = { ...(await readFrames(join(folder, 'frame'))), style }
  const themeHash = cspHash(themeScript)
  return async (options) => ({
    html: renderAdminDocument({ ...options, assets, themeScript, frame }),
    contentSecurityPolicy: createAdminPolicy(options.nonce, themeHash),
  })
}

/** Reads the frames' HTML from the folder of the source files or of the build. */
export async function readFrames(folder: string): Promise<Pick<AdminFrame, 'shell' | 'login'>> {
  const [shell, login] = await Promise.all(
    ['shell.html', 'login.html'].map((name) => readFile(join(folder, name), 'utf8')),
  )
  return { shell: shell ?? '', login: login ?? '' }
}

const SITE_NAME_PLACEHOLDER = '%SITE_NAME%'

type AdminDocument = AdminPageOptions & { assets: PageAssets; themeScript: string; frame: AdminFrame }

export function renderAdminDocument({ assets, themeScript, frame, url, nonce, siteName }: AdminDocument): string {
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
<div id="root">${content.replaceAll(SITE_NAME_PLACEHOLDER, () => name)}</div>
<noscript>管理后台需要启用JavaScript。</noscript>
${
  // After the frame, so that they don't block its rendering; the script waits for them in any position.
  assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')
}
</body>
</html>
`
}

/**
 * Ant Design inserts style elements at runtime, so they need the nonce (web/admin/nonced-styles.ts). `frame-src` allows
 * the preview of an unsaved document, which is an iframe of our own site.
 */
function createAdminPolicy(nonce: string, themeHash: string): string {
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
