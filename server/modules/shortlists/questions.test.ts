import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import type { Attribute } from '#contracts/facts/attribute.ts'
import type { Fact } from '#contracts/facts/fact.ts'
import { SHORTLIST_LIMITS } from '#contracts/limits.ts'
import { openZip } from '#testing/factories/zip.ts'
import type { MatchedProduct, MatchedShortlist } from './match.ts'
import { describeOmittedProducts, listQuestions, writeVendorDocuments } from './questions.ts'

const createProduct = (name: string): MatchedProduct => ({
  product: { id: name, name, summary: '', category: '' },
  match: {
    status: 'uncertain',
    met: [],
    unknown: [{ attribute: 'sso', values: ['yes'] }],
    unmet: [],
    preferredMet: [],
    preferredUnmet: [],
    preferredUnknown: [],
  },
  facts: [],
  factsUpdatedOn: null,
})
const createProducts = (count: number) => Array.from({ length: count }, (_, index) => createProduct(`产品${index + 1}`))

/** A shortlist of more products than can be candidates, which all may meet the requirements. */
const createShortlist = (candidates: MatchedProduct[]): MatchedShortlist => ({
  hasRequirements: true,
  result: {
    matching: { products: [], count: 0 },
    uncertain: { products: createProducts(SHORTLIST_LIMITS.candidates + 5), count: 493 },
    failing: { products: [], count: 0 },
  },
  candidates,
  unlisted: [],
})

it('asks about the best products without candidates, and says how many are omitted', () => {
  const shortlist = createShortlist([])
  const products = listQuestions(shortlist, [SSO]).map(({ product }) => product)
  expect([products.length, products.at(-1)]).toEqual([SHORTLIST_LIMITS.candidates, '产品20'])
  expect(describeOmittedProducts(shortlist)).toContain('有493个，只列出前20个')
})

const SSO: Attribute = {
  key: 'sso',
  label: 'SSO',
  group: '安全',
  type: 'yesNo',
  unit: '',
  choices: [],
  catalogues: ['agent'],
  categories: [],
  isFilter: true,
  isCompared: true,
  isOnCard: false,
  hint: '',
  staleAfterMonths: null,
}
const CLAIM: Fact = {
  id: 'f',
  attribute: 'sso',
  label: 'SSO',
  group: '安全',
  type: 'yesNo',
  value: 'yes',
  isComplete: false,
  unit: '',
  grade: 'claimed',
  sourceUrl: '',
  readAt: null,
  note: '',
  isStale: false,
  staleReason: null,
  isDisputed: false,
}

it('asks what isn’t known, and for proof of what only the vendor says', () => {
  const unknown = createProduct('甲')
  const claimed = createProduct('乙')
  const sso = { attribute: 'sso', values: ['yes'] }
  const matched = createShortlist([
    unknown,
    { ...claimed, match: { ...claimed.match, met: [sso], unknown: [] }, facts: [CLAIM] },
    { ...claimed, match: { ...claimed.match, unknown: [{ ...sso, grade: 'third-party' as const }] }, facts: [CLAIM] },
  ])
  expect(listQuestions(matched, [SSO]).map(({ questions }) => questions[0]?.text)).toEqual([
    '产品是否支持“SSO”？部分支持的，请写明支持到什么程度、需要哪个版本。',
    '“SSO”（支持）目前只有厂商自述。请提供可以核对的证明，如产品文档的链接、截图、证书或第三方报告。',
    '“SSO”（支持）目前只有厂商自述。请提供第三方一级的证明，如产品文档的链接、截图、证书或第三方报告。',
  ])
})

it('asks for an unknown price, and for proof of a claimed one, without saying what would be paid', () => {
  const price = { attribute: 'annual-price', atMost: 300_000 }
  const attribute: Attribute = { ...SSO, key: 'annual-price', label: '起售年费', type: 'number', unit: '元/年' }
  const claim: Fact = { ...CLAIM, attribute: 'annual-price', type: 'number', unit: '元/年', value: 280_000 }
  const { match, ...product } = createProduct('甲')
  const matched = createShortlist([
    { ...product, match: { ...match, unknown: [price] } },
    { ...product, match: { ...match, unknown: [], met: [price] }, facts: [claim] },
    { ...product, match: { ...match, unknown: [{ ...price, grade: 'public' }] }, facts: [claim] },
  ])
  const texts = listQuestions(matched, [attribute]).map(({ questions }) => questions[0]?.text)
  expect(texts).toEqual([
    '“起售年费”是多少（元/年）？请写明包含哪些版本、用户数与服务，是否含税，另外还有哪些费用。',
    '“起售年费”目前只有厂商自述。请提供可以核对的证明，如公开价目表的链接或盖章的报价单。',
    '“起售年费”目前只有厂商自述。请提供公开资料一级的证明，如公开价目表的链接或盖章的报价单。',
  ])
})

it('writes a document for each vendor, which names no other', async () => {
  const matched = createShortlist([createProduct('甲'), createProduct('乙')])
  const questionnaires = listQuestions(matched, [SSO])
  const archive = openZip(await buffer(writeVendorDocuments(questionnaires, { now: new Date(0) })))
  expect(archive.names).toEqual(['甲-询问清单.docx', '乙-询问清单.docx'])
})

it('asks only about candidates, without such a note', () => {
  const shortlist = createShortlist([createProduct('候选')])
  expect(listQuestions(shortlist, [SSO]).map(({ product }) => product)).toEqual(['候选'])
  expect(describeOmittedProducts(shortlist)).toBe('')
})
