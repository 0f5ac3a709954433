/** Sends texts known to break programs. Each is rejected, or stored unchanged except for direction controls. */
import { expect, it } from 'vitest'
import { EvaluationServiceRequestSchema } from '#contracts/leads/lead-request.ts'
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

const toStored = (text: string): string => withoutDirectionControls(text).trim()
const isStored = (text: string): boolean =>
  isStorable(text) && hasVisibleText(toStored(text)) && [...toStored(text)].length <= TEXT.line

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

  async function expectRejected(text: string) {
    const reply = await send({ ...REQUEST, ...Object.fromEntries(TEXT_FIELDS.map((field) => [field, text])) })
    expect(reply.statusCode, text).toBe(400)
  }

  /** Sends as many texts as there are fields, each in one. */
  async function expectStored(texts: readonly string[]) {
    const sent = { ...REQUEST }
    const stored = { ...REQUEST }
    for (const [index, text] of texts.entries()) {
      const field = TEXT_FIELDS[index] ?? 'requirements'
      sent[field] = text
      stored[field] = toStored(text)
    }
    const reply = await send(sent)
    expect({ sent, status: reply.statusCode }).toEqual({ sent, status: 200 })
    const rows = await app()
      .database.read.selectFrom('leads')
      .select([...TEXT_FIELDS])
      .where('companyName', '=', stored.companyName)
      .execute()
    expect(rows).toContainEqual(Object.fromEntries(TEXT_FIELDS.map((field) => [field, stored[field]])))
  }

  /** Sends the text as phone number and email address, if the schema accepts it there, since only then is it stored. */
  async function expectNoCrash(text: string) {
    for (const field of ['phone', 'email']) {
      const request = { ...REQUEST, [field]: text }
      if (!EvaluationServiceRequestSchema.safeParse(request).success) continue
      expect((await send(request)).statusCode, text).toBe(200)
    }
  }

  it.each([
    ['naughty strings', NAUGHTY_STRINGS],
    ['script injections', SCRIPT_INJECTIONS],
  ])('stores %s unchanged, except for direction controls', { timeout: 120_000 }, async (_, strings) => {
    const { stored = [], rejected = [] } = Object.groupBy(strings, (text) => (isStored(text) ? 'stored' : 'rejected'))
    for (let first = 0; first < stored.length; first += TEXT_FIELDS.length)
      await expectStored(stored.slice(first, first + TEXT_FIELDS.length))
    for (const text of rejected) await expectRejected(text)
    for (const text of strings) await expectNoCrash(text)
  })
})
