import { beforeAll, expect, it } from 'vitest'
import { submissionCalls } from '#contracts/submissions/calls.ts'
import { createApiCaller } from '#testing/api-caller.ts'
import { createFactClient, createPublicFact } from '#testing/factories/facts.ts'
import { createProducts } from '#testing/factories/products.ts'
import { createSubmission } from '#testing/factories/submissions.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('facts from forms', (app) => {
  let editor: Caller
  let reviewer: Caller
  const { save, detail, read } = createFactClient(app, () => editor)
  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
    reviewer = await createSignedInUser(app(), 'reviewer')
  })
  const review = createApiCaller(app, {
    basePath: submissionCalls.create.path,
    getCaller: () => reviewer,
  })
  const edit = createApiCaller(app, { basePath: '/api/products/agent', getCaller: () => editor })
  const listIds = async (query: string): Promise<string[]> => {
    const reply = await app().server.inject({ url: `/api/products-list?${query}` })
    return reply.json().data.map(({ id }: { id: string }) => id)
  }
  /** Asserts that both filters of private deployment agree on a product. */
  async function expectOffered(id: string, isOffered: boolean) {
    const byType = await listIds(`type=${encodeURIComponent('私有化部署')}`)
    const byFact = await listIds('f.private-deployment=yes')
    expect({ byType: byType.includes(id), byFact: byFact.includes(id) }).toEqual({
      byType: isOffered,
      byFact: isOffered,
    })
  }

  it('makes company and deployment of an approved submission facts, by which lists find the product', async () => {
    const { id: submissionId } = await createSubmission(app(), {
      productName: '来自表单',
      companyName: '鹿鸣智能科技',
      deploymentType: '私有化部署',
    })
    expect((await review('PATCH', `/${submissionId}/review`, { status: 'approved' })).statusCode).toBe(200)
    const product = await detail('来自表单')
    expect(product.facts).toMatchObject([
      { attribute: 'vendor', value: '鹿鸣智能科技', grade: 'claimed' },
      { attribute: 'private-deployment', value: 'yes', grade: 'claimed' },
    ])
    expect(product.deploymentTypes).toEqual(['私有化部署'])
    await expectOffered(product.id, true)
    expect(await listIds(`search=${encodeURIComponent('鹿鸣智能')}`)).toEqual([product.id])
  })

  it('derives the deployment types of a product from facts that are edited directly', async () => {
    const [id = ''] = await createProducts(app(), 'agent', [{ name: '改资料', deploymentTypes: ['公有云'] }])
    await expectOffered(id, false)
    await save(id, [createPublicFact('private-deployment', 'yes')])
    await expectOffered(id, true)
    expect((await detail('改资料')).deploymentTypes).toEqual(['私有化部署', '公有云'])
    await save(id, [createPublicFact('private-deployment', 'no')])
    await expectOffered(id, false)
  })

  it('states what an editor enters in the form, and withdraws what the editor removes', async () => {
    const [id = ''] = await createProducts(app(), 'agent', [{ name: '改表单', company: '旧公司' }])
    await edit('PUT', `/${id}`, { name: '改表单', company: '新公司', deploymentTypes: ['私有化部署', '公有云'] })
    await expectOffered(id, true)
    expect((await read(id)).json().data.facts).toMatchObject([
      { attribute: 'vendor', value: '新公司' },
      { attribute: 'private-deployment', value: 'yes' },
    ])
    await edit('PUT', `/${id}`, { deploymentTypes: ['公有云'] })
    await expectOffered(id, false)
    expect((await detail('改表单')).deploymentTypes).toEqual(['公有云'])
  })

  it('begins 最近更新 with the listing', async () => {
    await createProducts(app(), 'agent', [{ name: '没有资料' }])
    expect((await detail('没有资料')).factsUpdatedOn).toBe('2026-11-21')
  })
})
