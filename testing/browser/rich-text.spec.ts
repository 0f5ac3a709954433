/** The rich-text editor in a browser: it sanitizes hostile HTML like the server, and is operable by keyboard. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { fillPath } from '#contracts/paths.ts'
import { sanitizeRichText } from '#server/platform/rich-text.ts'
import { generatedHtml, HOSTILE_HTML } from '#testing/hostile/html.ts'
import { SCRIPT_INJECTIONS } from '#testing/hostile/script-injections.ts'
import { signInAsAdmin } from './admin-session.ts'
import { expect, test } from './fixtures.ts'

/** Returns a script that defines `roundTrip`, which loads HTML into the editor and reads it back. */
async function roundTripScript(): Promise<string> {
  const entry = `
    import { Node } from '@tiptap/pm/model'
    import { parseHtml, serializeHtml } from '#web/admin/rich-text/html.ts'
    import { RICH_TEXT_SCHEMA } from '#web/admin/rich-text/schema.ts'
    globalThis.roundTrip = (html) => serializeHtml(Node.fromJSON(RICH_TEXT_SCHEMA, parseHtml(html)))`
  const id = 'virtual:round-trip.ts'
  const built = await build({
    root: join(import.meta.dirname, '../..'),
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'round-trip',
        resolveId: (specifier) => (specifier === id ? join(import.meta.dirname, 'round-trip.ts') : undefined),
        load: (specifier) => (specifier.endsWith('/round-trip.ts') ? entry : undefined),
      },
    ],
    build: { write: false, minify: false, rolldownOptions: { input: id, output: { format: 'iife' } } },
  })
  const outputs = [built].flat().flatMap((item) => ('output' in item ? item.output : []))
  return outputs.flatMap((item) => (item.type === 'chunk' ? item.code : [])).join('\n')
}

declare global {
  var roundTrip: (html: string) => string
}

test('the editor only produces HTML that the server’s sanitizer keeps, and keeps every kind of formatting', async ({
  page,
}) => {
  const payloads = [...HOSTILE_HTML, ...SCRIPT_INJECTIONS, ...generatedHtml(1_000)]
  await page.goto('about:blank')
  await page.addScriptTag({ content: await roundTripScript() })
  const created = await page.evaluate((all) => all.map((html) => [html, globalThis.roundTrip(html)] as const), payloads)
  const changed = created.filter(([, html]) => sanitizeRichText(html) !== html)
  expect(changed).toEqual([])
  // Sanitized HTML stays unchanged by the sanitizer after it has passed through the editor.
  const stored = await page.evaluate(
    (all) => all.map((html) => globalThis.roundTrip(html)),
    payloads.map((html) => sanitizeRichText(html)),
  )
  expect(stored.filter((html) => sanitizeRichText(html) !== html)).toEqual([])
  expect(stored.filter((html) => html !== '').length).toBeGreaterThan(20)

  const formatted =
    '<p class="rt-align-center"><span class="rt-size-7 rt-color-red">大红</span>，<u>线</u></p>' +
    '<ul><li>一</li><li class="rt-align-right">二<br />三</li></ul><p>a  b</p>'
  expect(await page.evaluate((text) => globalThis.roundTrip(text), formatted)).toBe(
    '<p class="rt-align-center"><span class="rt-size-7"><span class="rt-color-red">大红</span></span>，<u>线</u></p>' +
      '<ul><li><p>一</p></li><li class="rt-align-right"><p>二<br />三</p></li></ul><p>a  b</p>',
  )
})

const getEditor = (page: Page) => page.getByRole('textbox', { name: '详细介绍' })
const readHtml = (page: Page) => getEditor(page).innerHTML()

test('a text is written by keyboard with formats, links and breaks, and pasted text is plain', async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto(fillPath(ADMIN_PAGES.productDetail, { id: 'new' }))
  await getEditor(page).focus()

  await test.step('Enter starts a paragraph, and Shift+Enter a line', async () => {
    await page.keyboard.type('首段')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('换行')
    await page.keyboard.press('Enter')
    await page.keyboard.type('次段')
    await expect.poll(() => readHtml(page)).toBe('<p>首段<br>换行</p><p>次段</p>')
  })

  await test.step('the toolbar is a single tab stop, in which arrow keys move', async () => {
    await page.keyboard.press('Shift+Home')
    // The editor is notified of a selection asynchronously, and misses one that the next key changes immediately.
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('次段')
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    await page.keyboard.press('Shift+Tab')
    await expect(page.getByRole('button', { name: '加粗' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: '斜体' })).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => readHtml(page)).toContain('<p><em>次段</em></p>')
  })

  await test.step('a link needs a safe URL', async () => {
    await page.keyboard.press('Shift+Tab')
    await expect(page.getByRole('button', { name: '斜体' })).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Home')
    for (let step = 0; step < 11; step += 1) await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('button', { name: '链接' })).toBeFocused()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: '插入链接' })
    await expect(dialog.getByLabel('链接地址')).toBeFocused()
    await page.keyboard.type('javascript:alert(1)')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toBeVisible()
    await dialog.getByLabel('链接地址').fill('https://example.com/')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(getEditor(page).getByRole('link', { name: '次段' })).toHaveAttribute('rel', /noopener/)
  })

  await test.step('pasted text is plain, and undone at once', async () => {
    await page.keyboard.press('End')
    await getEditor(page).evaluate((element) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', '<h1 style="color:red">贴<script>x</script></h1>')
      clipboardData.setData('text/plain', '贴一\n\n贴二 <b>')
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await expect.poll(() => readHtml(page)).toContain('贴一</p><p>贴二 &lt;b&gt;</p>')
    await page.keyboard.press('Control+z')
    await expect.poll(() => readHtml(page)).not.toContain('贴一')
  })
})
