import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createBuiltRenderer } from './built-site.ts'

/** The fake page reads nothing. */
const call = () => Promise.reject(new Error('unexpected'))

const PAGE = 'web/site/pages/home/home-page.tsx'

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{"type":"module"}',
  'server/entry-server.js': `export const themeScript = 'theme()'
    export const recordingScript = 'record()'
    export const startScript = 'start()'
    export const renderPage = async () => ({ status: 200, head: '', body: ['<p>首页</p>'], state: '{}', module: '${PAGE}', failures: [] })`,
  'client/manifest.json': `{"web/site/entry-client.tsx":{"file":"assets/entry.js","css":["assets/site.css"]},"${PAGE}":{"file":"assets/home.js"}}`,
  'admin/manifest.json': '{}',
  'admin/web/admin/frame/frame.css': '',
  'admin/frame/shell.html': '',
  'admin/frame/login.html': '',
}

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhijian-site-'))
  for (const [file, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), content)
  }
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('renders pages while the next version is being built', async () => {
  const renderer = await createBuiltRenderer(folder, 'https://zhijian.test')
  await rm(folder, { recursive: true })
  const { html } = await renderer.render({ url: '/', name: 'home', params: {} }, call)
  expect(html.toString()).toContain('<link rel="stylesheet" href="/assets/site.css">')
  expect(html.toString()).toContain('<p>首页</p>')
})
