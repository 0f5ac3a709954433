/** On a small phone, a rejected form focuses its first invalid field, and its errors are in view. */
import type { Locator, Page } from '@playwright/test'
import { PAGES } from '#contracts/paths.ts'
import { createAdminSender, createProject } from './evaluations.ts'
import { expect, test } from './fixtures.ts'
import { signInOnSite } from './site-session.ts'

const REQUEST = {
  产品名称: '智能客服',
  公司名称: '某集团',
  联系人: '陈女士',
  联系电话: '138 0013 8000',
  联系邮箱: 'chen@example.com',
  需求描述: '评估客服智能体',
}

const setPhoneViewport = (page: Page) => page.setViewportSize({ width: 360, height: 640 })

/** Opens a tab of a new project as its owner, on a small phone. Returns what calls change. */
async function openProject(page: Page, tab: string) {
  const send = await createAdminSender(page.request)
  const { project, path } = await createProject(send, { name: '小屏的表单', products: ['dify'], judges: ['李评委'] })
  await page.goto(PAGES.home)
  await signInOnSite(page)
  await setPhoneViewport(page)
  const open = () => page.goto(`${PAGES.evaluationProject(project.id)}?tab=${tab}`)
  await open()
  return { send, path, open }
}

/** Returns whether the middle of an element is in view and not below another element. */
const isUncovered = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect()
    const topmost = document.elementFromPoint(left + width / 2, top + height / 2)
    return topmost !== null && node.contains(topmost)
  })

test('an error of the whole form comes into view if the form is sent from its first field', async ({ page, watch }) => {
  watch.allowConsole(/503/)
  await setPhoneViewport(page)
  await page.goto(PAGES.evaluation)
  await page.route('**/api/evaluation-service-request', (route) =>
    route.fulfill({ status: 503, json: { success: false, message: '暂时无法提交' } }),
  )
  await page.getByRole('button', { name: '申请专业评估服务' }).click()
  const dialog = page.getByRole('dialog', { name: '申请专业评估服务' })
  for (const [label, text] of Object.entries(REQUEST)) await dialog.getByLabel(label).fill(text)
  await dialog.getByLabel('我已阅读并同意').check()
  await dialog.getByLabel('产品名称').press('Enter')
  await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 })
})

test('the form of an invitation focuses the field that is missing or that the server rejects', async ({
  page,
  watch,
}) => {
  watch.allowConsole(/400/)
  await openProject(page, 'judges')
  const form = page.getByRole('form', { name: '邀请评委' })
  const [name, email] = [form.getByLabel('姓名'), form.getByLabel('评委邮箱')]
  await form.getByRole('button', { name: '邀请' }).click()
  await expect(name).toBeFocused()
  await expect(name).toBeInViewport({ ratio: 1 })
  await name.fill('张工')
  await email.fill('zhang@')
  await form.getByRole('button', { name: '邀请' }).click()
  await expect(email).toBeFocused()
  await expect(form.getByRole('alert')).toBeInViewport({ ratio: 1 })
})

test('a step back without a reason focuses the reason', async ({ page }) => {
  const { send, path, open } = await openProject(page, 'setup')
  await send(`${path}/status`, { to: 'scoring' })
  await open()
  await page.getByRole('button', { name: '退回设定' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '退回设定' }).click()
  await expect(dialog.getByLabel('退回原因')).toBeFocused()
})

test('the setup focuses the field that the server rejects, and the save bar covers no focused field', async ({
  page,
  watch,
}) => {
  watch.allowConsole(/400/)
  await openProject(page, 'setup')
  const form = page.getByRole('form', { name: '设定' })
  const name = form.getByLabel('项目名称')
  await name.fill('')
  const bar = page.getByRole('region', { name: '保存设定' })
  await bar.getByRole('button', { name: '保存设定' }).click()
  await expect(bar.getByRole('alert')).toBeVisible()
  await expect(name).toBeFocused()
  // Tabs through the whole form.
  for (const field of await form.locator('input:visible, textarea:visible, select:visible').all()) {
    await field.focus()
    expect(await isUncovered(field)).toBe(true)
  }
})
