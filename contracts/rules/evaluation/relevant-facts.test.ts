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

describe('the facts of a product', () => {
  it('include fields and specifications, without empty ones', () => {
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

  it.each([
    ['安全与合规', ['安全合规']],
    ['工具调用与系统集成', ['接口']],
    ['知识与检索', ['核心能力']],
    ['稳定性与性能', ['首字时间', '最低硬件']],
    ['总体拥有成本', ['价格', '最低硬件']],
    ['实施与服务', ['部署方式']],
  ])('match the criterion %s', (title, labels) => {
    const { relevant, others } = partitionFacts(facts, { title, description: '安全' })
    expect(relevant.map(({ label }) => label)).toEqual(labels)
    expect(relevant.length + others.length).toBe(facts.length)
  })

  it('match a criterion by its description if its title matches nothing', () => {
    expect(partitionFacts(facts, { title: '第一条', description: '报价是否写明' }).relevant[0]?.label).toBe('价格')
    expect(partitionFacts(facts, { title: '第一条', description: '' }).relevant).toEqual([])
  })
})
