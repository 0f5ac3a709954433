import { expect, test } from './fixtures.ts'

const REGISTRATION_CLOSED = '报名功能暂未开放，敬请期待！'
const NO_QR_CODES = '暂无可用的加入方式，请稍后再试或联系管理员'
const LOADING_FAILED = '获取加入信息失败，请稍后重试'

test('the current tab is in the URL, arrow keys switch tabs, and Back returns', async ({ page }) => {
  await page.goto('/community')
  await expect(page.getByRole('tab', { name: '概览' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: '活动形式' })).toBeVisible()

  await page.getByRole('tab', { name: '概览' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL('/community?tab=events')
  await expect(page.getByRole('tab', { name: '活动日历' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page).toHaveURL('/community?tab=join')
  await expect(page.getByRole('heading', { name: '四步加入社区' })).toBeVisible()

  await page.goBack()
  await expect(page.getByRole('heading', { name: '近期活动' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('tab', { name: '活动日历' })).toHaveAttribute('aria-selected', 'true')
})

test('registration for an event opens in a new tab, or explains why it isn’t possible', async ({ page, context }) => {
  await context.route('https://example.com/**', (route) => route.fulfill({ body: '报名' }))
  await page.goto('/community?tab=events')
  await expect(page.getByRole('heading', { level: 3, name: '2026年12月' })).toBeVisible()

  const link = page.getByRole('link', { name: /^报名参加：用五十条真实任务/ })
  await expect(link).toHaveAttribute('href', 'https://example.com/events/2026-12-10')
  const opened = context.waitForEvent('page')
  await link.click()
  expect((await opened).url()).toBe('https://example.com/events/2026-12-10')

  const closed = page.getByRole('button', { name: /^报名暂未开放：该停下来的试点/ })
  await expect(closed).toHaveAttribute('aria-disabled', 'true')
  await closed.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: REGISTRATION_CLOSED })).toBeVisible()

  const ended = page.getByRole('listitem').filter({ hasText: '从接口到办事' })
  await expect(ended.getByRole('button')).toHaveCount(0)
})

test('members are filtered by name, company and expertise in the URL', async ({ page }) => {
  await page.goto('/community?tab=members')
  const filter = page.getByLabel('筛选成员')
  await expect(page.getByText('共9位成员')).toBeVisible()
  await filter.fill('提示注入')
  await expect(page.getByText('找到1位成员，共9位')).toBeVisible()
  await expect(page.getByRole('heading', { name: '郑女士（示例）' })).toBeVisible()
  await page.reload()
  await expect(filter).toHaveValue('提示注入')
  await expect(page.getByText('找到1位成员，共9位')).toBeVisible()
  await filter.fill('查无此人')
  await expect(page.getByText('没有符合“查无此人”的成员')).toBeVisible()
  await page.getByRole('button', { name: '查看全部成员' }).click()
  await expect(page).toHaveURL('/community?tab=members')
  await expect(filter).toHaveValue('')
  await expect(filter).toBeFocused()
})

test('joining shows the QR codes; pressing one counts a scan and enlarges it; Escape and Back close them', async ({
  page,
}) => {
  await page.goto('/community')
  const join = page.getByRole('button', { name: '加入社区' })
  await join.click()
  await expect(page).toHaveURL('/community?join=open')
  const dialog = page.getByRole('dialog', { name: '加入CIO社区' })
  await expect(dialog.getByText('请使用微信扫一扫')).toBeVisible()
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText(['CIO社区微信群（示例）', '活动通知（示例）'])
  await expect(dialog.getByText('社区助理小鉴（示例）')).toBeVisible()

  const picture = dialog.getByRole('button', { name: '放大二维码：CIO社区微信群（示例）' })
  const before = await picture.boundingBox()
  const scanned = page.waitForResponse((reply) => /\/api\/qrcode\/[^/]+\/scan$/.test(reply.url()))
  await picture.focus()
  await page.keyboard.press('Enter')
  expect((await scanned).status()).toBe(200)
  const enlarged = dialog.getByRole('button', { name: '缩小二维码：CIO社区微信群（示例）' })
  await expect(enlarged).toBeFocused()
  await expect.poll(async () => (await enlarged.boundingBox())?.width ?? 0).toBeGreaterThan(before?.width ?? 0)
  await page.keyboard.press('Enter')
  await expect(picture).toBeFocused()

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/community')
  await expect(join).toBeFocused()

  await page.getByRole('tab').last().click()
  await page.getByRole('button', { name: '扫码加入' }).click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/community?tab=join')
})

test('the join dialog reports missing codes, reloads them when reopened, and ignores failed counting', async ({
  page,
  watch,
}) => {
  watch.allowConsole(/50[03]/)
  let codes: object[] = []
  let isBroken = false
  await page.route('**/api/qrcode/active', (route) =>
    isBroken
      ? route.fulfill({ status: 503, json: { success: false, message: '' } })
      : route.fulfill({ json: { success: true, data: codes } }),
  )
  await page.goto('/community')
  const join = page.getByRole('button', { name: '加入社区' })
  await join.click()
  await expect(page.getByRole('alert').filter({ hasText: NO_QR_CODES })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/community')

  isBroken = true
  await join.click()
  await expect(page.getByRole('status', { name: '正在获取加入方式' })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: LOADING_FAILED })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  isBroken = false
  codes = [{ _id: 'a', title: '新的群', description: '', qrCodeUrl: '', contactInfo: { name: '', position: '' } }]
  await join.click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: '新的群' })).toBeVisible()

  await page.route('**/api/qrcode/*/scan', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: '放大二维码：新的群' }).click()
  await expect(page.getByRole('button', { name: '缩小二维码：新的群' })).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveCount(0)
})
