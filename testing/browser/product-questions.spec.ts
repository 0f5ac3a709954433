/** Questions about a product: asked and refused, corrected, approved, answered, and read by visitors. */
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { fillPath, PAGES } from '#contracts/paths.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { expectAccessible } from './accessibility.ts'
import { createUser, getAdminToken, signInAsAdmin, USER_PASSWORD } from './admin-session.ts'
import { expect, test } from './fixtures.ts'
import { signInByForm } from './site-session.ts'

const NAME = '问答产品'
const URL = `${PAGES.product(NAME)}?tab=questions`

test('a member asks, corrects what was rejected, another answers, and visitors read it', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const headers = { authorization: `Bearer ${await getAdminToken(request)}` }
  const path = fillPath(catalogueCalls.create.path, { catalogue: 'agent' })
  expect((await request.post(path, { headers, data: { name: NAME } })).ok()).toBe(true)
  await createUser(request, 'journey.asker', 'member')
  await createUser(request, 'journey.helper', 'member')
  const open = async () => (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  const [moderator, helper, visitor] = [await open(), await open(), await open()]
  await signInAsAdmin(moderator)

  const decide = async (verb: string, result: string, reason?: string) => {
    await moderator.goto(`${ADMIN_PAGES.reviews}?view=questions`)
    await moderator.getByRole('button', { name: `审核对${NAME}的${verb}` }).click()
    const form = moderator.getByRole('form', { name: '审核结果' })
    await form.getByRole('radio', { name: result }).check()
    if (reason) await form.getByLabel('原因').fill(reason)
    else await expectAccessible(moderator.getByRole('dialog'))
    await form.getByRole('button').click()
    await expect(moderator.getByRole('button', { name: `审核对${NAME}的${verb}` })).toHaveCount(0)
  }

  await test.step('a visitor signs in to ask; what was typed survives a refusal and a reload', async () => {
    await page.goto(URL)
    await page.getByRole('button', { name: `就“${NAME}”提问` }).click()
    await signInByForm(page, 'journey.asker', USER_PASSWORD)
    const form = page.getByRole('form', { name: `就“${NAME}”提问` })
    await form.getByRole('textbox').fill('好吗')
    await form.getByRole('button', { name: '提交提问' }).click()
    await expect(form.getByText('请至少写5个字')).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: `就“${NAME}”提问` }).click()
    await expect(form.getByRole('textbox')).toHaveValue('好吗')
    await form.getByRole('textbox').fill('可以部署在内网吗？')
    await expectAccessible(form)
    await form.getByRole('button', { name: '提交提问' }).click()
    await expect(page.getByText('已提交，审核通过后展示。')).toBeVisible()
  })

  await test.step('a moderator assigns it with a deadline, and finds it among their own work', async () => {
    await moderator.goto(`${ADMIN_PAGES.reviews}?view=questions&search=${NAME}`)
    await moderator.getByLabel(`选择对${NAME}的提问“可以部署在内网吗？”`).first().check()
    const bar = moderator.getByRole('region', { name: '批量操作' })
    await bar.getByRole('button', { name: '批量分配' }).click()
    const dialog = moderator.getByRole('dialog', { name: '分配产品问答' })
    await dialog.getByLabel('负责人').fill('管理员')
    await moderator.getByTitle('管理员', { exact: true }).click()
    await dialog.getByLabel('截止时间（北京时间）').fill('2020-01-02T18:00')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(moderator.getByRole('row').filter({ hasText: '可以部署在内网吗？' })).toContainText('已逾期')
    await expectAccessible(moderator.getByRole('main'))
    await moderator.goto(ADMIN_PAGES.dashboard)
    await moderator
      .getByRole('region', { name: '我的待办' })
      .getByRole('link', { name: `对${NAME}的提问` })
      .click()
    await expect(moderator.getByRole('dialog', { name: '产品问答' })).toContainText('可以部署在内网吗？')
  })

  await test.step('it is rejected with a reason, corrected, and approved', async () => {
    await decide('提问', '不通过', '请说明操作系统')
    await page.goto(PAGES.myQuestions)
    await expect(page.getByText('未通过的原因：请说明操作系统')).toBeVisible()
    await expectAccessible(page.getByRole('main'))
    await page.getByRole('button', { name: '修改后再提交' }).click()
    const form = page.getByRole('form', { name: `修改对${NAME}的提问` })
    await expect(form.getByRole('textbox')).toHaveValue('可以部署在内网吗？')
    await form.getByRole('textbox').fill('可以部署在内网的银河麒麟上吗？')
    await form.getByRole('button', { name: '提交提问' }).click()
    await expect(page.getByText('待审核', { exact: true })).toBeVisible()
    await decide('提问', '通过，展示给读者')
  })

  await test.step('another member answers, and the answer is approved', async () => {
    await helper.goto(URL)
    await helper.getByRole('button', { name: '回答“可以部署在内网的银河麒麟上吗？”' }).click()
    await signInByForm(helper, 'journey.helper', USER_PASSWORD)
    const form = helper.getByRole('form', { name: '回答“可以部署在内网的银河麒麟上吗？”' })
    await form.getByRole('textbox').fill('可以，我们部署在V10上。')
    await form.getByRole('button', { name: '提交回答' }).click()
    await expect(helper.getByText('已提交，审核通过后展示。')).toBeVisible()
    await moderator.goto(`${ADMIN_PAGES.reviews}?view=questions&search=V10`)
    await moderator.getByLabel(`选择对${NAME}的回答“可以，我们部署在V10上。”`).first().check()
    const bar = moderator.getByRole('region', { name: '批量操作' })
    await bar.getByRole('button', { name: '批量通过' }).click()
    await moderator.getByRole('dialog').getByRole('button', { name: '通过' }).click()
    await expect(moderator.getByRole('button', { name: `审核对${NAME}的回答` })).toHaveCount(0)
  })

  await test.step('visitors read both, without names', async () => {
    await visitor.goto(PAGES.product(NAME))
    await visitor.getByRole('tab', { name: '问答' }).click()
    const article = visitor.getByRole('article').filter({ hasText: '银河麒麟' }).last()
    await expect(article).toContainText('可以，我们部署在V10上。')
    await expect(article).not.toContainText('journey')
    await expectAccessible(article)
  })

  await test.step('a member reports the answer by keyboard; a moderator sees why, not who, and lets it stay', async () => {
    await page.goto(URL)
    await page.getByRole('button', { name: '举报这个回答' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: '举报这个回答' })
    await dialog.getByRole('button', { name: '提交举报' }).press('Enter')
    await expect(dialog.getByText('请选择举报的理由')).toBeVisible()
    await dialog.getByRole('radio', { name: '其他' }).press('Space')
    await dialog.getByRole('textbox', { name: '说明' }).pressSequentially('答非所问')
    await expectAccessible(dialog)
    await dialog.getByRole('button', { name: '提交举报' }).press('Enter')
    await expect(page.getByText('已收到举报，我们会尽快核对')).toBeVisible()
    await moderator.goto(`${ADMIN_PAGES.reviews}?view=questions&status=published&reported=true&search=${NAME}`)
    await moderator.getByRole('button', { name: `查看对${NAME}的回答` }).click()
    const drawer = moderator.getByRole('dialog', { name: '产品问答' })
    await expect(drawer.getByText('答非所问')).toBeVisible()
    await expect(drawer).not.toContainText('journey.asker')
    await drawer.getByRole('button', { name: '忽略举报' }).click()
    await expect(drawer.getByText('答非所问')).toHaveCount(0)
    await expect(moderator.getByRole('button', { name: `查看对${NAME}的回答` })).toHaveCount(0)
  })
  for (const each of [moderator, helper, visitor]) await each.context().close()
})
