import { expect, it } from 'vitest'
import { compareFeatures, describeSimilarity, listDifferences, scoreSimilarity } from './similarity.ts'

const yesNo = (label: string, value: 'yes' | 'partial' | 'no') =>
  ({ attribute: label, label, group: '能力', type: 'yesNo', value, isComplete: false }) as const
const models = (...value: string[]) =>
  ({ attribute: 'models', label: '可接模型', group: '模型', type: 'choices', value, isComplete: false }) as const
const allModels = (...value: string[]) => ({ ...models(...value), isComplete: true })
const level = (name: string) =>
  ({
    attribute: 'classified-protection',
    label: '等保级别',
    group: '安全合规',
    isComplete: false,
    type: 'certificate',
    value: name === '' ? 'none' : { name: '等保', level: name, number: '', issuer: '', validUntil: null },
  }) as const

it('lists what both have, what the other has in addition, and what it lacks', () => {
  const own = [yesNo('私有化部署', 'yes'), level(''), models('DeepSeek', 'Kimi'), yesNo('SSO', 'yes')]
  const other = [yesNo('私有化部署', 'partial'), level('三级'), allModels('DeepSeek'), yesNo('SSO', 'no')]
  expect(describeSimilarity(compareFeatures(own, other))).toBe(
    '相同：私有化部署、DeepSeek（可接模型）\n另有：等保三级\n没有：Kimi（可接模型）、SSO',
  )
})

it("doesn't count unknown attributes as differences", () => {
  expect(compareFeatures([yesNo('RAG', 'yes')], [level('三级')])).toEqual({ shared: [], gained: [], missing: [] })
})

it('counts no choice as missing from a list that may not be complete', () => {
  expect(describeSimilarity(compareFeatures([models('DeepSeek', 'Kimi')], [models('Kimi')]))).toBe(
    '相同：Kimi（可接模型）',
  )
  expect(compareFeatures([models('DeepSeek')], [allModels('OpenAI兼容接口')]).missing).toEqual([])
})

it('counts another licence neither as a feature in addition nor as one that is missing', () => {
  const licence = (value: string) => ({
    attribute: 'license',
    label: '许可证',
    group: '基本',
    type: 'choices' as const,
    value: [value],
    isComplete: true,
  })
  expect(compareFeatures([licence('附加条件的开源许可')], [licence('MIT')])).toEqual({
    shared: [],
    gained: [],
    missing: [],
  })
})

it('uses the first fact of an attribute, and ignores types that state no feature', () => {
  const vendor = (value: string) =>
    ({ attribute: 'vendor', label: '厂商', group: '基本', type: 'text', value, isComplete: false }) as const
  const own = [yesNo('RAG', 'yes'), yesNo('RAG', 'no'), vendor('甲')]
  expect(compareFeatures(own, [yesNo('RAG', 'yes'), vendor('乙')])).toEqual({
    shared: ['RAG'],
    gained: [],
    missing: [],
  })
})

it("counts features that aren't listed, and ranks the more similar product first", () => {
  const all = ['一', '二', '三', '四'].map((label) => yesNo(label, 'yes'))
  expect(describeSimilarity(compareFeatures(all, all))).toBe('相同：一、二、三等4项')
  const half = [...all.slice(0, 2), yesNo('三', 'no'), yesNo('四', 'no')]
  expect(scoreSimilarity(compareFeatures(all, all))).toBeGreaterThan(scoreSimilarity(compareFeatures(all, half)))
})

it('lists a choice as unknown if a list may not be complete, and no feature of the licence', () => {
  const licence = {
    attribute: 'license',
    label: '许可证',
    group: '基本',
    type: 'choice',
    value: 'MIT',
    isComplete: false,
  } as const
  expect(listDifferences([models('DeepSeek', 'Kimi'), licence], [allModels('DeepSeek')])).toEqual({
    shared: ['DeepSeek（可接模型）'],
    gained: [],
    missing: ['Kimi（可接模型）'],
    unknownThere: [],
    unknownHere: [],
  })
  expect(listDifferences([models('DeepSeek')], [models('Kimi')])).toEqual({
    shared: [],
    gained: [],
    missing: [],
    unknownThere: ['DeepSeek（可接模型）'],
    unknownHere: ['Kimi（可接模型）'],
  })
})
