/** Results of a finished project: published, looked at, sorted by, mapped, answered and withdrawn. */
import type { APIRequestContext, Page } from '@playwright/test'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { PAGES } from '#contracts/paths.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { SUBMISSION } from '../factories/submissions.ts'
import { expectAccessible } from './accessible.ts'
import { ADMIN_PASSWORD, adminToken, createUserWith, signedIn, USER_PASSWORD } from './admin-session.ts'
import { expect, test } from './fixtures.ts'

/** The points of both judges; the fifth product is published later. */
const PRODUCTS = [
  { name: '巡检甲', points: 94 },
  { name: '巡检乙', points: 84 },
  { name: '巡检丙', points: 76 },
  { name: '巡检丁', points: 64 },
  { name: '巡检戊', points: 88 },
] as const

const ADMIN_EMAIL = 'admin@zhijian.test'

type Sender = (path: string, data?: object, method?: 'POST' | 'PATCH') => Promise<ReturnType<typeof JSON.parse>>

/** Returns a function that sends to the API as the administrator and returns the reply's data. */
async function createSender(request: APIRequestContext): Promise<Sender> {
  const headers = { authorization: `Bearer ${await adminToken(request)}` }
  return async (path, data = {}, method = 'POST') => {
    const reply = await request.fetch(path, { method, headers, data })
    expect(reply.ok(), await reply.text()).toBe(true)
    return (await reply.json()).data
  }
}

type Prepared = { category: string; names: string[]; products: string[]; report: string }

/** Makes five products of a category of their own and takes them through a project to its report. */
async function finishProject(request: APIRequestContext): Promise<Prepared> {
  const send = await createSender(request)
  const mark = crypto.randomUUID().slice(0, 6)
  const category = `巡检${mark}`
  const names = PRODUCTS.map(({ name }) => `${name}${mark}`)
  const products: string[] = []
  for (const name of names)
    products.push((await send(catalogueCalls.createAgent.path, { name, category, description: '巡检' })).id)
  return { category, names, products, report: PAGES.report(await evaluate(send, products, `巡检评估${mark}`)) }
}

/** Takes products through a project; returns its report's id. */
async function evaluate(send: Sender, products: readonly string[], name: string): Promise<string> {
  const project: ProjectView = await send('/api/evaluation/projects', { name, products })
  const path = `/api/evaluation/projects/${project.id}`
  const criteria = project.setup.groups.flatMap((group) => group.criteria)
  const tokens: string[] = []
  for (const judge of ['李评委', '周评委'])
    tokens.push((await send(`${path}/judges`, { name: judge })).link.split('#')[1])
  await send(`${path}/status`, { to: 'scoring' })
  for (const [judge, token] of tokens.entries()) {
    const access = { token }
    for (const [index, { key: candidate }] of project.setup.candidates.entries())
      for (const { key: criterion } of criteria) {
        const score = (PRODUCTS[index]?.points ?? 0) - 4 * judge
        const cell = { candidate, criterion, score, grade: 'verified', note: '', reason: '', version: 0 }
        await send('/api/evaluation/judging/score', { access, score: cell })
      }
    await send('/api/evaluation/judging/submit', { access })
  }
  await send(`${path}/status`, { to: 'review' })
  return (await send(`${path}/status`, { to: 'final' })).reportId
}

/** The site has a session of its own: who evaluates there is signed in. */
async function signInOnSite(page: Page, email = ADMIN_EMAIL, password = ADMIN_PASSWORD) {
  await page.getByRole('banner').getByRole('button', { name: '登录' }).click()
  const form = page.getByRole('dialog').getByRole('form', { name: '登录' })
  await form.getByLabel('用户名或邮箱').fill(email)
  await form.getByLabel(/^密码/).fill(password)
  await form.getByRole('button', { name: '登录' }).click()
  await expect(form).toBeHidden()
}

const cardNames = (page: Page) => page.getByRole('main').getByRole('heading', { level: 3 })

test('a verdict is published, sorted by, mapped and withdrawn', async ({ page, watch }) => {
  test.setTimeout(120_000)
  // A day beyond the limits.
  watch.allowConsole(/400/)
  const { category, names, report } = await finishProject(page.request)
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = names
  await signedIn(page)

  await page.goto(report)
  await signInOnSite(page)
  await page.getByRole('link', { name: '发布到产品页' }).click()
  const drawer = page.getByRole('dialog', { name: '发布评估' })
  await drawer.getByRole('checkbox', { name: new RegExp(fifth) }).uncheck()
  await expectAccessible(drawer.getByRole('button', { name: '发布4个产品的结果' }))
  const day = drawer.getByLabel(/有效期的最后一天/)
  const initial = await day.inputValue()
  await day.fill('2020-01-01')
  await drawer.getByRole('button', { name: '发布4个产品的结果' }).click()
  await expect(drawer.getByText(/有效期的最后一天应在/)).toBeVisible()
  await day.fill(initial)
  await drawer.getByRole('button', { name: '发布4个产品的结果' }).click()
  await expect(page.getByText('已发布4个产品的评估结果')).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(first) })).toContainText('有效')

  await page.goto(PAGES.product(first))
  await page.getByRole('link', { name: '查看依据' }).click()
  const panel = page.getByRole('tabpanel', { name: '平台评估' })
  await expect(panel.getByText('总分92，强烈推荐')).toBeVisible()
  await expect(panel.getByRole('row', { name: /技术/ })).toContainText('92')
  await expect(panel.getByText('自行核实 ×2').first()).toBeVisible()
  await expectAccessible(panel)

  await page.goto(`${PAGES.products}?category=${encodeURIComponent(category)}`)
  await page.getByLabel('排序').selectOption('verdict')
  await expect(cardNames(page)).toHaveText([first, second, third, fourth, fifth])
  await page.getByLabel('平台评估').selectOption('推荐')
  await expect(cardNames(page)).toHaveText([second])
  await page.getByRole('link', { name: `${category}的市场图` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${category}市场图`)
  await expect(page.getByText('目前有4个，还差1个')).toBeVisible()
  await expectAccessible(page.getByRole('heading', { level: 1 }))

  await page.goto(report)
  await page.getByRole('link', { name: '发布到产品页' }).click()
  for (const name of [first, second, third, fourth])
    await drawer.getByRole('checkbox', { name: new RegExp(name) }).uncheck()
  await drawer.getByRole('button', { name: '发布1个产品的结果' }).click()
  await expect(page.getByText('已发布1个产品的评估结果')).toBeVisible()
  await page.goto(PAGES.marketMap(category))
  const map = page.getByRole('group', { name: `${category}市场图` })
  const point = map.getByRole('link', { name: new RegExp(`1，${first}，技术92`) })
  await point.focus()
  await expect(point.getByText(first)).toHaveCSS('opacity', '1')
  await expect(page.getByRole('table', { name: '市场图的数据' }).getByRole('row')).toHaveCount(6)
  await expectAccessible(map)
  const figures = await page.request.get((await page.getByRole('link', { name: 'JSON' }).getAttribute('href')) ?? '')
  expect(await figures.json()).toMatchObject([{ product: first, tech: 92 }, { product: fifth }, {}, {}, {}])

  await page.goto(`${ADMIN_PAGES.publishedEvaluations}?search=${encodeURIComponent(first)}`)
  await page.getByRole('button', { name: `撤回${first}的评估` }).click()
  const dialog = page.getByRole('dialog', { name: `撤回“${first}”的评估？` })
  await dialog.getByRole('button', { name: '撤回' }).click()
  await expect(dialog.getByText('请填写原因')).toBeVisible()
  await dialog.getByLabel('撤回原因').fill('厂商改版，结论不再适用')
  await dialog.getByRole('button', { name: '撤回' }).click()
  await expect(page.getByRole('row', { name: new RegExp(first) })).toContainText('已撤回')
  await page.goto(PAGES.marketMap(category))
  await expect(page.getByText('目前有4个，还差1个')).toBeVisible()
  await page.goto(PAGES.product(first))
  await expect(page.getByRole('tab', { name: '概览' })).toBeVisible()
  await expect(page.getByRole('tab', { name: '平台评估' })).toHaveCount(0)
})

test('the market map is drawn without a script', async ({ browser, baseURL, page }) => {
  test.setTimeout(120_000)
  const { category, products: candidates, report } = await finishProject(page.request)
  const headers = { authorization: `Bearer ${await adminToken(page.request)}` }
  const data = { reportId: report.split('/').at(-1), candidates }
  expect((await page.request.post('/api/evaluation/publications', { headers, data })).ok()).toBe(true)
  const plain = await browser.newPage({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  await plain.goto(PAGES.marketMap(category))
  await expect(plain.getByRole('group', { name: `${category}市场图` }).getByRole('link')).toHaveCount(5)
  await plain.close()
})

/** Submits a product, approves it, and publishes its evaluation. */
async function publishSubmission(request: APIRequestContext) {
  const send = await createSender(request)
  const mark = crypto.randomUUID().slice(0, 6)
  const productName = `厂商产品${mark}`
  const contactEmail = `vendor-${mark}@zhijian.test`
  const { receipt } = await send('/api/submissions', { ...SUBMISSION, productName, contactEmail })
  const reply = await request.get(`/api/submissions/page?search=${receipt}`, {
    headers: { authorization: `Bearer ${await adminToken(request)}` },
  })
  const [{ _id }] = (await reply.json()).data
  const review = { status: 'approved', category: '智能客服' }
  const { productId } = await send(`/api/submissions/${_id}/review`, review, 'PATCH')
  const reportId = await evaluate(send, [productId], `厂商评估${mark}`)
  await send('/api/evaluation/publications', { reportId, candidates: [productId] })
  await createUserWith(request, { email: contactEmail, name: '厂商联系人', role: 'member' })
  return { productName, contactEmail, receipt }
}

test('a vendor answers, and a moderator lets the answer through', async ({ page, watch }) => {
  test.setTimeout(120_000)
  // A receipt that isn't the vendor's.
  watch.allowConsole(/400/)
  const { productName, contactEmail, receipt } = await publishSubmission(page.request)
  await page.goto(`${PAGES.product(productName)}?tab=evaluation`)
  await page.getByRole('link', { name: '我是厂商，提交声明' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${productName}的厂商声明`)
  await signInOnSite(page, contactEmail, USER_PASSWORD)
  const form = page.getByRole('form', { name: '厂商声明' })
  await form.getByLabel('回执号').fill('ZJ-20261121-00000000')
  await form.getByRole('textbox', { name: '声明' }).fill('评估之后，我们已补齐审计日志。')
  await expectAccessible(form)
  await page.reload()
  await expect(form.getByRole('textbox', { name: '声明' })).toHaveValue('评估之后，我们已补齐审计日志。')
  await form.getByRole('button', { name: '提交声明' }).click()
  await expect(form.getByText(/回执号与当前账号的邮箱不符/)).toBeVisible()
  await form.getByLabel('回执号').fill(receipt)
  await form.getByRole('button', { name: '提交声明' }).click()
  await expect(form.getByRole('status')).toHaveText('声明已收到，审核通过后在产品页显示')
  await expect(page.getByRole('region', { name: '我的声明' })).toContainText('待审核')

  await signedIn(page)
  await page.goto(`${ADMIN_PAGES.publishedEvaluations}?view=statements`)
  await page.getByRole('button', { name: `通过${productName}的厂商声明`, exact: true }).click()
  await expect(page.getByText('厂商声明已显示在产品页')).toBeVisible()
  await page.goto(`${PAGES.product(productName)}?tab=evaluation`)
  await expect(page.getByRole('blockquote')).toHaveText('评估之后，我们已补齐审计日志。')
})
