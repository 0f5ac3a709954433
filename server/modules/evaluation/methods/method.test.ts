import { describe, expect, it } from 'vitest'
import { EvaluationSchema } from '#contracts/documents/evaluation.ts'
import { DEFAULT_GRADES } from '#contracts/rules/evaluation/evidence-grades.ts'
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
  const { groups, grades, profiles } = EvaluationSchema.parse({ evaluationStandards: standards() }).evaluationStandards
  const [tech, market] = groups
  const [accuracy, safety] = tech?.criteria ?? []
  const describeChanges = (changes: object) =>
    describeMethodChanges(readMethod(standards()), readMethod({ groups, grades, profiles, ...changes }))
  const withTech = (changes: object) => ({ groups: [{ ...tech, ...changes }, market] })

  it('lists nothing for the same method', () => {
    expect(describeChanges({})).toEqual([])
  })

  it.each([
    {
      case: 'a renamed group',
      changes: { groups: [tech, { ...market, title: '市场与口碑' }] },
      description: '分组“市场”改名为“市场与口碑”',
    },
    { case: 'a reweighted group', changes: withTech({ percentage: 45 }), description: '分组“技术”的占比由40改为45' },
    { case: 'reordered groups', changes: { groups: [market, tech] }, description: '调整分组的顺序' },
    {
      case: 'a new criterion',
      changes: withTech({ criteria: [accuracy, safety, { title: '口碑', percentage: 5 }] }),
      description: '新增准则“口碑”',
    },
    { case: 'a removed criterion', changes: withTech({ criteria: [safety] }), description: '删除准则“准确性”' },
    {
      case: 'another minimum',
      changes: withTech({ criteria: [accuracy, { ...safety, minimum: 80 }] }),
      description: '准则“安全”的一票否决线由70改为80',
    },
    {
      case: 'rewritten evidence',
      changes: withTech({ criteria: [accuracy, { ...safety, items: ['等保证明'] }] }),
      description: '改写准则“安全”所认可证据的说明',
    },
    {
      case: 'another cap of a grade',
      changes: { grades: grades.map((grade, index) => (index === 1 ? { ...grade, cap: 80 } : grade)) },
      description: '证据等级“第三方可核验”的封顶分由85改为80',
    },
    { case: 'a removed profile', changes: { profiles: [] }, description: '删除场景权重“客服”' },
  ])('names $case', ({ changes, description }) => {
    expect(describeChanges(changes)).toEqual([description])
  })

  it('lists groups with their criteria first, then profiles', () => {
    const changes = { ...withTech({ percentage: 45, criteria: [safety] }), profiles: [] }
    expect(describeChanges(changes)).toEqual(['分组“技术”的占比由40改为45', '删除准则“准确性”', '删除场景权重“客服”'])
  })
})
