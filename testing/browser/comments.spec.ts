/** A comment at a field that is removed: it stays in the list, says so, and the notice of it leads to it. */
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { commentCalls } from '#contracts/comments/calls.ts'
import { COMMENT_MESSAGES as MESSAGES } from '#contracts/comments/messages.ts'
import { toCommentHash } from '#contracts/rules/comment-hash.ts'
import { expectAccessible, setNarrowViewport } from './accessibility.ts'
import { signInAsAdmin } from './admin-session.ts'
import { createIsolatedTest, expect } from './isolated-server.ts'

const test = createIsolatedTest()

test('comments whose field is gone stay readable, and lead nowhere that is gone', async ({ page }) => {
  const headers = { authorization: `Bearer ${await signInAsAdmin(page)}` }
  const comment = async (path: string, text: string): Promise<string> => {
    const data = { subject: { kind: 'document', id: 'home', path }, text, mentions: [] }
    return (await (await page.request.post(commentCalls.create.path, { headers, data })).json()).data.id
  }
  const removed = await comment('hero.buttons.-.text', '按钮的文字太长')
  await comment('hero.formerSubtitle', '副标题要改')
  await comment('statistics.400.label', '数字从哪里来')
  await comment('hero.title', '标题要改')
  const threads = page.getByRole('list', { name: '未解决的批注' }).getByRole('listitem')

  await page.goto(ADMIN_PAGES.home + toCommentHash(removed))
  await expect(threads).toHaveCount(4)
  const thread = threads.filter({ hasText: '按钮的文字太长' })
  await expect(thread).toBeFocused()
  await expect(thread).toContainText(MESSAGES.fieldGone)
  await expect(threads.filter({ hasText: '数字从哪里来' })).toContainText(MESSAGES.fieldGone)
  const formerField = threads.filter({ hasText: '副标题要改' })
  await expect(formerField).toContainText(MESSAGES.fieldGone)
  await expect(formerField.getByRole('button', { name: /formerSubtitle/ })).toHaveCount(0)
  await expect(threads.filter({ hasText: '标题要改' }).last()).not.toContainText(MESSAGES.fieldGone)
  await expectAccessible(page.getByRole('list', { name: '未解决的批注' }))
  await setNarrowViewport(page)
  await thread.getByRole('button', { name: /已删除的按钮/ }).click()
  await expect(page.locator('#field-hero\\.buttons')).toBeFocused()
})
