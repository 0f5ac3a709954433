/** Several submissions are decided at once; what needs a look is listed. */
import type { APIRequestContext } from '@playwright/test'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { PAGES } from '#contracts/paths.ts'
import { submissionCalls } from '#contracts/submissions/calls.ts'
import { SUBMISSION } from '../factories/submissions.ts'
import { signInAsAdmin } from './admin-session.ts'
import { expect, test } from './fixtures.ts'

/** Submits products of a company. Returns their receipt numbers. */
async function submitProducts(request: APIRequestContext, companyName: string, names: readonly string[]) {
  const receipts: string[] = []
  for (const productName of names) {
    const data = { ...SUBMISSION, contactEmail: 'wang.min@example.com', companyName, productName }
    const reply = await request.post(submissionCalls.create.path, { data })
    expect(reply.status()).toBe(200)
    receipts.push((await reply.json()).data.receipt)
  }
  return receipts
}

test('selected submissions are decided at once, except duplicates', async ({ page }) => {
  await submitProducts(page.request, '批量审核公司', ['批量巡检记录', '批量巡检记录', '舆情摘要生成器'])
  await signInAsAdmin(page)
  await page.goto(`${ADMIN_PAGES.submissionReview}?search=${encodeURIComponent('批量审核公司')}`)
  await page.getByRole('link', { name: '批量审核', exact: true }).click()
  await expect(page).toHaveURL(`${ADMIN_PAGES.submissions}?search=${encodeURIComponent('批量审核公司')}&status=pending`)
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  const bar = page.getByRole('region', { name: '批量操作' })
  await expect(bar).toContainText('已选择3条提交')
  await bar.getByRole('button', { name: '批量拒绝' }).click()
  const dialog = page.getByRole('dialog', { name: '拒绝3条提交' })
  await dialog.getByRole('textbox').fill('官网无法访问')
  await dialog.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: /放弃|离开/ }).click()
  await bar.getByRole('button', { name: '批量通过' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^通\s?过$/ })
    .click()
  const results = page.getByRole('dialog').getByRole('list', { name: /需单独处理/ })
  await expect(results).toContainText('疑似与“批量巡检记录”重复，请先核对')
  await expect(results.getByRole('link', { name: '批量巡检记录' })).toHaveCount(2)
})

test('selected submissions are rejected at once, and their vendors read the reason', async ({ page }) => {
  const receipts = await submitProducts(page.request, '批量拒绝公司', ['拒绝巡检甲', '拒绝巡检乙'])
  await signInAsAdmin(page)
  await page.goto(`${ADMIN_PAGES.submissions}?search=${encodeURIComponent('批量拒绝公司')}&status=pending`)
  await page.getByRole('checkbox', { name: '选择本页全部' }).press('Space')
  await page.keyboard.press('b')
  const bar = page.getByRole('region', { name: '批量操作' })
  await expect(bar).toBeFocused()
  await bar.getByRole('button', { name: '批量拒绝' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: '拒绝2条提交' })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('官网无法访问')
  await dialog.getByRole('button', { name: '拒绝' }).press('Enter')
  await expect(page.getByText('已审核2条提交')).toBeVisible()
  await expect(bar).toHaveCount(0)
  for (const receipt of receipts) {
    await page.goto(PAGES.submissionStatus)
    await page.getByLabel(/回执/).fill(receipt)
    await page.getByLabel(/邮箱/).fill('wang.min@example.com')
    await page.getByRole('button', { name: '查询' }).click()
    await expect(page.getByRole('main')).toContainText('官网无法访问')
  }
})
