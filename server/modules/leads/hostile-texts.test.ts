/** Sends texts known to break programs. Each is rejected, or stored unchanged except for direction controls. */
import { expect, it } from 'vitest'
import { TEXT } from '#contracts/limits.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { withoutDirectionControls } from '#contracts/rules/single-line.ts'
import { isStorable } from '#contracts/rules/storable-text.ts'
import { hasVisibleText } from '#contracts/stored-text.ts'
import { NAUGHTY_STRINGS } from '#testing/hostile/naughty-strings.ts'
import { SCRIPT_INJECTIONS } from '#testing/hostile/script-injections.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const REQUEST = {
  companyName: '某制造集团',
  contactName: '陈女士',
  phone: '13800138000',
  email: 'chen@example.com',
  requirements: '比较三个客服智能体',
  productName: '智能客服',
}
const TEXT_FIELDS = ['companyName', 'contactName', 'requirements', 'productName'] as const

onEveryDatabase('hostile texts in leads', (app) => {
  const send = (payload: object) =>
    app().server.inject({ method: 'POST', url: '/api/evaluation-service-request', payload })

  const fillEveryField = (text: string) => Object.fromEntries(Object.keys(REQUEST).map((field) => [field, text]))

  it.each(['\ud83d', '\udc00后', '前\u0000后'])('rejects %j in every field', async (text) => {
    const reply = await send(fillEveryField(text))
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors).toEqual(
      Object.keys(REQUEST).map((path) => ({ path, message: MESSAGES.unstorableText })),
    )
  })

  async function expectStored(text: string) {
    const input = withoutDirectionControls(text).trim()
    const isStored = isStorable(text) && hasVisibleText(input) && [...input].length <= TEXT.line
    const reply = await send({ ...REQUEST, ...Object.fromEntries(TEXT_FIELDS.map((field) => [field, text])) })
    expect(reply.statusCode, text).toBe(isStored ? 200 : 400)
    if (!isStored) return
    const newest = await app()
      .database.read.selectFrom('leads')
      .select([...TEXT_FIELDS])
      .where('companyName', '=', input)
      .executeTakeFirst()
    expect(newest).toEqual(Object.fromEntries(TEXT_FIELDS.map((field) => [field, input])))
  }

  /** Sends the text as phone number and email address; a few texts are valid there, so 200 and 400 are accepted. */
  async function expectNoCrash(text: string) {
    const reply = await send({ ...REQUEST, phone: text, email: text })
    expect([200, 400], text).toContain(reply.statusCode)
  }

  it.each([
    ['naughty strings', NAUGHTY_STRINGS],
    ['script injections', SCRIPT_INJECTIONS],
  ])('stores %s unchanged, except for direction controls', { timeout: 120_000 }, async (_, strings) => {
    for (const text of strings) {
      await expectStored(text)
      await expectNoCrash(text)
    }
  })
})
