/** Compares lists, searches and counts of generated products with a naive implementation. */
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { Attribute } from '#contracts/facts/attribute.ts'
import { type ProductInput, ProductListQuerySchema, ProductSchema } from '#contracts/products/product.ts'
import type { UncheckedFact } from '#contracts/rules/facts/check-facts.ts'
import { DEPLOYMENT_ATTRIBUTES, listKnownTypes } from '#contracts/rules/facts/form-facts.ts'
import { foldName } from '#contracts/rules/names.ts'
import { foldText, foldTexts, splitSearchWords } from '#server/platform/search-text/fold-text.ts'
import { matchesSearch } from '#server/platform/search-text/pinyin.ts'
import { insertProducts } from '#testing/factories/products.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { createValueSearch } from './detail-search.ts'

const COUNT = 120
/** The ranks of products in the order of a search. */
const RANKS = { sameName: 0, primaryMatch: 1, secondaryMatch: 2, noMatch: 3 }
const ACTOR = { id: 'a', name: '测试', ip: null }
const WORDS = ['智能', '客服', '服务', '长春', '银行', '重庆', '女', '單據', '审查', 'AI', 'Rag', '78', '，', ' ', '能']
const CATEGORIES = ['客服', '财务', '']
const TYPES = ['SaaS', '混合部署']
const CHOICES = { rag: ['yes', 'no', 'partial'], models: ['Kimi', 'DeepSeek', 'OpenAI'] } as const

type Sample = { id: string; product: ProductInput; searchedText: string; facts: UncheckedFact[]; isVerified: boolean }

const generateText = (minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom(...WORDS), { minLength, maxLength }).map((words) => words.join(''))

const generatedProducts = fc.array(
  fc.record({
    name: generateText(0, 3),
    slogan: generateText(0, 4),
    description: generateText(0, 8),
    capability: generateText(0, 3),
    category: fc.constantFrom(...CATEGORIES),
    types: fc.subarray(TYPES),
    rating: fc.constantFrom(null, 3, 4, 4.5),
    isSample: fc.boolean(),
    isActive: fc.constantFrom(true, true, true, false),
    vendor: generateText(0, 3),
    rag: fc.constantFrom(undefined, ...CHOICES.rag),
    models: fc.subarray([...CHOICES.models]),
    isVerified: fc.boolean(),
  }),
  { minLength: COUNT, maxLength: COUNT },
)

function createSample(
  index: number,
  { capability, types, vendor, rag, models, isVerified, ...fields }: Generated,
): Sample {
  const product = ProductSchema.parse({
    ...fields,
    name: `${fields.name}${index}`,
    keyCapabilities: capability.trim() === '' ? [] : [capability],
    deploymentTypes: types,
  })
  const base = {
    grade: isVerified ? 'verified' : 'public',
    sourceUrl: 'https://example.com',
    readAt: '2026-11-20',
    note: '',
  } as const
  const facts: UncheckedFact[] = [
    ...(vendor.trim() === '' ? [] : [{ ...base, attribute: 'vendor', value: vendor.trim() }]),
    ...(rag === undefined ? [] : [{ ...base, attribute: 'rag', value: rag }]),
    ...(models.length === 0 ? [] : [{ ...base, attribute: 'models', value: models }]),
    ...listKnownTypes(types).map((type) => ({ ...base, attribute: DEPLOYMENT_ATTRIBUTES[type], value: 'yes' })),
  ]
  const searchedText = foldTexts([product.name, product.slogan, product.description])
  return { id: `product-${index}`, product, searchedText, facts, isVerified }
}
type Generated = ReturnType<typeof generatedProducts.generate>['value'][number]

/** One word of a search: part of a text, of its full pinyin or of its pinyin initials. */
const searchWord = fc.oneof(
  generateText(1, 2),
  fc.constantFrom(
    '智',
    '能客',
    '單',
    '单据',
    'ＲＡＧ',
    'a',
    '7',
    'zn',
    'fuwu',
    '私有化',
    'dengbao',
    '月之暗面',
    'vendor',
    '8ai',
  ),
  fc
    .array(
      fc.constantFrom('zhi', 'z', 'neng', 'n', 'ke', 'k', 'fu', 'f', 'chang', 'zhong', 'qing', 'ai', 'rag', '78'),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    .chain((units) => fc.nat({ max: 3 }).map((cut) => units.join('').slice(0, units.join('').length - cut))),
)

const searchInput = fc.oneof(
  searchWord,
  searchWord,
  fc.array(searchWord, { minLength: 2, maxLength: 3 }).map((words) => words.join(' ')),
)

/** Returns whether something matches a search as typed, or each of its words. */
const matchesWords = (search: string, matches: (term: string) => boolean): boolean => {
  const words = splitSearchWords(search)
  return matches(search) || (words.length > 0 && words.every(matches))
}

onEveryDatabase('lists of products', (app) => {
  let samples: Sample[] = []
  let attributes: readonly Attribute[] = []
  const values = createValueSearch()
  const collator = new Intl.Collator('zh-Hans-CN-u-co-pinyin', { numeric: true })

  beforeAll(async () => {
    await app().services.facts.attributes.seed()
    const [products = []] = fc.sample(generatedProducts, { numRuns: 1, seed: 20_261_122 })
    samples = products.map((product, index) => createSample(index, product))
    await insertProducts(app(), 'agent', samples)
    await app().database.write((transaction) =>
      app().services.facts.addSamples(
        transaction,
        'agent',
        samples.map(({ id, facts }) => ({ productId: id, facts })),
      ),
    )
    attributes = await app().services.facts.attributes.list('agent')
  })

  const hasValue = ({ facts }: Sample, attribute: string, value: string, isVerifiedOnly: boolean) =>
    facts.some(
      (fact) =>
        fact.attribute === attribute &&
        [fact.value].flat().includes(value) &&
        (!isVerifiedOnly || fact.grade === 'verified'),
    )

  function isSecondaryMatch(sample: Sample, search: string): boolean {
    const query = foldText(search)
    if (values.list(attributes, search).some(({ attribute, value }) => hasValue(sample, attribute, value, false)))
      return true
    if (/^\p{ASCII}?$/u.test(query)) return false
    const vendor = sample.facts.find(({ attribute }) => attribute === 'vendor')?.value
    return [...sample.product.keyCapabilities, ...sample.product.deploymentTypes, String(vendor ?? '')].some((text) =>
      foldText(text).includes(query),
    )
  }

  type Filters = {
    search: string
    category: string
    type: string
    f: Record<string, string[]>
    verified: boolean
  }

  const matchesFacts = (sample: Sample, f: Filters['f'], verified: Filters['verified']) =>
    Object.entries(f).every(([key, chosen]) => chosen.some((value) => hasValue(sample, key, value, verified))) &&
    (!verified ||
      Object.keys(f).length > 0 ||
      sample.facts.some(({ grade, attribute }) => grade === 'verified' && attribute !== 'vendor'))

  function listNaively(
    { search, category, type, f, verified }: Filters,
    sort: 'name' | 'rating',
    order: 'asc' | 'desc',
  ) {
    const rank = (sample: Sample) => {
      const isPrimaryMatch = (term: string) => matchesSearch(sample.searchedText, foldText(term))
      const isDefaultOrder = sort === 'rating' && order === 'desc'
      if (isDefaultOrder && foldName(sample.product.name) === foldName(search)) return RANKS.sameName
      if (search.trim() === '' || matchesWords(search, isPrimaryMatch)) return RANKS.primaryMatch
      const isMatch = (term: string) => isPrimaryMatch(term) || isSecondaryMatch(sample, term)
      return matchesWords(search, isMatch) ? RANKS.secondaryMatch : RANKS.noMatch
    }
    const compareNames = (a: Sample, b: Sample) => collator.compare(a.product.name, b.product.name)
    const sign = order === 'asc' ? 1 : -1
    const compare = (a: Sample, b: Sample) =>
      sort === 'name'
        ? sign * compareNames(a, b)
        : Number(a.product.isSample) - Number(b.product.isSample) ||
          sign * ((a.product.rating ?? 0) - (b.product.rating ?? 0)) ||
          compareNames(a, b)
    return samples
      .filter(({ product }) => product.isActive && (category === '' || product.category === category))
      .filter(({ product }) => type === '' || product.deploymentTypes.includes(type))
      .filter((sample) => rank(sample) !== RANKS.noMatch && matchesFacts(sample, f, verified))
      .sort((a, b) => rank(a) - rank(b) || compare(a, b))
      .map(({ id }) => id)
  }

  /** Whether any product contains the search: if none does, the list has what meets most of its words. */
  const isContained = (filter: Filters) => listNaively({ ...filter, f: {}, verified: false }, 'name', 'asc').length > 0

  const filters: fc.Arbitrary<Filters> = fc.record({
    search: fc.oneof(fc.constant(''), searchInput, searchInput),
    category: fc.constantFrom('', '', ...CATEGORIES),
    type: fc.constantFrom('', '', ...TYPES),
    f: fc.record(
      {
        rag: fc.subarray([...CHOICES.rag], { minLength: 1 }),
        models: fc.subarray([...CHOICES.models], { minLength: 1 }),
      },
      { requiredKeys: [] },
    ),
    verified: fc.constantFrom(true, false, false),
  })
  const orders = [
    fc.constantFrom('name' as const, 'rating' as const),
    fc.constantFrom('asc' as const, 'desc' as const),
  ] as const

  const expectSameLists = () =>
    fc.assert(
      fc.asyncProperty(filters, ...orders, fc.integer({ min: 1, max: 4 }), async (filter, sort, order, page) => {
        fc.pre(isContained(filter))
        const query = ProductListQuerySchema.parse({ ...filter, sort, order, page, pageSize: 30 })
        const { products, pagination } = await app().services.products.list(query)
        const expected = listNaively(filter, sort, order)
        expect(products.map(({ id }) => id)).toEqual(expected.slice((page - 1) * 30, page * 30))
        expect(pagination.totalItems).toBe(expected.length)
        if (filter.search.trim() !== '') for (const { name, matches } of products) expect(matches, name).not.toEqual([])
      }),
      { numRuns: 250 },
    )

  it('lists the same products as a naive implementation, in the same order and pages', expectSameLists)

  it('counts the same products as a naive implementation', async () => {
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        fc.pre(isContained(filter))
        const facets = await app().services.products.listFacets(ProductListQuerySchema.parse(filter))
        for (const [key, choices] of Object.entries(CHOICES)) {
          const others = Object.fromEntries(Object.entries(filter.f).filter(([each]) => each !== key))
          for (const value of choices) {
            const narrowed = { ...filter, f: { ...others, [key]: [value] } }
            const counted = facets
              .find(({ attribute }) => attribute === key)
              ?.values.find((each) => each.value === value)
            const expected = listNaively(narrowed, 'name', 'asc').length
            expect(counted?.count ?? 0, `${key} ${value}`).toBe(expected)
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  it('lists the same products in the back office, except for matches in details and facts', async () => {
    await fc.assert(
      fc.asyncProperty(searchInput, ...orders, async (search, sort, order) => {
        const { items } = await app().services.products.table.list('agent', {
          search,
          category: '',
          status: 'active',
          sort,
          order,
          page: 1,
          pageSize: 100,
        })
        const filter: Filters = { search, category: '', type: '', f: {}, verified: false }
        const expected = listNaively(filter, sort, order).filter((id) => {
          const searchedText = samples.find((sample) => sample.id === id)?.searchedText
          if (search.trim() === '' || !searchedText) return search.trim() === ''
          return matchesWords(search, (term) => matchesSearch(searchedText, foldText(term)))
        })
        expect(items.map(({ id }) => id)).toEqual(expected.slice(0, 100))
      }),
      { numRuns: 60 },
    )
  })

  it('lists the same products after later changes', async () => {
    const changed = samples
      .slice(0, 20)
      .map(({ id, product }) => ({ id, product: { ...product, slogan: '客服服务智能' } }))
    for (const { id, product } of changed)
      await app().database.write((transaction) =>
        app().services.products.update(transaction, { catalogue: 'agent', id }, product, ACTOR),
      )
    samples = samples.map((sample) => {
      const product = changed.find(({ id }) => id === sample.id)?.product
      if (!product) return sample
      return { ...sample, product, searchedText: foldTexts([product.name, product.slogan, product.description]) }
    })
    await expectSameLists()
  })
})
