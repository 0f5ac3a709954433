/** An owner has a run asked by a runner in a network of its own. */
import { PAGES } from '#contracts/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { createAdminSender, createProject } from './evaluations.ts'
import { expect, test } from './fixtures.ts'
import { signInOnSite } from './site-session.ts'

test('an owner begins a run for a runner, and gets the command with its token once', async ({ page, request }) => {
  const send = await createAdminSender(request)
  const { project, path } = await createProject(send, { name: '内网实测', products: ['dify'], judges: [] })
  await send(`${path}/tasks`, { tasks: [{ key: 'q1', title: '退款几天到账？' }] }, 'PUT')
  await page.goto(`${PAGES.evaluationProject(project.id)}?tab=tests`)
  await signInOnSite(page)
  const section = page.getByRole('region', { name: '实测运行' })

  await test.step('the candidate needs no connection on the platform', async () => {
    await section.getByRole('button', { name: '开始运行' }).click()
    const dialog = page.getByRole('dialog', { name: '开始运行' })
    await expect(dialog.getByLabel('由谁提问')).toHaveValue('runner')
    await expect(dialog.getByRole('region', { name: '将要发送' })).toContainText('由执行器的连接决定')
    await expectAccessible(dialog)
    await dialog.getByRole('button', { name: '开始', exact: true }).click()
    await expect(section.getByText('等待执行器', { exact: true })).toBeVisible()
  })

  const panel = section.getByRole('region', { name: '执行器' })
  await test.step('the token is part of a command', async () => {
    await panel.getByRole('button', { name: '创建令牌' }).click()
    const dialog = page.getByRole('dialog', { name: '执行器令牌' })
    await dialog.getByRole('button', { name: '创建', exact: true }).dblclick()
    await expect(dialog.getByRole('region', { name: '命令' })).toContainText(/RUNNER_TOKEN=[\w-]{43} npm run runner/)
    await expectAccessible(dialog)
    await dialog.getByRole('button', { name: '完成' }).click()
    await expect(panel.getByRole('listitem')).toHaveCount(1)
    await expect(panel.getByRole('listitem')).toContainText('没有用过')
  })

  await test.step('the token can be revoked', async () => {
    await expectAccessible(section)
    await panel.getByRole('button', { name: /撤销/ }).click()
    await expect(panel.getByRole('listitem')).toContainText('撤销')
    await expect(panel.getByRole('button', { name: /撤销/ })).toHaveCount(0)
  })
})
