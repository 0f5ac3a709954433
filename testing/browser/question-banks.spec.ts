/** Members keep the tasks of a project as a question bank and add them to another one; staff publish banks for everyone. */
import { readFile } from 'node:fs/promises'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { PAGES } from '#contracts/paths.ts'
import { questionBankCalls } from '#contracts/question-banks/calls.ts'
import { expectAccessible, setNarrowViewport } from './accessibility.ts'
import { signInAsAdmin } from './admin-session.ts'
import { createAdminSender, createProject } from './evaluations.ts'
import { expect, test } from './fixtures.ts'
import { signInOnSite } from './site-session.ts'
import { waitForDownload } from './wait-for-download.ts'

test('tasks from a question bank keep their origin in another project', async ({ page, request, watch }) => {
  watch.allowConsole(/400/)
  const title = `制度问答${crypto.randomUUID().slice(0, 6)}`
  const send = await createAdminSender(request)
  const source = await createProject(send, { name: '原来的选型', products: [], judges: [] })
  const tasks = [
    { key: 'leave', title: '年假有几天？', checks: [{ kind: 'number', value: 5 }] },
    { key: 'travel', title: '出差多久内报销？' },
  ]
  await send(`${source.path}/tasks`, { tasks }, 'PUT')
  const target = await createProject(send, { name: '新的选型', products: [], judges: [] })
  await page.goto(`${PAGES.evaluationProject(source.project.id)}?tab=tests`)
  await signInOnSite(page)

  await test.step('the tasks of a project become a bank, with licence and source', async () => {
    await page.getByRole('button', { name: '存为题库' }).click()
    const dialog = page.getByRole('dialog', { name: '存为题库' })
    await dialog.getByLabel('题库名称').fill(title)
    await dialog.getByLabel('来源').pressSequentially('人事部')
    await page.reload()
    await page.getByRole('button', { name: '存为题库' }).click()
    await expect(dialog.getByLabel('题库名称')).toHaveValue(title)
    await expect(dialog.getByLabel('来源')).toHaveValue('人事部')
    await dialog.getByRole('button', { name: '存入题库' }).click()
    await expect(dialog.getByText('请填写许可，例如“自有，仅内部使用”或“CC BY 4.0”')).toBeVisible()
    await dialog.getByLabel('许可').fill('自有，仅内部使用')
    await dialog.getByLabel('来源').fill('人事部编写')
    await expectAccessible(dialog)
    await dialog.getByRole('button', { name: '存入题库' }).click()
    await expect(page.getByText(`已存入“${title}”第1版`)).toBeVisible()
  })

  await page.goto(`${PAGES.evaluationProject(target.project.id)}?tab=tests`)
  const section = page.getByRole('region', { name: '测试任务' })

  await test.step('chosen tasks are added', async () => {
    await section.getByRole('button', { name: '从题库添加' }).click()
    const list = page.getByRole('dialog', { name: '从题库添加' })
    await expectAccessible(list)
    await list.getByRole('button', { name: title }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog.getByText('来源：人事部编写')).toBeVisible()
    await dialog.getByRole('checkbox', { name: '出差多久内报销？' }).uncheck()
    await expectAccessible(dialog)
    await dialog.getByRole('button', { name: '加入1个任务' }).click()
    await expect(page.getByText('已加入1个任务')).toBeVisible()
  })

  await test.step('each says where it is from, and that it was edited', async () => {
    await expect(section.getByText(`取自题库“${title}”第1版`)).toBeVisible()
    await section.getByRole('button', { name: '修改任务：年假有几天？' }).click()
    const dialog = page.getByRole('dialog', { name: '修改任务' })
    await dialog.getByRole('textbox', { name: '任务' }).fill('年假多少天？')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(section.getByText(`取自题库“${title}”第1版，已修改`)).toBeVisible()
  })

  await test.step('the bank is listed, and deleted with a confirmation', async () => {
    await page.goto(PAGES.myQuestionBanks)
    await page.getByRole('button', { name: `删除：${title}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除题库' }).click()
    await expect(page.getByRole('heading', { name: title })).toHaveCount(0)
  })
})

test('staff import a bank, publish it, and withdraw it', async ({ page, request }) => {
  const title = `平台题${crypto.randomUUID().slice(0, 6)}`
  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.questionBanks)
  await page.getByRole('button', { name: '导入题库' }).click()
  const drawer = page.getByRole('dialog', { name: '导入题库' })
  await drawer.getByLabel('题库名称').fill(title)
  await drawer.getByLabel('许可').fill('CC BY 4.0')
  await drawer.getByLabel('来源').fill('平台编写')
  const buffer = Buffer.from('任务,数值\n年假有几天？,5\n')
  await drawer.getByLabel('选择任务文件').setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer })
  await expectAccessible(drawer)
  await drawer.getByRole('button', { name: '导入', exact: true }).click()
  await expect(page.getByText('已导入1个任务，第1版；核对后请发布')).toBeVisible()
  const listTitles = async (): Promise<string[]> =>
    (await (await request.get(questionBankCalls.list.path)).json()).data.map((bank: { title: string }) => bank.title)
  expect(await listTitles()).not.toContain(title)
  await page.getByRole('button', { name: `发布“${title}”第1版` }).click()
  await expect(page.getByRole('button', { name: `撤回“${title}”` })).toBeVisible()
  expect(await listTitles()).toContain(title)
  await page.getByRole('button', { name: `撤回“${title}”` }).click()
  await page.getByRole('dialog').getByRole('button', { name: '撤回' }).click()
  await expect(page.getByRole('button', { name: `发布“${title}”第1版` })).toBeVisible()
  expect(await listTitles()).not.toContain(title)
})

test('anyone finds the platform’s banks, and downloads tasks and what agents are to load', async ({ page }) => {
  await page.goto(PAGES.evaluation)
  await page.getByRole('link', { name: '测试智能体的平台题库' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '平台题库' })).toBeVisible()
  const banks = page.getByRole('article')
  for (const title of ['知识库问答', '客服对话', '工具调用与数字', '安全与拒答（结构示例）', '提示注入'])
    await expect(banks.getByRole('heading', { name: title })).toBeVisible()
  const bank = banks.filter({ has: page.getByRole('heading', { name: '知识库问答' }) })
  await expect(bank).toContainText('50题')
  const table = await waitForDownload(page, () => bank.getByRole('link', { name: 'CSV' }).click())
  expect(await readFile(await table.path(), 'utf8')).toContain('任务')
  const handbook = await waitForDownload(page, () => bank.getByRole('link', { name: '示例公司员工手册' }).click())
  expect(await readFile(await handbook.path(), 'utf8')).toContain('第1条')
  await setNarrowViewport(page)
  await expectAccessible(page.getByRole('main'))
})
