import { beforeEach, expect, it } from 'vitest'
import { inquiryCalls } from '#contracts/inquiries/calls.ts'
import { INQUIRY_MESSAGES as MESSAGES } from '#contracts/inquiries/messages.ts'
import type { InquiryDocument } from '#contracts/inquiries/statuses.ts'
import { fillPath } from '#contracts/paths.ts'
import {
  createInquiryClient,
  createVendorClient,
  createVerifiedMember,
  DEADLINE_MS,
  getVendorToken,
  publishInquiry,
} from '#testing/factories/inquiries.ts'
import { type Caller, signIn, toCaller } from '#testing/factories/users.ts'
import { openZip } from '#testing/factories/zip.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('the documents of an inquiry', (app) => {
  let owner: Caller
  let count = 0
  const client = createInquiryClient(app, () => owner)
  const signInAgain = async (name: string) => toCaller(await signIn(app(), `${name}@buyer.example`))

  beforeEach(async () => {
    count += 1
    // The outbox shows its newest page: mails of the same moment would hide each other.
    app().clock.advance(1_000)
    owner = await createVerifiedMember(app(), `filer-${count}`)
  })

  /** Publishes an inquiry to two vendors that no other test has. */
  async function publish(changes: object = {}) {
    const emails = [`first-${count}@a.example`, `second-${count}@b.example`] as const
    const id = await publishInquiry(app(), client, { emails, ...changes })
    const getVendor = async (email: string) => createVendorClient(app, await getVendorToken(app(), email))
    return { id, emails, first: await getVendor(emails[0]), second: await getVendor(emails[1]) }
  }
  async function openAfterDeadline(id: string): Promise<void> {
    app().clock.advance(DEADLINE_MS)
    owner = await signInAgain(owner.name)
    const reply = await client.open(id)
    if (reply.statusCode !== 200) throw new Error(reply.body)
  }
  const get = (id: string, document: InquiryDocument) =>
    client.send('GET', fillPath(inquiryCalls.downloadDocument.path, { id, document }))
  const readWord = async (id: string, document: InquiryDocument): Promise<string> =>
    (
      openZip((await get(id, document)).rawPayload)
        .read('word/document.xml')
        .match(/(?<=<w:t[^>]*>)[^<]*/g) ?? []
    ).join('\n')

  it('say while there is none what they wait for', async () => {
    const draft = await client.create()
    expect(toResult(await get(draft, 'clarifications'))).toMatchObject({
      status: 409,
      message: MESSAGES.clarificationRecordMissing,
    })
    const { id } = await publish()
    expect(toResult(await get(id, 'opening'))).toMatchObject({ status: 409, message: MESSAGES.openingRecordMissing })
    expect(toResult(await get(id, 'answers'))).toMatchObject({ status: 409, message: MESSAGES.sealed })
    expect((await get(id, 'clarifications')).statusCode).toBe(200)
    await client.close(id, { text: '取消', outcomes: [] })
    expect(toResult(await get(id, 'answers'))).toMatchObject({ status: 409, message: MESSAGES.neverOpened })
  })

  it('exist for nobody but the owner and the second opener', async () => {
    const { id } = await publish()
    owner = await createVerifiedMember(app(), `stranger-${count}`)
    for (const document of ['opening', 'clarifications', 'answers'] as const)
      expect((await get(id, document)).statusCode).toBe(404)
  })

  it('record who opened when, the hashes of what had been handed in, and who withdrew', async () => {
    const { id, emails, first, second } = await publish()
    await first.saveAll()
    const { receipt } = (await first.submit()).json().data
    await second.saveAll()
    await second.submit()
    await second.withdraw()
    await openAfterDeadline(id)
    const reply = await get(id, 'opening')
    expect(reply.headers['content-disposition']).toContain(encodeURIComponent('客服智能体征询-开启记录-'))
    const text = await readWord(id, 'opening')
    for (const words of [id, emails[0], receipt.hash, '甲智能体', `${owner.name}，`, '没有要求，由询问人一人开启'])
      expect(text).toContain(words)
    const absent = text.slice(text.indexOf('二、没有提交的'))
    for (const words of [emails[1], '乙智能体', '撤回了提交，没有再提交']) expect(absent).toContain(words)
  })

  it('record that the second opener confirmed as well', async () => {
    const witness = await createVerifiedMember(app(), `witness-${count}`)
    const { id } = await publish({ secondOpener: `${witness.name}@buyer.example` })
    await openAfterDeadline(id)
    const first = owner
    owner = await signInAgain(witness.name)
    await client.open(id)
    const text = await readWord(id, 'opening')
    for (const words of [
      `${first.name}，`,
      `${witness.name}，`,
      `${witness.name}@buyer.example，已确认`,
      '没有打开邀请',
    ])
      expect(text).toContain(words)
  })

  it('tell a vendor who refused from one who handed in again after withdrawing', async () => {
    const { id, first, second } = await publish()
    await first.saveAll()
    await first.submit()
    await first.withdraw()
    app().clock.advance(1_000)
    await first.submit()
    await second.saveAll()
    await second.submit()
    await second.decline()
    await openAfterDeadline(id)
    const text = await readWord(id, 'opening')
    expect(text).toContain('撤回了提交，不参加')
    expect(text).not.toContain('没有再提交')
  })

  it('record what was asked back without who asked, and who has confirmed which version', async () => {
    const { id, emails, first, second } = await publish()
    await first.ask('能否<驻场>？')
    const { clarifications } = (await client.get(id)).json().data
    await client.send('PUT', `/api/inquiries/${id}/clarifications/${clarifications[0].id}`, { answer: '不必驻场' })
    await first.saveAll()
    await first.submit()
    await client.addAddendum(id, { note: '补充验收的要求' })
    await second.saveAll()
    await second.submit(2)
    const text = await readWord(id, 'clarifications')
    for (const words of ['能否&lt;驻场&gt;？', '不必驻场', '补充验收的要求', '提问1条，已答复1条'])
      expect(text).toContain(words)
    const [questions = '', versions = ''] = text.split('三、各版本的确认')
    for (const email of emails) expect(questions).not.toContain(email)
    const [confirmed = '', unconfirmed = ''] = (versions.split('第2版')[1] ?? '').split('乙智能体')
    expect(confirmed).not.toContain('甲智能体')
    expect(unconfirmed).toContain('甲智能体')
  })

  it('have the answers side by side, with amounts as formulas that store our totals', async () => {
    const { id, first, second } = await publish()
    await first.saveAll()
    await first.save('delivery', { value: "=cmd|'/c calc'!A1" }, 1)
    await first.submit()
    await second.saveAll()
    await second.save('seats', { value: 1.1 }, 1)
    await second.submit()
    await openAfterDeadline(id)
    const zip = openZip((await get(id, 'answers')).rawPayload)
    const texts = zip.read('xl/sharedStrings.xml')
    for (const words of ['由驻场的麒麟小组实施，六周上线。', '说明：独角兽协议', '未知', '报价对照表', '=cmd|'])
      expect(texts).toContain(words)
    const prices = zip.read('xl/worksheets/sheet2.xml')
    const formulas = [...prices.matchAll(/<f>([^<]*)<\/f><v>([^<]*)<\/v>/g)].map(([, formula, value]) => [
      formula,
      value,
    ])
    expect(formulas).toEqual([
      ['C3*D3', '19753086'],
      ['C3*F3', '220'],
      ['SUM(E3:E3)', '19753086'],
      ['SUM(G3:G3)', '220'],
    ])
    expect(zip.read('xl/worksheets/sheet1.xml')).not.toMatch(/<f[ >]/)
    // Nobody has handed in a file.
    expect(zip.read('xl/workbook.xml')).not.toContain('name="文件"')
  })

  it('say that nobody answered', async () => {
    const { id } = await publish()
    await openAfterDeadline(id)
    expect(await readWord(id, 'opening')).toContain('没有厂商在截止前提交回答。')
    expect(openZip((await get(id, 'answers')).rawPayload).read('xl/sharedStrings.xml')).toContain(
      '没有厂商在截止前提交回答。',
    )
  })
})
