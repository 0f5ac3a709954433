import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { SignedBadge } from '#contracts/badges/badge.ts'
import { DAY_MS } from '#contracts/durations.ts'
import { verifyReport } from '#contracts/rules/evaluation/verify-report.ts'
import { saveMethod } from '#testing/factories/evaluation-projects.ts'
import { createProducts } from '#testing/factories/products.ts'
import { finishProject } from '#testing/factories/published-evaluations.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { renderBadge } from './render-badge.ts'

/** The shortest method, since every test publishes an evaluation. */
const ONE_CRITERION = {
  evaluationStandards: {
    groups: [
      { key: 'tech', title: '技术', percentage: 100, criteria: [{ key: 't1', title: '安全', percentage: 100 }] },
    ],
  },
}

/** The score of the evaluations, whose second judge gives a little less than `points`. */
const SCORE = 78

onEveryDatabase('the badge of a product', (app) => {
  let editor: Caller
  let count = 0
  let productId = ''
  const get = (url: string) => app().server.inject({ url })
  const read = async (): Promise<SignedBadge> => (await get(`/api/badges/${productId}`)).json()
  const draw = async (query = '') => (await get(`/badges/${productId}.svg${query}`)).body
  const listKeys = async () => (await get('/.well-known/zhijian-report-keys.json')).json().keys

  beforeAll(() => saveMethod(app(), ONE_CRITERION))
  beforeEach(async () => {
    count += 1
    // A test of expiry ends the sessions of those before.
    editor = await createSignedInUser(app(), 'editor', `badge-${count}`)
    const [id = ''] = await createProducts(app(), 'agent', [{ name: `徽章产品${count} <甲>` }])
    productId = id
    const { reportId } = await finishProject(app(), editor, [{ productId, points: 80 }], `徽章评估${count}`)
    const payload = { reportId, candidates: [productId] }
    const url = '/api/evaluation/publications'
    expect((await app().server.inject({ method: 'POST', url, headers: editor.headers, payload })).statusCode).toBe(200)
  })

  it('gives the verdict, signed by the key of the reports', async () => {
    const badge = await read()
    expect(badge.data).toMatchObject({ product: { id: productId }, status: 'valid', score: SCORE })
    expect(await verifyReport(badge, await listKeys())).toBe('unchanged')
    const forged = { ...badge, data: { ...badge.data, score: 99 } }
    expect(await verifyReport(forged, await listKeys())).toBe('changed')
    expect(Date.parse(badge.data.expiresAt) - Date.parse(badge.data.issuedAt)).toBe(7 * DAY_MS)
  })

  it('is drawn for both backgrounds, and may be embedded elsewhere, also from the cache', async () => {
    const { data } = await read()
    const [light, dark] = [await draw(), await draw('?theme=dark')]
    expect(light).toContain(`${data.recommendation} ${SCORE}分`)
    expect(light).toContain('&lt;甲&gt;')
    expect(light).toContain('#b02e1c')
    expect(dark).toContain('#ff8d78')
    const cached = await get(`/badges/${productId}.svg`)
    expect(cached.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cross-origin-resource-policy': 'cross-origin',
      etag: expect.any(String),
    })
  })

  it('is well-formed whatever the name contains', async () => {
    const { siteName } = await app().services.settings.getGeneral()
    const badge = (await read()).data
    const name = `"甲"&'乙'\u0001\u000b\ufffe]]>`
    const picture = renderBadge({ ...badge, product: { ...badge.product, name } }, { theme: 'light', siteName })
    expect(picture).toContain('&quot;甲&quot;&amp;&#39;乙&#39;]]&gt;')
  })

  it('says at once that the evaluation was withdrawn, without a verdict', async () => {
    await draw()
    const { data } = (
      await app().server.inject({ url: '/api/evaluation/publications', headers: editor.headers })
    ).json()
    const { id } = data.find(({ product }: { product: { id: string } }) => product.id === productId)
    const url = `/api/evaluation/publications/${id}/withdrawal`
    await app().server.inject({ method: 'POST', url, headers: editor.headers, payload: { reason: '有误' } })
    expect(await draw()).toContain('评估已撤回')
    expect((await read()).data).toMatchObject({ status: 'withdrawn', recommendation: null, score: null })
  })

  it('says that the evaluation has expired, also where it was cached', async () => {
    await draw()
    app().clock.advance(366 * DAY_MS)
    expect(await draw()).toContain('评估已过期')
    expect((await read()).data).toMatchObject({ status: 'expired', recommendation: null })
  })

  it('does not exist for products that were never evaluated', async () => {
    const [other = ''] = await createProducts(app(), 'agent', [{ name: `未评估${count}` }])
    expect((await get(`/api/badges/${other}`)).statusCode).toBe(404)
    expect((await get(`/badges/${other}.svg`)).statusCode).toBe(404)
  })
})
