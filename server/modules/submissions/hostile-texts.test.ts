import { expect, it } from 'vitest'
import { TEXT } from '#contracts/limits.ts'
import { normalizeName } from '#contracts/rules/names.ts'
import { withoutDirectionControls } from '#contracts/rules/single-line.ts'
import { isStorable } from '#contracts/rules/storable-text.ts'
import { hasVisibleText } from '#contracts/stored-text.ts'
import { SubmissionSchema } from '#contracts/submissions/submission.ts'
import { SUBMISSION } from '#testing/factories/submissions.ts'
import { NAUGHTY_STRINGS } from '#testing/hostile/naughty-strings.ts'
import { SCRIPT_INJECTIONS } from '#testing/hostile/script-injections.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const MAX_LENGTHS = {
  companyName: TEXT.line,
  contactName: TEXT.line,
  productName: TEXT.line,
  targetUsers: TEXT.paragraph,
  keyFeatures: TEXT.paragraph,
  additionalInfo: TEXT.long,
} as const
const PADDING = '（描述）'.repeat(15)

/**
 * Returns the text for every free-text field that it fits into; the description is padded to its minimum length.
 */
function fillFields(text: string): Record<string, string> {
  if (!isStorable(text)) return {}
  const { length } = withoutDirectionControls(text).trim()
  const fittingFields = Object.entries(MAX_LENGTHS).flatMap(([field, maxLength]) =>
    length <= maxLength && (hasVisibleText(text) || field === 'additionalInfo') ? [[field, text] as const] : [],
  )
  return { ...Object.fromEntries(fittingFields), productDescription: PADDING + text }
}

/**
 * Distributes the texts over the fields, each to one that it fits into in turn. Returns as few submissions as have a field
 * for every text; `UNUSUAL_TEXTS` are sent in all fields.
 */
function distribute(texts: readonly string[]): Record<string, string>[] {
  const submissions: Record<string, string>[] = []
  for (const [index, text] of texts.entries()) {
    const fittingFields = Object.entries(fillFields(text))
    const [field, value] = fittingFields[index % fittingFields.length] ?? []
    if (field === undefined || value === undefined) continue
    const submission = submissions.find((other) => !(field in other))
    if (submission) submission[field] = value
    else submissions.push({ [field]: value })
  }
  return submissions
}

const FORMATTED_FIELDS = ['website', 'contactEmail', 'contactPhone'] as const
const isAccepted = (body: object): boolean => SubmissionSchema.safeParse(body).success

/** The fields whose texts identify the company and the product. */
const NAMES: readonly string[] = ['companyName', 'productName']

/**
 * Returns the texts as they are stored: trimmed and without direction controls, names in their normal form.
 */
const toStored = (texts: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(texts).map(([field, text]) => [
      field,
      (NAMES.includes(field) ? normalizeName(text) : withoutDirectionControls(text)).trim(),
    ]),
  )

const UNUSUAL_TEXTS = {
  emoji: '👩‍👩‍👧‍👦🇨🇳🧑🏽‍🚀',
  'right to left': 'שלום עולם مرحبا بالعالم \u202Etxt.exe',
  'rare characters': '𠮷野家、㐂、龘、𪚥',
  combining: 'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞',
  controls: 'a\u0001b\u001bc\u007fd\u0085e\u2028f\ufeffg',
  quotes: `'"\`\\ %s {{companyName}} $\{x} <script>alert(1)</script>`,
}

onEveryDatabase('hostile texts', (app) => {
  const submit = (body: object) =>
    app().server.inject({
      method: 'POST',
      url: '/api/submissions',
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })

  async function expectStored(texts: Record<string, string>) {
    const reply = await submit({ ...SUBMISSION, ...texts })
    expect({ texts, status: reply.statusCode, body: reply.json() }).toMatchObject({ texts, status: 200 })
    const receipt: string = reply.json().data.receipt
    const row = await app()
      .database.read.selectFrom('submissions')
      .selectAll()
      .where('receipt', '=', receipt)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject(toStored(texts))
    const progress = await app().services.submissions.getProgress({ receipt, contactEmail: SUBMISSION.contactEmail })
    expect(progress.productName).toBe(row.productName)
  }

  /**
   * Sends the text in every field, including email address, phone and website, which is rejected for most texts. A field
   * with a format is also sent alone if it accepts the text, since only then is it stored.
   */
  async function expectNoCrash(text: string) {
    const everyField = Object.fromEntries(Object.keys(SUBMISSION).map((field) => [field, text]))
    const accepted = FORMATTED_FIELDS.map((field) => ({ ...SUBMISSION, [field]: text })).filter(isAccepted)
    for (const body of [everyField, ...accepted]) {
      const reply = await submit(body)
      expect({ text, isServerError: reply.statusCode >= 500 }).toEqual({ text, isServerError: false })
    }
  }

  it.each(Object.entries(UNUSUAL_TEXTS))('stores %s unchanged, except for direction controls', async (_, text) => {
    await expectStored(fillFields(text))
  })

  it.each([
    ['U+0000', 'a\u0000b'],
    ['a lone high surrogate', 'a\ud800b'],
    ['a lone low surrogate', '\udc00'],
  ])('rejects %s in each text', async (_, text) => {
    for (const field of [...Object.keys(MAX_LENGTHS), 'productDescription', ...FORMATTED_FIELDS]) {
      const reply = await submit({ ...SUBMISSION, [field]: PADDING + text })
      expect(toResult(reply)).toMatchObject({
        status: 400,
        errors: [{ path: field, message: '包含无法保存的字符，请删除后重试' }],
      })
    }
  })

  it.each([
    ['naughty strings', NAUGHTY_STRINGS],
    ['script injections', SCRIPT_INJECTIONS],
  ])('stores %s unchanged, except for direction controls', { timeout: 120_000 }, async (_, strings) => {
    for (const texts of distribute(strings)) await expectStored(texts)
    for (const text of strings) await expectNoCrash(text)
  })
})
