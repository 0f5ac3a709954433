/** A committee shares a project: a secretary prepares, a co-owner takes over, the earlier owner leaves. */
import type { Browser, Page } from '@playwright/test'
import { identityCalls } from '#contracts/identity/calls.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { type SmtpTestServer, startSmtpServer } from '../smtp-server.ts'
import { expectAccessible } from './accessibility.ts'
import { ADMIN_PASSWORD, getAdminToken } from './admin-session.ts'
import { createAdminSender, createProject, declareAs, scoreCellAs, submitScoresAs } from './evaluations.ts'
import { createIsolatedTest, expect } from './isolated-server.ts'
import { enableMail, findInMail } from './mails.ts'
import { MISSING_USERNAME, signInOnSite, verifyEmailAddress } from './site-session.ts'

const test = createIsolatedTest()

const SECRETARY = { name: '秦秘书', email: 'qin@caigou.cn' }
const CO_OWNER = { name: '何主任', email: 'he@caigou.cn' }
const OWNER_EMAIL = 'admin@zhijian.test'
const PASSWORD = 'a password for tests'

let smtp: SmtpTestServer
test.beforeAll(async () => {
  smtp = await startSmtpServer({ disabledCommands: ['STARTTLS'] })
})
test.afterAll(() => smtp.close())

type Member = { name: string; email: string }

/** Opens a page of a new member who has proved the address. */
async function openAsMember(browser: Browser, server: string, { name, email }: Member): Promise<Page> {
  const page = await browser.newPage({ baseURL: server })
  const data = { name, email, password: PASSWORD, agreeToTerms: true }
  expect((await page.request.post(identityCalls.register.path, { data })).ok()).toBe(true)
  await verifyEmailAddress(page, await findInMail(smtp, email, /\/account\/verify#token=[\w-]{43}/), PASSWORD)
  return page
}

const getPanel = (page: Page) => page.getByRole('region', { name: '协作者' })

async function invite(page: Page, email: string, role: string): Promise<void> {
  const form = page.getByRole('form', { name: '邀请协作者' })
  await form.getByRole('textbox', { name: '协作者邮箱' }).pressSequentially(email)
  await form.getByRole('combobox', { name: '身份' }).selectOption(role)
  await form.getByRole('button', { name: '邀请' }).click()
  await expect(getPanel(page)).toContainText(email)
}

test('colleagues share a project, and hand it over', async ({ page, browser, server, request, watch }) => {
  test.setTimeout(240_000)
  watch.allowConsole(MISSING_USERNAME)
  await enableMail({ page, token: await getAdminToken(request), smtp })
  const send = await createAdminSender(request)
  const options = { name: '共同的评审', products: ['dify', 'coze-studio'], judges: ['李评委'] }
  const { project, path, judgeLinks } = await createProject(send, options)
  const [judgeLink = ''] = judgeLinks
  const secretary = await openAsMember(browser, server, SECRETARY)
  const coOwner = await openAsMember(browser, server, CO_OWNER)

  await test.step('the owner invites a secretary and a co-owner by their addresses', async () => {
    await page.goto(PAGES.evaluationProject(project.id))
    await signInOnSite(page, OWNER_EMAIL, ADMIN_PASSWORD)
    await page.getByRole('tab', { name: '协作者' }).click()
    await page.getByRole('form', { name: '邀请协作者' }).getByRole('button', { name: '邀请' }).click()
    await expect(page.getByText('请填写邮箱')).toBeVisible()
    await invite(page, SECRETARY.email, '秘书')
    await invite(page, CO_OWNER.email, '共同所有人')
    await expectAccessible(getPanel(page))
  })

  await test.step('the secretary opens it from 我的, and imports tasks', async () => {
    await secretary.goto(SITE_PAGES.my.path)
    await secretary.getByRole('main').getByRole('link', { name: project.name }).click()
    await expect(secretary.getByText('推进阶段由负责人或共同所有人来做。')).toBeVisible()
    await secretary.getByRole('tab', { name: '测试' }).click()
    await secretary.getByRole('button', { name: '导入任务' }).click()
    const dialog = secretary.getByRole('dialog', { name: '导入任务' })
    const buffer = Buffer.from('任务\n病假几天扣薪\n')
    await dialog.getByLabel('选择任务文件').setInputFiles({ name: '题目.csv', mimeType: 'text/csv', buffer })
    await dialog.getByRole('button', { name: '导入1个任务' }).click()
    await expect(dialog).toBeHidden()
    await expect(secretary.getByRole('region', { name: '测试任务' })).toContainText('病假几天扣薪')
  })

  await test.step('the secretary is offered nothing that decides, sees no scores, and can’t score', async () => {
    await send(`${path}/status`, { to: 'scoring' })
    const { candidates, groups } = project.setup
    await declareAs(send, judgeLink)
    for (const { key: candidate } of candidates)
      for (const { key: criterion } of groups.flatMap((group) => group.criteria))
        await scoreCellAs(send, judgeLink, { candidate, criterion, score: 87 })
    await submitScoresAs(send, judgeLink)
    await secretary.goto(`${PAGES.evaluationProject(project.id)}?tab=judges`)
    const main = secretary.getByRole('main')
    await expect(main.getByText('李评委').first()).toBeVisible()
    for (const name of [/开始复议/, /退回/, '移除：李评委', '以负责人身份声明'])
      await expect(main.getByRole('button', { name })).toHaveCount(0)
    await secretary.getByRole('tab', { name: '结果' }).click()
    await expect(main.getByText('87', { exact: true })).toHaveCount(0)
    await secretary.goto(`${SITE_PAGES.judging.path}?project=${project.id}`)
    await expect(main.getByRole('textbox', { name: /依据/ })).toHaveCount(0)
  })

  await test.step('the owner asks the co-owner to take over, who accepts', async () => {
    await coOwner.goto(PAGES.evaluationProject(project.id))
    await expect(coOwner.getByRole('button', { name: /开始复议/ })).toBeVisible()
    await page.reload()
    await getPanel(page)
      .getByRole('button', { name: `请其接手：${CO_OWNER.name}` })
      .click()
    await expect(getPanel(page)).toContainText('已请其接手，等答复')
    await coOwner.goto(`${PAGES.evaluationProject(project.id)}?tab=colleagues`)
    await expect(coOwner.getByText(/请您接手，成为这份评估项目的负责人/)).toBeVisible()
    await expectAccessible(getPanel(coOwner))
    await getPanel(coOwner).getByRole('button', { name: '接手', exact: true }).click()
    await expect(getPanel(coOwner)).toContainText('您的身份：负责人')
  })

  await test.step('the earlier owner leaves, and the record lists what was done', async () => {
    await page.reload()
    await expect(getPanel(page)).toContainText('您的身份：共同所有人')
    await getPanel(page).getByRole('button', { name: /^退出/ }).click()
    const dialog = page.getByRole('dialog')
    await expectAccessible(dialog)
    await dialog.getByRole('button', { name: '退出' }).click()
    await expect(page).toHaveURL(PAGES.evaluationProjects)
    await coOwner.goto(`${PAGES.evaluationProject(project.id)}?tab=record`)
    const record = coOwner.getByRole('list', { name: '记录' })
    for (const act of ['邀请协作者', '协作者加入', '导入任务', '提交评分', '请协作者接手', '移交负责人', '协作者退出'])
      await expect(record.getByText(act, { exact: true }).first()).toBeVisible()
    await expect(record).not.toContainText('87')
    await expect(record).not.toContainText('@')
    await expectAccessible(coOwner.getByRole('region', { name: '项目记录' }))
  })
  for (const opened of [secretary, coOwner]) await opened.close()
})
