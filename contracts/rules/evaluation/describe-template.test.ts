import { describe, expect, it } from 'vitest'
import { PriceRuleSchema } from '../../evaluation-analysis/price-rule.ts'
import { type ProjectSetup, ProjectSetupSchema } from '../../evaluation-projects/project.ts'
import type { MethodTemplate } from '../../evaluation-projects/templates/template.ts'
import { findTemplate, METHOD_TEMPLATES } from '../../evaluation-projects/templates/templates.ts'
import { DEFAULT_THRESHOLDS } from '../score.ts'
import { describeTemplateChanges, describeTemplateConflicts, describeTemplateSource } from './describe-template.ts'
import { listPriceCriteria } from './project-prices.ts'
import { listCriterionShares } from './scoring.ts'

const toSetup = ({ id, setup }: MethodTemplate): ProjectSetup =>
  ProjectSetupSchema.parse({ ...setup, template: id, candidates: [], thresholds: DEFAULT_THRESHOLDS })
/** Returns the setup with another weight of a group. */
const withGroupWeight = (setup: ProjectSetup, key: string, weight: number): ProjectSetup => ({
  ...setup,
  groups: setup.groups.map((group) => (group.key === key ? { ...group, weight } : group)),
})

const [GOODS] = METHOD_TEMPLATES
if (!GOODS) throw new Error('there is no template')

describe.each(METHOD_TEMPLATES.map((template) => [template.title, template] as const))(
  'the template “%s”',
  (_, template) => {
    it('is a valid setup of 100 points, unchanged and without conflicts', () => {
      const setup = toSetup(template)
      expect(setup.groups.reduce((sum, { weight }) => sum + weight, 0)).toBe(100)
      for (const { weight, criteria } of setup.groups)
        expect(criteria.reduce((sum, criterion) => sum + criterion.weight, 0)).toBeCloseTo(weight, 9)
      expect(listPriceCriteria(setup)).toHaveLength(template.price || template.id === 'enterprise-tender' ? 1 : 0)
      expect(describeTemplateChanges(template, setup)).toEqual([])
      expect(describeTemplateConflicts(template, setup)).toEqual([])
      expect(findTemplate(template.id)).toBe(template)
    })
  },
)

it('names the source, its articles and since when it is in force', () => {
  expect(describeTemplateSource(GOODS)).toBe(
    '方法模板：政府采购综合评分（货物），依据《政府采购货物和服务招标投标管理办法》（财政部令第87号）第四十七条、第五十五条（2017-10-01起施行）。依据公开文件整理，不代表认证。',
  )
})

it('names several sources, and says where there is none', () => {
  const describeById = (id: string) => {
    const template = findTemplate(id)
    return template && describeTemplateSource(template)
  }
  expect(describeById('agent-governance')).toBe(
    '方法模板：智能体治理核对，依据全国网络安全标准化技术委员会《人工智能安全治理框架》2.0版的风险分类与防范措施（2025-09-15发布）、OWASP《Top 10 for Agentic Applications 2026》（ASI01至ASI10）（2025-12-09发布）。依据公开文件整理，不代表认证。',
  )
  expect(describeById('pilot-acceptance')).toBe('方法模板：试点验收，由平台整理，没有对应的公开文件，不代表认证。')
})

it('says which marks of a pilot were changed', () => {
  const template = findTemplate('pilot-acceptance')
  if (!template) throw new Error('there is no template')
  const setup = toSetup(template)
  const changed: ProjectSetup = {
    ...setup,
    groups: setup.groups.map((group) => ({
      ...group,
      criteria: group.criteria.map((criterion) =>
        criterion.key === 'time'
          ? { ...criterion, counted: { kind: 'measured', unit: '分钟', direction: 'atMost', mark: 12 } }
          : criterion,
      ),
    })),
  }
  expect(describeTemplateChanges(template, changed)).toEqual([
    '“单次处理时长”改为由试点数据判定：试点后不高于12分钟为达到，得100分，否则0分',
  ])
})

it('says what was changed, and that the price has less than the source demands', () => {
  const cheaper = withGroupWeight(toSetup(GOODS), 'price', 10)
  const priceShare = listCriterionShares(cheaper.groups).find(({ key }) => key === 'price')?.share ?? 0
  expect(priceShare).toBeCloseTo(0.125, 9)
  expect(describeTemplateChanges(GOODS, cheaper)).toContain('“报价”由30%改为12.5%')
  expect(describeTemplateConflicts(GOODS, cheaper)).toEqual(['价格占12.5%，低于所依据文件的30%'])
  const judgedPrice: ProjectSetup = {
    ...toSetup(GOODS),
    aggregate: 'median',
    groups: toSetup(GOODS).groups.map((group) => ({
      ...group,
      criteria: group.criteria.map(({ price: _price, ...criterion }) => criterion),
    })),
  }
  expect(describeTemplateChanges(GOODS, judgedPrice)).toEqual(['“报价”改为由评委打分', '评委分数改取中位数'])
})

it('says that prices are scored otherwise, and what was capped or vetoes', () => {
  const setup = toSetup(GOODS)
  const rule = PriceRuleSchema.parse({ formula: 'mean', parameters: { above: 1, below: 1 } })
  const changed: ProjectSetup = {
    ...setup,
    grades: setup.grades.map((grade) => ({ ...grade, cap: 50 })),
    groups: setup.groups.map((group) => ({
      ...group,
      criteria: group.criteria.map((criterion) => {
        if (criterion.key === 'price') return { ...criterion, price: { basis: 'threeYears', rule } }
        return criterion.key === 'trial' ? { ...criterion, isRequired: true, minimum: 60 } : criterion
      }),
    })),
  }
  expect(describeTemplateChanges(GOODS, changed)).toEqual([
    '“报价”改为以三年总成本评分：平均值得100分，每高1%扣1分，每低1%扣1分',
    '“演示与实测”低于60分一票否决',
    '证据等级改为投标（响应）文件最高计50分、自行核实最高计50分',
  ])
  expect(describeTemplateConflicts(GOODS, changed)).toEqual(['“报价”的公式不是所依据文件的“低价优先”'])
})

it('says nothing while weights are being typed', () => {
  const blank = { ...toSetup(GOODS), groups: toSetup(GOODS).groups.map((group) => ({ ...group, weight: 0 })) }
  expect(describeTemplateChanges(GOODS, blank)).toEqual([])
  expect(describeTemplateConflicts(GOODS, blank)).toEqual([])
})
