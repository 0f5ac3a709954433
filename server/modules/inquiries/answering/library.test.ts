import { beforeEach, describe, expect, it } from 'vitest'
import { accountSecurityCalls } from '#contracts/identity/security-calls.ts'
import { answeringCalls } from '#contracts/inquiries/answering-calls.ts'
import {
  ANSWERS,
  createContents,
  createInquiryClient,
  createVendorClient,
  createVerifiedMember,
  getVendorToken,
  QUESTIONS,
} from '#testing/factories/inquiries.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, PASSWORD } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

type Suggestion = { question: string; source: string }

onEveryDatabase('the answers that a vendor keeps', (app) => {
  let owner: Caller
  let email = ''
  let count = 0
  const client = createInquiryClient(app, () => owner)

  beforeEach(async () => {
    count += 1
    email = `sales-${count}@keeper.example`
    await enableMail(app())
    app().clock.advance(1_000)
    owner = await createVerifiedMember(app(), `keeper-${count}`)
  })

  /** Asks an address about one product. Returns the client of its vendor. */
  async function ask(product: object = {}, contents: object = {}, to = email) {
    const id = await client.create()
    const asked = { key: 'p1', name: '甲智能体', productId: null, catalogue: null, ...product }
    await client.update(id, createContents(app(), { products: [asked], ...contents }))
    await client.invite(id, 'p1', to)
    expect((await client.publish(id)).statusCode).toBe(200)
    app().clock.advance(1_000)
    return { id, vendor: createVendorClient(app, await getVendorToken(app(), to)) }
  }
  async function keep(product: object = {}) {
    const { id, vendor } = await ask(product)
    await vendor.saveAll()
    expect((await vendor.submit(1, { isKept: true })).statusCode).toBe(200)
    return { id, vendor }
  }
  const listOwn = async (vendor: ReturnType<typeof createVendorClient>): Promise<Suggestion[]> =>
    (await vendor.open()).json().data.suggestions.filter(({ source }: Suggestion) => source === 'earlier')

  it('return for the same questions, except prices, to its address alone', async () => {
    await keep()
    expect(await listOwn((await ask()).vendor)).toMatchObject([
      { question: 'sso', value: 'yes', note: ANSWERS.sso.note },
      { question: 'delivery', value: ANSWERS.delivery.value },
    ])
    expect(await listOwn((await ask({}, {}, `other-${count}@keeper.example`)).vendor)).toEqual([])
  })

  it('include nothing unless the vendor wishes so', async () => {
    const { vendor } = await ask()
    await vendor.saveAll()
    await vendor.submit()
    expect(await listOwn((await ask()).vendor)).toEqual([])
  })

  it('outlive the inquiry that they were given to', async () => {
    const { id } = await keep()
    await client.close(id, { text: '项目取消' })
    expect((await client.remove(id)).statusCode).toBe(200)
    expect(await listOwn((await ask()).vendor)).toHaveLength(2)
  })

  it('belong to one product, by its place in the catalogue or by its name', async () => {
    const ids = await createProducts(app(), 'agent', [{ name: `戊智能体${count}` }, { name: `己智能体${count}` }])
    const [listed, other] = ids.map((productId) => ({ productId, catalogue: 'agent' }))
    await keep()
    await keep({ ...listed, name: '旧名' })
    expect(await listOwn((await ask({ name: '丙智能体' })).vendor)).toEqual([])
    expect(await listOwn((await ask({ key: 'p1', name: ' 甲智能体 ' })).vendor)).toHaveLength(2)
    expect(await listOwn((await ask({ ...listed, name: '新名' })).vendor)).toHaveLength(2)
    expect(await listOwn((await ask({ ...other, name: '旧名' })).vendor)).toEqual([])
  })

  it('answer all but the new quarter of an eleventh inquiry', async () => {
    const text = (index: number) => ({ ...QUESTIONS[1], key: `q${index}`, title: `问题${index}` })
    for (let round = 0; round < 10; round += 1) {
      const asked = [0, 1, 2].map((index) => text(round * 3 + index))
      const { vendor } = await ask({}, { questions: asked })
      for (const { key, title } of asked) await vendor.save(key, { value: `答${title}` })
      expect((await vendor.submit(1, { isKept: true })).statusCode).toBe(200)
    }
    const repeated = [1, 8, 15, 16, 22, 29].map(text)
    const { vendor } = await ask({}, { questions: [...repeated, text(90), text(91)] })
    expect(await listOwn(vendor)).toEqual(
      repeated.map(({ key, title }) => expect.objectContaining({ question: key, value: `答${title}` })),
    )
  })

  describe('a vendor', () => {
    it('deletes them with its link', async () => {
      const { vendor } = await keep()
      expect((await vendor.open()).json().data).toMatchObject({ kept: 2 })
      expect((await vendor.send(answeringCalls.removeLibrary.path)).json().data).toMatchObject({
        kept: 0,
        status: 'submitted',
      })
      expect(await listOwn((await ask()).vendor)).toEqual([])
    })

    it('finds them in the copy of its data, and takes them along when the account is closed', async () => {
      const member = `vendor-${count}`
      email = `${member}@buyer.example`
      const account = await createVerifiedMember(app(), member)
      await keep()
      const { library } = app().services.inquiries
      expect(await library.readForOwner(email)).toMatchObject([
        { productName: '甲智能体' },
        { productName: '甲智能体' },
      ])
      const closing = await app().server.inject({
        method: 'DELETE',
        url: accountSecurityCalls.closeAccount.path,
        headers: account.headers,
        payload: { password: PASSWORD },
      })
      expect(closing.statusCode, closing.body).toBe(200)
      expect(await library.readForOwner(email)).toEqual([])
    })
  })
})
