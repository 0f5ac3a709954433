import { expect, it } from 'vitest'
import { HOUR_MS } from '#contracts/durations.ts'
import {
  createContents,
  createInquiryClient,
  createVendorClient,
  createVerifiedMember,
  DEADLINE_MS,
  getVendorToken,
} from '#testing/factories/inquiries.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { createProducts } from '#testing/factories/products.ts'
import { signIn, toCaller } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('facts that a vendor agrees to propose', (app) => {
  const list = async (productId: string) =>
    (await app().services.submissions.listPendingUpdates([productId])).map(({ factsJson }) => factsJson)
  const sendDue = () => app().services.inquiries.proposals.sendDue()

  /** Has the vendor of a product of the catalogue hand in; `open` opens the inquiry after the deadline. */
  async function handIn(name: string, { proposesFacts = true, isContact = true } = {}) {
    await enableMail(app())
    app().clock.advance(1_000)
    let owner = await createVerifiedMember(app(), `proposer-${name}`)
    const client = createInquiryClient(app, () => owner)
    const contactEmail = `sales@${name}.example`
    const [productId = ''] = await createProducts(app(), 'agent', [{ name: `庚智能体${name}`, contactEmail }])
    const products = [{ key: 'p1', name: '庚', productId, catalogue: 'agent' as const }]
    const email = isContact ? contactEmail : `reseller@${name}-other.example`
    const id = await client.create()
    await client.update(id, createContents(app(), { products }))
    await client.invite(id, 'p1', email)
    await client.publish(id)
    const vendor = createVendorClient(app, await getVendorToken(app(), email))
    expect((await vendor.open()).json().data.canProposeFacts).toBe(isContact)
    await vendor.saveAll()
    expect((await vendor.submit(1, { proposesFacts })).statusCode).toBe(200)
    async function open() {
      app().clock.advance(DEADLINE_MS)
      owner = toCaller(await signIn(app(), `proposer-${name}@buyer.example`))
      expect((await client.open(id)).json().data).toMatchObject({ status: 'opened' })
    }
    return { productId, vendor, open }
  }

  it.each([
    ['go to the editors as an update once they are opened', 'contact', {}, 1],
    ['stay in the inquiry without consent', 'silent', { proposesFacts: false }, 0],
    ['stay in the inquiry if another address gave them', 'reseller', { isContact: false }, 0],
  ])('%s', async (_, name, options, updates) => {
    const { productId, open } = await handIn(name, options)
    await sendDue()
    expect(await list(productId)).toEqual([])
    await open()
    await sendDue()
    const pending = await list(productId)
    expect(pending).toHaveLength(updates)
    for (const facts of pending) expect(facts).toMatchObject([{ attribute: 'sso', value: 'yes' }])
    await sendDue()
    expect(await list(productId)).toHaveLength(updates)
  })

  it('need a consent, which holds until the vendor says otherwise: handing in again repeats it', async () => {
    const { productId, vendor, open } = await handIn('again')
    await vendor.save('delivery', { value: '远程实施' }, 1)
    expect((await vendor.submit()).json().data.receipt).toMatchObject({ proposesFacts: true, isChanged: false })
    await vendor.submit(1, { proposesFacts: false })
    expect((await vendor.open()).json().data.receipt).toMatchObject({ proposesFacts: false })
    await open()
    await sendDue()
    expect(await list(productId)).toEqual([])
  })

  it('wait while another update of the product is pending, and are sent after it', async () => {
    const first = await handIn('busy')
    const { submissions, vendorProducts } = app().services
    const { receipt } = await vendorProducts.updates.propose(first.productId, {
      email: 'sales@busy.example',
      facts: [],
      additionalInfo: '改了名称',
      onStored: () => Promise.resolve(),
    })
    await first.open()
    await sendDue()
    expect(await list(first.productId)).toEqual([[]])
    await submissions.withdrawUpdate(first.productId, receipt, { id: 'a', name: '销售', ip: null })
    await sendDue()
    expect(await list(first.productId)).toEqual([])
    app().clock.advance(HOUR_MS)
    await sendDue()
    expect(await list(first.productId)).toMatchObject([[{ attribute: 'sso', value: 'yes' }]])
  })

  it('go out once if two nodes look for them, and are given up if the product is gone', async () => {
    const [first, gone] = [await handIn('twice'), await handIn('gone')]
    await first.open()
    await app().database.write(({ db }) => db.deleteFrom('products').where('id', '=', gone.productId).execute())
    await gone.open()
    await Promise.all([sendDue(), sendDue()])
    expect(await list(first.productId)).toHaveLength(1)
    const due = app().database.read.selectFrom('inquiryInvitations').select('id').where('proposalDueAt', 'is not', null)
    expect(await due.execute()).toEqual([])
  })
})
