import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { PAGES } from '#contracts/paths.ts'
import { expect, test } from './fixtures.ts'
import { waitForHydration } from './wait-for-hydration.ts'

/** Opens a page with blocked scripts. Returns a function that unblocks them. */
async function openWithBlockedScripts(page: Page, url: string): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto(url, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return async () => {
    gate.resolve()
    await waitForHydration(page)
  }
}

test('filters and a search chosen before hydration are applied', async ({ page }) => {
  const unblockScripts = await openWithBlockedScripts(page, '/products')
  await page.getByRole('searchbox', { name: '搜索' }).fill('dify')
  const category = page.getByLabel('类别')
  const label = (await category.locator('option').nth(1).textContent()) ?? ''
  await category.selectOption(label)
  await unblockScripts()
  await expect(page).toHaveURL(`/products?search=dify&category=${encodeURIComponent(label)}`)
  await expect(page.getByRole('searchbox', { name: '搜索' })).toHaveValue('dify')
  await expect(category).toHaveValue(label)
  await expect(page.getByRole('link', { name: '清除筛选', exact: true })).toBeVisible()
})

test('input typed into a submission before hydration is registered and can be sent', async ({ page }) => {
  const unblockScripts = await openWithBlockedScripts(page, '/submit')
  await page.getByLabel('公司名称').fill('某科技公司')
  await page.getByLabel('部署方式').selectOption('SaaS')
  await page.getByLabel('我已阅读并同意').check()
  await unblockScripts()
  await expect(page.getByRole('progressbar', { name: '表单完成度' })).toHaveAttribute('value', '27')
  await expect(page.getByText('还有8项必填内容未填写：')).toBeVisible()
  await expect(page.getByLabel('公司名称')).toHaveValue('某科技公司')
})

test('scores and a name entered before hydration are calculated and kept, and a slider keeps the focus', async ({
  page,
}) => {
  const unblockScripts = await openWithBlockedScripts(page, '/evaluation?view=tool')
  await page.getByLabel('产品名称').fill('巡检助手')
  await page.getByRole('spinbutton', { name: '技术得分' }).fill('90')
  const slider = page.getByLabel('商业得分', { exact: true }).and(page.getByRole('slider'))
  await slider.focus()
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight')
  const score = await slider.inputValue()
  await unblockScripts()
  await expect(page.getByRole('region', { name: '评估结果' })).toContainText(`技术90×40%＋商业${score}×35%`)
  await expect(slider).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('spinbutton', { name: '商业得分' })).toHaveValue(String(Number(score) + 1))
  await expect(page.getByLabel('产品名称')).toHaveValue('巡检助手')
  await expect(page.getByRole('slider', { name: '技术得分' })).toHaveValue('90')
})

test('a consultation sent before hydration is accepted and confirmed once', async ({ page, watch }) => {
  watch.allowConsole(/400/)
  const unblockScripts = await openWithBlockedScripts(page, '/selection')
  await page.getByLabel('公司名称').fill('某制造集团')
  await page.getByRole('button', { name: '提交咨询' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '有5项需要修改' })).toBeVisible()
  await unblockScripts()
  // The script takes over the server's errors.
  await expect(page.getByLabel('联系人')).toBeFocused()
  await expect(page.getByLabel('公司名称')).toHaveValue('某制造集团')
  await page.getByLabel('联系人').fill('陈女士')
  await page.getByLabel('联系电话').fill('010-65529988')
  await page.getByLabel('联系邮箱').fill('chen@example.com')
  await page.getByLabel('需求描述').fill('比较三个客服智能体')
  await page.getByLabel('我已阅读并同意').check()
  await expect(page.getByLabel('联系人')).not.toHaveAttribute('aria-invalid')
  await page.getByRole('button', { name: '提交咨询' }).click()
  await expect(page.getByRole('status').filter({ hasText: '咨询请求已提交' })).toBeVisible()
  await expect(page.getByLabel('公司名称')).toHaveValue('')
})

test('a slow page shows a loading state, and its heading is focused when it has loaded', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await waitForHydration(page)
  const gate = Promise.withResolvers<void>()
  await page.route('**/*', async (route) => {
    await gate.promise
    await route.continue()
  })
  const menu = page.getByRole('button', { name: '打开菜单' })
  await menu.click()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await expect(page.getByRole('navigation', { name: '移动端导航' })).toBeHidden()

  await menu.click()
  await page.getByRole('navigation', { name: '移动端导航' }).getByRole('link', { name: 'CIO社区' }).click()
  await expect(page.getByRole('progressbar', { name: '正在加载' })).toBeVisible({ timeout: 1_000 })
  await expect(page.getByRole('navigation', { name: '移动端导航' })).toBeHidden({ timeout: 1_000 })
  gate.resolve()
  await expect(page).toHaveURL('/community')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('progressbar', { name: '正在加载' })).toHaveCount(0)
})

test('a button shows that it waits for the script, and for the dialog that it opens', async ({ page }) => {
  const unblockScripts = await openWithBlockedScripts(page, '/')
  const hasEarlyBar = () => page.evaluate(() => getComputedStyle(document.documentElement, '::before').height === '4px')
  expect(await hasEarlyBar()).toBe(false)
  await page.getByRole('banner').getByRole('button', { name: '登录' }).click()
  expect(await hasEarlyBar()).toBe(true)
  const dialogGate = Promise.withResolvers<void>()
  await page.route('**/assets/account-dialogs*.js', async (route) => {
    await dialogGate.promise
    await route.continue()
  })
  await unblockScripts()
  expect(await hasEarlyBar()).toBe(false)
  await expect(page.getByRole('progressbar', { name: '正在加载' })).toBeVisible()
  dialogGate.resolve()
  await expect(page.getByRole('dialog', { name: '登录' })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: '正在加载' })).toHaveCount(0)
})

test('a button pressed before the whole page has arrived takes effect', async ({ browser, baseURL }) => {
  const rest = Promise.withResolvers<void>()
  // Sends the page's header, and the rest of the document only when it is released.
  const proxy = createServer(async (request, response) => {
    const reply = await fetch(`${baseURL}${request.url}`, { headers: { 'accept-encoding': 'identity' } })
    const bytes = Buffer.from(await reply.arrayBuffer())
    const policy = reply.headers.get('content-security-policy')
    response.writeHead(reply.status, {
      'content-type': reply.headers.get('content-type') ?? '',
      ...(policy && { 'content-security-policy': policy }),
    })
    const cut = request.url === PAGES.ratingRules ? bytes.indexOf('<main') : bytes.length
    response.write(bytes.subarray(0, cut))
    if (cut < bytes.length) await rest.promise
    response.end(bytes.subarray(cut))
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}${PAGES.ratingRules}`, {
    waitUntil: 'commit',
  })
  await page.getByRole('banner').getByRole('button', { name: '登录' }).click()
  rest.resolve()
  await expect(page.getByRole('dialog', { name: '登录' })).toBeVisible()
  await page.close()
  proxy.close()
})

test('a pointer that rests over a page is no interaction before it moves', async ({ page }) => {
  // Stops the timers that start the page's script without an interaction.
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1_000)
  await page.goto('/', { waitUntil: 'commit' })
  await page.waitForLoadState()
  let hasInteracted = false
  const interaction = page
    .evaluate(() => globalThis.zhijianEarly?.interaction)
    .then(() => {
      hasInteracted = true
    })
  // Browsers dispatch such an event at the first layout, depending on where the pointer rests.
  await page.getByRole('main').dispatchEvent('pointermove', { movementX: 0, movementY: 0 })
  expect(hasInteracted).toBe(false)
  await page.mouse.move(5, 5)
  await page.mouse.move(9, 9)
  await interaction
})
