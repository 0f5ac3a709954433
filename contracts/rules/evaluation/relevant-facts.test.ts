import { describe, expect, it } from 'vitest'
import { PublicProductSchema } from '../../products/product.ts'
import { listProductFacts, partitionFacts } from './relevant-facts.ts'

const product = PublicProductSchema.parse({
  id: 'p1',
  name: '客服云',
  price: '按量订阅',
  keyCapabilities: ['依据知识库作答', '工单创建'],
  deploymentTypes: ['私有化部署'],
  securityCompliance: ['网络安全等级保护三级', ' '],
  technicalSpecs: [
    { title: '首字时间', value: '1.8秒' },
    { title: '最低硬件', value: '8核CPU' },
    { title: '接口', value: 'REST接口' },
    { title: '备注', value: '' },
  ],
  lastUpdated: '2026-11-21T00:00:00.000Z',
})
const facts = listProductFacts(product)

describe('listProductFacts', () => {
  it('lists fields, then specifications, without empty ones', () => {
    expect(facts.map(({ label }) => label)).toEqual([
      '价格',
      '核心能力',
      '部署方式',
      '安全合规',
      '首字时间',
      '最低硬件',
      '接口',
    ])
    expect(facts[3]).toEqual({ label: '安全合规', values: ['网络安全等级保护三级'] })
  })
})

const NOTHING = { title: '第一条', description: '' }
const createFact = (value: string) => ({ label: '备注', values: [value] })

describe('partitionFacts', () => {
  it.each([
    { title: '安全与合规', labels: ['安全合规'] },
    { title: '工具调用与系统集成', labels: ['接口'] },
    { title: '知识与检索', labels: ['核心能力'] },
    { title: '稳定性与性能', labels: ['首字时间', '最低硬件'] },
    { title: '总体拥有成本', labels: ['价格', '最低硬件'] },
    { title: '实施与服务', labels: ['部署方式'] },
  ])('finds the facts that are relevant to $title', ({ title, labels }) => {
    const { relevant, others } = partitionFacts(facts, { title, description: '安全' })
    expect(relevant.map(({ label }) => label)).toEqual(labels)
    expect(others).toEqual(facts.filter((fact) => !relevant.includes(fact)))
  })

  it('falls back to the description of a criterion whose title has no subject', () => {
    expect(partitionFacts(facts, { ...NOTHING, description: '报价是否写明' }).relevant[0]?.label).toBe('价格')
  })

  it('finds nothing relevant to a criterion without a subject', () => {
    expect(partitionFacts(facts, NOTHING)).toEqual({ relevant: [], others: facts })
  })

  it('puts a fact whose label mentions a subject before one whose value does', () => {
    const inValue = { label: '备注', values: ['提供接口'] }
    const inLabel = { label: '接口', values: ['有'] }
    expect(partitionFacts([inValue, inLabel], { ...NOTHING, title: '集成' }).relevant).toEqual([inLabel, inValue])
  })

  it.each([
    { case: 'next to Chinese', title: '系统集成', value: '提供API与工具' },
    { case: 'in lower case', title: '系统集成', value: 'rest api' },
    { case: 'in the plural', title: '系统集成', value: 'REST APIs' },
    { case: 'at the end of a compound', title: '系统集成', value: '兼容OpenAPI规范' },
    { case: 'at the start of a compound', title: '知识与检索', value: '基于RAGFlow' },
  ])('recognizes an acronym $case: $value', ({ title, value }) => {
    const fact = createFact(value)
    expect(partitionFacts([fact], { ...NOTHING, title }).relevant).toEqual([fact])
  })

  it.each([
    { acronym: 'RAG', title: '知识与检索', value: 'Object storage' },
    { acronym: 'RAG', title: '知识与检索', value: 'OBJECT STORAGE' },
    { acronym: 'API', title: '系统集成', value: 'Rapid release' },
    { acronym: 'SSO', title: '系统集成', value: 'lesson' },
  ])('finds no $acronym in $value', ({ title, value }) => {
    expect(partitionFacts([createFact(value)], { ...NOTHING, title }).relevant).toEqual([])
  })
})
