import { describe, expect, it } from 'vitest'
import { EvaluationSchema } from '../../documents/evaluation.ts'
import {
  carryRenamedCriteria,
  getProfileWeight,
  listProfileErrors,
  listStandardErrors,
  listWeightErrors,
} from './check-standards.ts'

const createStandards = (weights: readonly [group: number, ...criteria: number[]][], profileCriterion = '准则0之0') =>
  EvaluationSchema.parse({
    evaluationStandards: {
      groups: weights.map(([percentage, ...criteria], group) => ({
        title: `组${group}`,
        percentage,
        criteria: criteria.map((weight, index) => ({ title: `准则${group}之${index}`, percentage: weight })),
      })),
      profiles: [{ title: '客服', weights: [{ criterion: profileCriterion, percentage: 10 }] }],
    },
  }).evaluationStandards

describe('listWeightErrors', () => {
  it.each<[string, Parameters<typeof createStandards>[0], object[]]>([
    [
      'weights that add up',
      [
        [60, 40, 20],
        [40, 40],
      ],
      [],
    ],
    [
      'weights with decimals',
      [
        [33.3, 11.1, 22.2],
        [66.7, 66.7],
      ],
      [],
    ],
    [
      'standards without weights',
      [
        [0, 0],
        [0, 0],
      ],
      [],
    ],
    ['no groups', [], []],
    [
      'a criterion that was raised',
      [
        [60, 50, 20],
        [40, 40],
      ],
      [
        {
          path: 'evaluationStandards.groups.0.criteria',
          message: '“组0”各准则的占比合计70%，应等于该组的占比60%',
        },
      ],
    ],
    [
      'a group that was raised',
      [
        [70, 40, 30],
        [40, 40],
      ],
      [{ path: 'evaluationStandards.groups', message: '各标准组的占比合计110%，应为100%' }],
    ],
  ])('checks %s', (_, weights, errors) => {
    expect(listWeightErrors(createStandards(weights))).toEqual(errors)
  })
})

describe('profiles', () => {
  it('may name existing criteria only', () => {
    expect(listProfileErrors(createStandards([[100, 100]]))).toEqual([])
    expect(listProfileErrors(createStandards([[100, 100]], '没有的'))).toEqual([
      {
        path: 'evaluationStandards.profiles.0.weights.0.criterion',
        message: '评估标准中没有名为“没有的”的准则，请从列表中选择',
      },
    ])
  })

  it('follow a criterion that is renamed', () => {
    const stored = createStandards([[100, 60, 40]])
    const [group] = stored.groups
    const criteria = group?.criteria.map((criterion, index) => ({ ...criterion, title: `新名${index}` })) ?? []
    const renamed = { ...stored, groups: stored.groups.map((item) => ({ ...item, criteria })) }
    const carried = carryRenamedCriteria(renamed, stored)
    expect(carried.profiles[0]?.weights).toMatchObject([{ criterion: '新名0', percentage: 10 }])
    expect(listProfileErrors(carried)).toEqual([])
  })

  it('keep the name of a criterion that still exists', () => {
    const stored = createStandards([[100, 60, 40]])
    expect(carryRenamedCriteria(stored, stored)).toBe(stored)
  })
})

describe('publication', () => {
  it('requires profiles that add up to 100 with the criteria that they don’t list', () => {
    const standards = createStandards([[100, 60, 40]])
    const [profile] = standards.profiles
    expect(profile && getProfileWeight(standards, profile)).toBe(60)
    expect(listStandardErrors(standards)).toEqual([
      { path: 'evaluationStandards.profiles.0.weights', message: '场景“客服”与其余准则的占比合计50%，应为100%' },
    ])
    expect(listStandardErrors({ ...standards, profiles: [] })).toEqual([])
  })

  it('requires titles that differ', () => {
    const standards = createStandards([[100, 60, 40]])
    const groups = standards.groups.map((group) => ({
      ...group,
      criteria: group.criteria.map((criterion) => ({ ...criterion, title: '准确性' })),
    }))
    expect(listStandardErrors({ groups, profiles: [] })).toEqual([
      { path: 'evaluationStandards.groups.0.criteria.1.title', message: '有两项准则都名为“准确性”' },
    ])
  })
})
