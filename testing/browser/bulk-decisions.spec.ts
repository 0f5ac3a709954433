/** Several submissions are decided at once; what needs a look is listed. */
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { submissionCalls } from '#contracts/submissions/calls.ts'
import { SUBMISSION } from '../factories/submissions.ts'
import { signInAsAdmin } from './admin-session.ts'
import { expect, test } from './fixtures.ts'

test('selected submissions are decided at once, except duplicates', async ({ page }) => {
  for (const productName of ['批量巡检记录', '批量巡检记录', '舆情摘要生成器']) {
    const data = { ...SUBMISSION, contactEmail: 'wang.min@example.com', companyName: '批量审核公司', productName }
    expect((await page.request.post(submissionCalls.create.path, { data })).status()).toBe(200)
  }
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
