import { expect, it } from 'vitest'
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
  it.each([
    ['go to the editors as an update once they are opened', 'contact', true, 1],
    ['stay in the inquiry without consent', 'silent', false, 0],
    ['stay in the inquiry if another address gave them', 'reseller', true, 0],
  ])('%s', async (_, name, proposesFacts, updates) => {
    await enableMail(app())
    app().clock.advance(1_000)
    let owner = await createVerifiedMember(app(), `proposer-${name}`)
    const client = createInquiryClient(app, () => owner)
    const contactEmail = `sales@${name}.example`
    const [productId = ''] = await createProducts(app(), 'agent', [{ name: `庚智能体${name}`, contactEmail }])
    const products = [{ key: 'p1', name: '庚', productId, catalogue: 'agent' as const }]
    const email = name === 'reseller' ? 'reseller@other.example' : contactEmail
    const id = await client.create()
    await client.update(id, createContents(app(), { products }))
    await client.invite(id, 'p1', email)
    await client.publish(id)
    const vendor = createVendorClient(app, await getVendorToken(app(), email))
    expect((await vendor.open()).json().data.canProposeFacts).toBe(name !== 'reseller')
    await vendor.saveAll()
    expect((await vendor.submit(1, { proposesFacts })).statusCode).toBe(200)
    const { submissions } = app().services
    expect(await submissions.listPendingUpdates([productId])).toEqual([])
    app().clock.advance(DEADLINE_MS)
    owner = toCaller(await signIn(app(), `proposer-${name}@buyer.example`))
    expect((await client.open(id)).json().data).toMatchObject({ status: 'opened' })
    const pending = await submissions.listPendingUpdates([productId])
    expect(pending).toHaveLength(updates)
    for (const { factsJson } of pending) expect(factsJson).toMatchObject([{ attribute: 'sso', value: 'yes' }])
  })
})
