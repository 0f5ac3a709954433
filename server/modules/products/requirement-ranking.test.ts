/** The catalogue's index of facts must rank products as matching each of them individually does. */
import fc from 'fast-check'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { factEditingCalls } from '#contracts/facts/calls.ts'
import type { Fact } from '#contracts/facts/fact.ts'
import { FACT_GRADES } from '#contracts/facts/vocabulary.ts'
import { fillPath } from '#contracts/paths.ts'
import { ProductListQuerySchema } from '#contracts/products/product.ts'
import {
  getRank,
  type MatchStatus,
  matchProduct,
  type Requirement,
  type Requirements,
} from '#contracts/rules/shortlists/match-product.ts'
import { ATTRIBUTES_TOPIC } from '#server/modules/facts/service.ts'
import { createProducts } from '#testing/factories/products.ts'
import { createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const PRODUCT_COUNT = 60
const LIMIT = 10
const SUPPORT_LEVELS = ['yes', 'partial', 'no']
const createCertificate = (level: string, validUntil: string | null) => ({
  name: '等保',
  level,
  number: '',
  issuer: '',
  validUntil,
})
/** Some values that facts can have; the certificates have expired, are valid, or have no last day. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  'private-deployment': SUPPORT_LEVELS,
  sso: SUPPORT_LEVELS,
  models: [['Kimi'], ['Kimi', 'DeepSeek'], [], ['OpenAI'], ['OpenAI', 'OpenAI兼容接口']],
  'classified-protection': [
    createCertificate('三级', null),
    createCertificate('三级', '2026-01-31'),
    createCertificate('四级', '2027-01-31'),
    createCertificate('', null),
    'none',
  ],
  'annual-price': [0, 99_999.5, 100_000, 100_001],
}
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  'private-deployment': SUPPORT_LEVELS,
  sso: SUPPORT_LEVELS,
  models: ['Kimi', 'DeepSeek', 'none'],
  'classified-protection': ['三级', '四级', 'held', 'none'],
  'no-such-attribute': ['yes'],
}

/** Facts of up to two sources per attribute, which may disagree. */
const factsArbitrary = fc
  .tuple(
    ...Object.entries(VALUES).map(([attribute, values]) =>
      fc.tuple(
        fc.constant(attribute),
        fc.array(fc.record({ value: fc.constantFrom(...values), isComplete: fc.boolean() }), { maxLength: 2 }),
      ),
    ),
  )
  .map((facts) => facts.flatMap(([attribute, values]) => values.map((fact) => ({ attribute, ...fact }))))

const gradeArbitrary = fc.constantFrom(undefined, 'public' as const, 'third-party' as const)
const kindArbitrary = fc.constantFrom('required', 'preferred', 'none')

const requirementsArbitrary = fc
  .tuple(
    fc.record({
      kind: kindArbitrary,
      requirement: fc.record({
        attribute: fc.constantFrom('annual-price', 'no-such-price'),
        atMost: fc.constantFrom(1, 100_000, 100_001),
        grade: gradeArbitrary,
      }),
    }),
    ...Object.entries(REQUIRED).map(([attribute, values]) =>
      fc.record({
        kind: kindArbitrary,
        requirement: fc.record({
          attribute: fc.constant(attribute),
          values: fc.subarray([...values], { minLength: 1 }),
          grade: gradeArbitrary,
        }),
      }),
    ),
  )
  .map((all): Requirements => {
    const list = (kind: string): Requirement[] =>
      all.filter((each) => each.kind === kind).map(({ requirement }) => requirement)
    return { required: list('required'), preferred: list('preferred') }
  })

onEveryDatabase('ranking a catalogue by requirements', (app) => {
  /** The active products in order of their names. */
  let listed: { name: string; facts: readonly Fact[] }[] = []

  /** The naive implementation: matches each product individually by its facts. */
  function rankNaively(requirements: Requirements) {
    const ranked: Record<MatchStatus, { name: string; rank: number }[]> = { matching: [], uncertain: [], failing: [] }
    for (const { name, facts } of listed) {
      const match = matchProduct(requirements, facts)
      ranked[match.status].push({ name, rank: getRank(match) })
    }
    const toList = (status: MatchStatus) => ({
      names: ranked[status]
        .toSorted((a, b) => a.rank - b.rank)
        .slice(0, LIMIT)
        .map(({ name }) => name),
      count: ranked[status].length,
    })
    return { matching: toList('matching'), uncertain: toList('uncertain'), failing: toList('failing') }
  }

  async function rankByIndex(requirements: Requirements) {
    const ranked = await app().services.products.rankByRequirements('agent', requirements, LIMIT)
    const toList = ({ products, count }: (typeof ranked)['matching']) => ({
      names: products.map(({ name }) => name),
      count,
    })
    return { matching: toList(ranked.matching), uncertain: toList(ranked.uncertain), failing: toList(ranked.failing) }
  }

  beforeAll(async () => {
    const editor = await createSignedInUser(app(), 'editor')
    const ids = await createProducts(
      app(),
      'agent',
      Array.from({ length: PRODUCT_COUNT }, (_, index) => ({ name: `产品${index}`, isActive: index % 7 !== 0 })),
    )
    const samples = fc.sample(factsArbitrary, { numRuns: PRODUCT_COUNT, seed: 20261121 })
    for (const [index, id] of ids.entries()) {
      const reply = await app().server.inject({
        method: 'PUT',
        url: fillPath(factEditingCalls.save.path, { catalogue: 'agent', id }),
        headers: editor.headers,
        payload: {
          facts: (samples[index] ?? []).map(({ attribute, value, isComplete }, source) => ({
            attribute,
            value,
            isComplete,
            grade: FACT_GRADES[(index + source) % FACT_GRADES.length],
            sourceUrl: `https://example.com/${source}`,
            readAt: '2026-11-01',
            note: '',
          })),
        },
      })
      expect(reply.statusCode, reply.body).toBe(200)
    }
    const { products, facts } = app().services
    const page = await products.list(ProductListQuerySchema.parse({ sort: 'name', order: 'asc', fields: 'card' }))
    const factsById = await facts.listPublic(ids)
    listed = page.products.map(({ id, name }) => ({ name, facts: factsById.get(id)?.facts ?? [] }))
  })

  it('returns the same result as matching each product individually', async () => {
    await fc.assert(
      fc.asyncProperty(requirementsArbitrary, async (requirements) => {
        expect(await rankByIndex(requirements)).toEqual(rankNaively(requirements))
      }),
      { numRuns: 60, seed: 20261121 },
    )
  })

  it('matches no product if the attribute of a requirement is hidden', async () => {
    const requirements = { required: [{ attribute: 'sso', values: SUPPORT_LEVELS }], preferred: [] }
    const setActive = (isActive: boolean) =>
      app().database.write(async ({ db, publish }) => {
        await db.updateTable('attributes').set({ isActive }).where('key', '=', 'sso').execute()
        publish(ATTRIBUTES_TOPIC)
      })
    onTestFinished(() => setActive(true))
    expect((await rankByIndex(requirements)).matching.count).toBeGreaterThan(0)
    await setActive(false)
    expect((await rankByIndex(requirements)).matching.count).toBe(0)
  })
})
