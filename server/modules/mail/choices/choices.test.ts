import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { MailKind } from '#contracts/mail/mail.ts'
import { MAIL_CHOICE_MESSAGES } from '#contracts/mail/messages.ts'
import { OPTIONAL_MAIL_KINDS } from '#contracts/mail/optional-mails.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('which mails a member gets', (app) => {
  let member: Caller
  beforeAll(() => enableMail(app()))
  beforeEach(async () => {
    member = await createSignedInUser(app(), 'member', `member-${randomUUID()}`)
  })

  const queue = (kind: MailKind, text?: string) =>
    app().database.write((transaction) =>
      app().services.mail.queue(transaction, {
        kind,
        to: { name: member.name, email: `${member.name}@example.com` },
        subject: '主题',
        html: '<p>内容</p>',
        ...(text !== undefined && { text }),
      }),
    )
  const getContent = async (id: string | null) => app().services.mail.outbox.findContent(id ?? '')
  /** Returns the path of the link by which a mail ends its kind. */
  const getLink = async (kind: MailKind = 'runFinished') => {
    const { pathname, search } = new URL((await getContent(await queue(kind)))?.unsubscribeUrl ?? '')
    return pathname + search
  }
  const choose = async (method: 'GET' | 'PUT', kind = '', isOn = false) => {
    const payload = method === 'PUT' ? { payload: { isOn } } : {}
    const reply = await app().server.inject({
      method,
      url: `/api/mail-choices${kind}`,
      headers: member.headers,
      ...payload,
    })
    return { status: reply.statusCode, body: reply.json() }
  }
  const listOff = async () =>
    (await choose('GET')).body.data
      .filter(({ isOn }: { isOn: boolean }) => !isOn)
      .map(({ kind }: { kind: string }) => kind)
  const post = (url: string, payload = 'List-Unsubscribe=One-Click', type = 'application/x-www-form-urlencoded') =>
    app().server.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })

  it('lists the kinds that can be switched off, all of them on at first', async () => {
    const { body } = await choose('GET')
    expect(body.data.map(({ kind }: { kind: string }) => kind)).toEqual(OPTIONAL_MAIL_KINDS)
    expect(await listOff()).toEqual([])
  })

  it('sends nothing of a kind that is switched off, and goes on with the others', async () => {
    expect((await choose('PUT', '/runFinished', false)).status).toBe(200)
    expect(await queue('runFinished')).toBeNull()
    expect(await queue('shortlistChanged')).not.toBeNull()
    await choose('PUT', '/runFinished', true)
    expect(await queue('runFinished')).not.toBeNull()
  })

  it('knows no choice about needed mails', async () => {
    expect((await choose('PUT', '/passwordReset', false)).status).toBe(400)
    const content = await getContent(await queue('passwordReset'))
    expect(content).toMatchObject({ html: '<p>内容</p>', text: '内容' })
    expect(content?.unsubscribeUrl).toBeUndefined()
  })

  it('ends an optional mail with the line that ends its kind, and keeps its text', async () => {
    const content = await getContent(await queue('runFinished'))
    expect(content?.html).toMatch(
      /^<p>内容<\/p><p>您收到这封邮件，是因为开启了“实测运行结束”的邮件通知。<a href="[^"]+">/,
    )
    expect(content?.text).toContain(MAIL_CHOICE_MESSAGES.mailLink)
    expect((await getContent(await queue('runFinished', '另外的文字')))?.text).toMatch(/^另外的文字\n\n您收到/)
  })

  it('ends with one click from the mail program, without a sign-in and without a redirect', async () => {
    const reply = await post(await getLink())
    expect(reply).toMatchObject({ statusCode: 200, body: MAIL_CHOICE_MESSAGES.unsubscribed })
    expect(await listOff()).toEqual(['runFinished'])
    expect((await post(await getLink('shortlistChanged'))).statusCode).toBe(200)
    expect(await listOff()).toEqual(['shortlistChanged', 'runFinished'])
  })

  it('accepts the multipart body that some mail programs send', async () => {
    const body = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
    expect((await post(await getLink(), body, 'multipart/form-data; boundary=b')).statusCode).toBe(200)
    expect(await listOff()).toEqual(['runFinished'])
  })

  it('returns to the page after its form was posted', async () => {
    const reply = await post(await getLink(), 'page=1')
    expect(reply).toMatchObject({ statusCode: 303, headers: { location: '/unsubscribe?result=done' } })
    expect(await listOff()).toEqual(['runFinished'])
  })

  it('does nothing by GET, which programs that scan mails send', async () => {
    await app().server.inject({ url: await getLink() })
    expect(await listOff()).toEqual([])
  })

  it('refuses a token of another kind, of another account, or without a signature', async () => {
    const link = await getLink()
    const other = await createSignedInUser(app(), 'member', `other-${randomUUID()}`)
    for (const forged of [
      link.replace('runFinished', 'shortlistChanged'),
      link.replace(member.id, other.id),
      link.slice(0, -1),
      '/unsubscribe',
    ]) {
      expect((await post(forged)).statusCode).toBe(404)
      expect((await post(forged, 'page=1')).headers.location).toBe('/unsubscribe?result=invalid')
    }
    expect(await listOff()).toEqual([])
  })
})
