import { beforeAll, expect, it } from 'vitest'
import { DEFAULT_TEMPLATES, TEMPLATE_NAMES } from '#contracts/mail/templates.ts'
import { createMailClient, type MailClient } from '#testing/factories/mail-settings.ts'
import type { Caller } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('template preview', (app) => {
  let settingsCalls: MailClient
  beforeAll(async () => {
    settingsCalls = await createMailClient(app)
  })

  const preview = (template: object, caller: Caller = settingsCalls.viewer) =>
    settingsCalls.call('POST', '/api/email/preview', caller, template)

  it('renders sample values, and the link that follows a notification', async () => {
    const reply = await preview({
      name: 'submission',
      subject: '新提交：{{productName}}',
      htmlTemplate: '<p>{{ companyName }}</p>',
    })
    expect(reply.json().data).toEqual({
      subject: '新提交：示例智能体',
      html: '<p>示例集团</p><p><a data-style href="#" title="https://zhijian.example/admin">在后台审核这份提交</a></p>',
      text: '示例集团\n在后台审核这份提交 https://zhijian.example/admin',
    })
  })

  it('runs no script, loads nothing and has no working link', async () => {
    const htmlTemplate =
      '<script>a()</script><img src="http://t.example/x.png" onerror="a()"><iframe src="/"></iframe>' +
      '<a href="javascript:a()" style="color: red">x</a><form action="/"><input></form><style>p{}</style>' +
      '<p style="background: url(http://t.example)">y</p><svg onload="a()"></svg><meta http-equiv="refresh">'
    const { html } = (await preview({ name: 'submissionReceipt', subject: 'x', htmlTemplate })).json().data
    expect(html).toBe(
      '<img /><a data-style="color: red" href="#" title="javascript:a()">x</a>' +
        '<p data-style="background: url(http://t.example)">y</p>',
    )
  })

  it('reports an unknown variable with its field, and an unknown template', async () => {
    const reply = await preview({ name: 'submission', subject: 'x', htmlTemplate: '{{requirements}}' })
    expect(toResult(reply)).toMatchObject({
      status: 400,
      errors: [{ path: 'htmlTemplate', message: '模板中有未知的变量：{{requirements}}' }],
    })
    expect((await preview({ name: 'other' })).statusCode).toBe(400)
    expect((await preview({ name: 'submission' }, settingsCalls.reviewer)).statusCode).toBe(403)
  })

  it.each(TEMPLATE_NAMES)('renders the default template %s with all samples', async (name) => {
    const reply = await preview({ name, ...DEFAULT_TEMPLATES[name] })
    expect(reply.statusCode).toBe(200)
    const { subject, html, text } = reply.json().data
    expect(`${subject}${html}${text}`).not.toMatch(/\{\{|undefined|<td><\/td>/)
    expect(text).toMatch(/示例/)
  })
})
