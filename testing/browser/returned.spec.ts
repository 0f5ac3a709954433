/** A submission that a reviewer returns at two fields and an attribute, its vendor corrects on a phone, and the reviewer approves. */
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { PAGES } from '#contracts/paths.ts'
import { submissionCalls } from '#contracts/submissions/calls.ts'
import { SUBMISSION } from '../factories/submissions.ts'
import { expectAccessible, setNarrowViewport } from './accessibility.ts'
import { signInAsAdmin } from './admin-session.ts'
import { expect, test } from './fixtures.ts'
import { waitForHydration } from './wait-for-hydration.ts'

const NAME = '雨燕排班助手'
const WEBSITE = 'https://yuyan.example.com/paiban'
const LATER = 'https://yuyan.example.com/later'

test('a submission is returned at fields and an attribute, corrected by its vendor, and approved for its changes', async ({
  page,
  context,
  watch,
}) => {
  test.setTimeout(240_000)
  // The second of two corrections is refused.
  watch.allowConsole(/status of 409/)
  const data = { ...SUBMISSION, productName: NAME, contactEmail: 'yuyan@example.com' }
  const { receipt } = (await (await page.request.post(submissionCalls.create.path, { data })).json()).data
  const reviewerPage = await context.newPage()
  const panel = reviewerPage.getByRole('article', { name: NAME })
  /** The only submission of the list: on a phone, it is shown once it has been chosen. */
  const entry = reviewerPage.getByRole('list', { name: '提交列表' }).getByRole('button')

  await test.step('the reviewer returns it with a reason at each of two fields, and at an attribute', async () => {
    await signInAsAdmin(reviewerPage)
    await reviewerPage.goto(`${ADMIN_PAGES.submissionReview}?search=${receipt}`)
    await panel.getByRole('button', { name: '退回补正' }).click()
    const dialog = reviewerPage.getByRole('dialog')
    await dialog.getByRole('button', { name: '退回补正' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('请写明需要补正什么')
    await dialog.getByLabel('产品描述需要补正什么').fill('请说明适用的门店规模。')
    await dialog.getByRole('button', { name: '再加一处' }).click()
    await dialog.getByRole('button', { name: '网址打不开，请核对。' }).click()
    await expect(dialog.getByLabel('产品官网需要补正什么')).toHaveValue('网址打不开，请核对。')
    await dialog.getByRole('button', { name: '再加一处' }).click()
    await dialog.getByRole('combobox', { name: '第3处在表单中的位置' }).fill('计费方式')
    await reviewerPage.keyboard.press('Enter')
    await dialog.getByLabel('计费方式需要补正什么').fill('请写明是否按席位计费。')
    await expectAccessible(dialog.getByRole('list', { name: '需要补正的内容' }))
    await dialog.getByRole('button', { name: '退回补正' }).click()
    await expect(reviewerPage.getByText('已退回厂商补正')).toBeVisible()
    await reviewerPage.getByText('待补正 1', { exact: true }).click()
    await expect(panel).toContainText('等待厂商补正')
    await expect(panel.getByRole('button', { name: '撤销退回' })).toBeVisible()
  })

  const form = page.getByRole('form', { name: '补正提交' })
  const description = form.getByLabel('产品描述')
  const result = page.getByRole('region', { name: '查询结果' })
  const lookUp = async () => {
    await page.getByLabel('联系邮箱').fill('yuyan@example.com')
    await page.keyboard.press('Enter')
    await result.getByRole('button', { name: '去补正' }).click()
  }
  await test.step('the vendor finds the reasons at their fields, and what was typed after a reload', async () => {
    await setNarrowViewport(page)
    await page.goto(`${PAGES.submissionStatus}?receipt=${receipt}`)
    await page.getByLabel('联系邮箱').fill('yuyan@example.com')
    await page.keyboard.press('Enter')
    await expect(result).toContainText('网址打不开，请核对。')
    await expectAccessible(result)
    await setNarrowViewport(page)
    await result.getByRole('button', { name: '去补正' }).click()
    await expect(description).toBeFocused()
    await expect(description).toHaveAccessibleDescription(/请说明适用的门店规模/)
    await expect(description).toHaveValue(SUBMISSION.productDescription)
    await form.getByRole('region', { name: '需要补正的内容' }).getByRole('link', { name: '产品官网' }).click()
    await expect(form.getByLabel('产品官网')).toBeFocused()
    const billing = form.getByRole('group', { name: '计费方式' })
    await form.getByRole('region', { name: '需要补正的内容' }).getByRole('link', { name: '计费方式' }).click()
    await expect(billing).toBeFocused()
    await expect(billing).toContainText('需要补正：请写明是否按席位计费。')
    await description.fill(`${SUBMISSION.productDescription}适用于二十家以上门店。`)
    await form.getByLabel('产品官网').fill(WEBSITE)
    await expectAccessible(form)
    await setNarrowViewport(page)
    await page.reload()
    await lookUp()
    await expect(form.getByLabel('产品官网')).toHaveValue(WEBSITE)
  })

  await test.step('the vendor hands in the correction, and a second one is refused without losing it', async () => {
    const other = await context.newPage()
    await other.goto(`${PAGES.submissionStatus}?receipt=${receipt}`)
    await waitForHydration(other)
    await other.getByLabel('联系邮箱').fill('yuyan@example.com')
    await other.keyboard.press('Enter')
    await other.getByRole('button', { name: '去补正' }).click()
    const otherForm = other.getByRole('form', { name: '补正提交' })
    await otherForm.getByLabel('产品官网').fill(LATER)
    await otherForm.getByRole('checkbox', { name: /同意/ }).check()
    await form.getByRole('checkbox', { name: /同意/ }).check()
    await form.getByRole('button', { name: '提交补正' }).click()
    await expect(result).toContainText('补正已收到，正在继续审核。')
    await otherForm.getByRole('button', { name: '提交补正' }).click()
    await expect(otherForm.getByRole('alert')).toContainText('这份提交已经补正，正在等待审核')
    await expect(otherForm.getByLabel('产品官网')).toHaveValue(LATER)
    await other.close()
  })

  await test.step('the reviewer sees the two changes beside the reasons', async () => {
    await reviewerPage.reload()
    await reviewerPage.getByText('待审核 1', { exact: true }).click()
    await entry.click()
    const changes = panel.getByRole('table', { name: '补正的内容' })
    await expect(panel).toContainText('已补正')
    await expect(changes.getByRole('rowheader')).toHaveText(['产品描述', '产品官网'])
    await expect(changes).toContainText('适用于二十家以上门店。')
    await expectAccessible(panel)
  })

  await test.step('the vendor asks a question, which the reviewer finds and answers', async () => {
    const conversation = page.getByRole('region', { name: '与审核团队的消息' })
    await conversation.getByLabel('给审核团队留言').fill('请问几天能审完？')
    await conversation.getByRole('button', { name: '发送' }).click()
    await expect(conversation.getByRole('listitem')).toContainText('请问几天能审完？')
    await expectAccessible(conversation)
    await setNarrowViewport(page)
    await reviewerPage.reload()
    const filtered = reviewerPage.waitForResponse((reply) => reply.url().includes('unread=true'))
    await reviewerPage.getByText('有未读消息 1', { exact: true }).click()
    await filtered
    await entry.click()
    const thread = panel.getByRole('region', { name: '与厂商的消息' })
    await expect(thread).toContainText('1条未读')
    await thread.getByLabel(/给厂商发消息/).fill('今天就能审完。')
    await expectAccessible(thread)
    await thread.getByRole('button', { name: '发送' }).click()
    await expect(thread.getByRole('listitem')).toHaveCount(2)
    await expect(thread).not.toContainText('未读')
    await page.reload()
    await page.getByLabel('联系邮箱').fill('yuyan@example.com')
    await page.keyboard.press('Enter')
    await expect(conversation.getByRole('listitem')).toContainText([/^您/, /^审核团队.*今天就能审完。/])
  })

  await test.step('the reviewer approves it', async () => {
    await panel.getByRole('button', { name: '通过', exact: true }).click()
    await reviewerPage.getByRole('dialog').getByLabel('产品类别').click()
    await reviewerPage.getByTitle('工作流自动化', { exact: true }).click()
    await reviewerPage.getByRole('dialog').getByRole('button', { name: '通过' }).click()
    await expect(reviewerPage.getByText('审核通过！产品已自动创建并添加到智能体产品管理中。')).toBeVisible()
  })
})
