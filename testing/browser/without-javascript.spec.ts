import type { Page } from '@playwright/test'
import { PAGES } from '#contracts/paths.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { expect, test } from './fixtures.ts'

test.use({ javaScriptEnabled: false })

const CONTACT = { 公司名称: '某制造集团', 联系人: '陈女士', 联系电话: '010-65529988', 联系邮箱: 'chen@example.com' }

async function fillIn(page: Page, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text)
}

test('a consultation is corrected and sent', async ({ page, watch }) => {
  watch.allowConsole(/400/)
  await page.goto('/selection?package=对比选型')
  await expect(page.getByLabel('需求描述')).toHaveValue('意向套餐：对比选型')
  await fillIn(page, { ...CONTACT, 联系邮箱: 'chen@' })
  await page.getByLabel('我已阅读并同意').check()
  await page.getByRole('button', { name: '提交咨询' }).click()

  const summary = page.getByRole('alert').filter({ hasText: '有1项需要修改' })
  await expect(summary).toBeInViewport()
  await expect(page.getByLabel('联系邮箱')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('联系邮箱')).toHaveAccessibleDescription('请输入有效的邮箱地址')
  for (const [label, text] of Object.entries({ ...CONTACT, 联系邮箱: 'chen@' }))
    await expect(page.getByLabel(label)).toHaveValue(text)
  await summary.getByRole('link').click()
  await expect(page.getByLabel('联系邮箱')).toBeFocused()

  await page.getByLabel('联系邮箱').fill(CONTACT.联系邮箱)
  await page.getByRole('button', { name: '提交咨询' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: '咨询请求已提交，我们将在24小时内与您联系！' }),
  ).toBeInViewport()
  expect(decodeURIComponent(page.url())).not.toContain('chen')
  await expect(page.getByLabel('公司名称')).toHaveValue('')
})

test('a professional evaluation is requested', async ({ page }) => {
  await page.goto('/evaluation')
  await page.getByRole('button', { name: '申请专业评估服务' }).click()
  await expect(page).toHaveURL(/request=open#service$/)
  await fillIn(page, { 产品名称: '巡检助手', ...CONTACT, 需求描述: '三个月内选定一款巡检产品' })
  await page.getByLabel('我已阅读并同意').check()
  await page.getByRole('button', { name: '提交申请' }).click()
  await expect(page.getByRole('status').filter({ hasText: '评估服务申请已提交' })).toBeInViewport()
})

test('scores are calculated, rejected if invalid, and reported', async ({ page, watch }) => {
  watch.allowConsole(/400/)
  await page.goto('/evaluation?view=tool')
  await expect(page.getByRole('slider')).toHaveCount(0)
  const score = (name: string) => page.getByRole('spinbutton', { name: `${name}得分` })
  await score('技术').fill('90')
  await score('商业').fill('80')
  await score('市场').fill('150')
  await page.getByRole('button', { name: '计算得分' }).click()
  await expect(score('市场')).toHaveValue('150')
  await expect(score('市场')).toHaveAccessibleDescription(/市场得分应为0到100的整数/)
  await expect(score('技术')).toHaveValue('90')

  await score('市场').fill('70')
  await page.getByRole('button', { name: '计算得分' }).click()
  await expect(page.getByRole('region', { name: '评估结果' })).toContainText(
    '技术90×40%＋商业80×35%＋市场70×25%＝81.5，取82',
  )
  await page.getByRole('button', { name: '生成评估报告' }).click()
  await expect(page.getByRole('alert').first()).toHaveText('请先完成产品评估，有1项需要修改：请输入产品名称')
  await page.getByLabel('产品名称').fill('巡检助手')
  await page.getByRole('button', { name: '生成评估报告' }).click()
  await expect(page).toHaveURL(/\/evaluation\/reports\/[\w-]{22}#main$/)
  await expect(page.getByRole('row', { name: '技术 90 40% 36.00' })).toBeVisible()
})

test('a product is submitted, and its status looked up', async ({ page, watch }) => {
  watch.allowConsole(/40[04]/)
  await page.goto('/submit')
  const fields = {
    ...CONTACT,
    产品名称: '排班助手',
    产品描述:
      '为连锁门店的店长自动生成下周排班表，考虑工时上限、员工偏好与客流预测；不做考勤，也不做薪资计算，需要先接入门店系统。',
    目标用户: '连锁零售',
    核心功能: '自动排班',
    产品官网: 'https://paiban.example.com',
  }
  await fillIn(page, fields)
  await page.getByRole('button', { name: '提交产品' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '有2项需要修改' })).toBeInViewport()
  await expect(page.getByLabel('产品描述')).toHaveValue(fields.产品描述)
  await page.getByLabel('部署方式').selectOption('SaaS')
  await page.getByLabel('我已阅读并同意').check()
  await page.getByRole('button', { name: '提交产品' }).click()
  const notice = page.getByRole('status').filter({ hasText: '产品提交成功' })
  await expect(notice).toBeInViewport()
  const receipt = (await notice.locator('strong').textContent()) ?? ''

  await page.goto('/submit/status')
  await fillIn(page, { 回执号: receipt, 联系邮箱: 'else@example.com' })
  await page.getByRole('button', { name: '查询' }).click()
  await expect(page.getByRole('alert')).toContainText('未找到对应的提交记录')
  await expect(page.getByLabel('回执号')).toHaveValue(receipt)
  await page.getByLabel('联系邮箱').fill(CONTACT.联系邮箱)
  await page.getByRole('button', { name: '查询' }).click()
  await expect(page.getByRole('region', { name: '查询结果' })).toContainText('排班助手')
})

test('products are searched, filtered and sorted', async ({ page }) => {
  await page.goto('/products')
  await page.getByRole('searchbox', { name: '搜索' }).fill('dify')
  await page.getByLabel('排序').selectOption('name')
  await page.getByRole('button', { name: '查找' }).click()
  await expect(page.getByLabel('排序')).toHaveValue('name')
  await expect(page.getByRole('heading', { level: 3 })).toContainText(['Dify'])
  await expect(page.locator('noscript > p')).toContainText('当前浏览器未启用JavaScript')
})

test('a shared shortlist is readable', async ({ page, request }) => {
  const reply = await request.post(shortlistCalls.create.path, { data: shortlistCalls.create.example })
  const { id } = (await reply.json()).data
  await page.goto(PAGES.shortlist(id))
  await expect(page).toHaveTitle(/^客服智能体/)
  await expect(page.getByRole('heading', { level: 1, name: '客服智能体' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: '私有化部署支持' }).first()).toContainText('必须')
  await expect(page.getByRole('heading', { name: /^满足全部必须要求（[1-9]\d*）$/ })).toBeVisible()
  await expect(page.getByRole('link', { name: '询问清单（Word）' })).toBeVisible()
})

test('the pages that verify and share evaluations say that they need JavaScript', async ({ page }) => {
  await page.goto(PAGES.verifyReport)
  const notice = page.locator('main noscript > p')
  await expect(notice).toContainText('需要启用JavaScript')
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await page.goto(PAGES.sharedProject)
  await expect(notice).toContainText('只有JavaScript能读取')
  await expect(page.getByText('只读链接不完整')).toBeHidden()
})

test('the wizard leads to the filters of the catalogue', async ({ page }) => {
  await page.goto(PAGES.shortlistWizard)
  await expect(page.getByRole('status', { name: '正在加载' })).toHaveCount(0)
  await page.locator('main noscript').getByRole('link', { name: '在产品目录中按条件筛选' }).click()
  await expect(page).toHaveURL(PAGES.products)
})
