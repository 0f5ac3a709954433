import { describe, expect, it } from 'vitest'
import { EvaluationSchema } from '../../documents/evaluation.ts'
import { DEFAULT_GRADES } from './evidence-grades.ts'
import { describeMethodChanges, getMethod, isUsableMethod } from './method.ts'

const standards = (overrides: object = {}) => ({
  groups: [
    {
      title: '技术',
      percentage: 40,
      criteria: [
        { title: '准确性', percentage: 30, items: ['自有任务集的实测'] },
        { title: '安全', percentage: 10, isRequired: true, minimum: 70 },
        { title: '只是说明', percentage: 0 },
      ],
    },
    { title: '市场', percentage: 60, criteria: [{ title: '案例', percentage: 60 }] },
  ],
  profiles: [
    {
      title: '客服',
      weights: [
        { criterion: '安全', percentage: 20 },
        { criterion: '没有的准则', percentage: 9 },
      ],
    },
  ],
  ...overrides,
})
const readMethod = (evaluationStandards: object) => getMethod(EvaluationSchema.parse({ evaluationStandards }))

describe('the method of a document', () => {
  const method = readMethod(standards())

  it('contains the groups and criteria that have weight, with their keys', () => {
    expect(method.groups.map(({ key, title, weight }) => [key, title, weight])).toEqual([
      ['group-1', '技术', 40],
      ['group-2', '市场', 60],
    ])
    expect(method.groups[0]?.criteria).toEqual([
      {
        key: 'criterion-1',
        title: '准确性',
        description: '',
        evidence: ['自有任务集的实测'],
        weight: 30,
        isRequired: false,
        minimum: null,
      },
      expect.objectContaining({ key: 'criterion-2', isRequired: true, minimum: 70 }),
    ])
  })

  it('has the default grades if a document defines none', () => {
    expect(method.grades).toEqual(DEFAULT_GRADES)
    expect(readMethod(standards({ grades: [] })).grades).toEqual(DEFAULT_GRADES)
  })

  it('resolves the criteria of a profile by title, and ignores unknown ones', () => {
    expect(method.profiles).toEqual([
      { key: 'profile-1', title: '客服', description: '', weights: [{ criterion: 'criterion-2', weight: 20 }] },
    ])
  })

  it('is unusable without groups', () => {
    expect(isUsableMethod(method)).toBe(true)
    expect(isUsableMethod(readMethod({}))).toBe(false)
  })
})

describe('the changes of a method', () => {
  const before = readMethod(standards())

  it('lists no changes for the same method', () => {
    expect(describeMethodChanges(before, readMethod(standards()))).toEqual([])
  })

  it('list added, removed, renamed, reweighted, rewritten and reordered parts', () => {
    const document = EvaluationSchema.parse({ evaluationStandards: standards() }).evaluationStandards
    const [tech, market] = document.groups
    const [accuracy, safety] = tech?.criteria ?? []
    const after = readMethod({
      ...document,
      groups: [
        { ...market, title: '市场与口碑', criteria: [...(market?.criteria ?? []), { title: '口碑', percentage: 5 }] },
        { ...tech, percentage: 45, criteria: [{ ...safety, minimum: 80, items: ['等保证明'] }] },
      ],
      grades: document.grades.map((grade, index) => (index === 1 ? { ...grade, cap: 80 } : grade)),
      profiles: [],
    })
    expect(accuracy?.title).toBe('准确性')
    expect(describeMethodChanges(before, after)).toEqual([
      '分组“市场”改名为“市场与口碑”',
      '新增准则“口碑”',
      '分组“技术”的占比由40改为45',
      '删除准则“准确性”',
      '准则“安全”的一票否决线由70改为80',
      '改写准则“安全”所认可证据的说明',
      '调整分组的顺序',
      '证据等级“第三方可核验”的封顶分由85改为80',
      '删除场景权重“客服”',
    ])
  })
})
