import { describe, expect, it } from 'vitest'
import { type ProjectUpdate, ProjectUpdateSchema } from '#contracts/evaluation-projects/project.ts'
import { toCandidate } from '#contracts/rules/evaluation/candidates.ts'
import { compareThreeWay, mergeVersions } from '../../../../shared/versioned/three-way.ts'
import { describeSetupDifference, getSetupFieldLabel } from './describe-setup.ts'
import {
  addCandidate,
  createCustomCandidate,
  createWeighting,
  listWeightedItems,
  withCriterion,
  withPair,
  withWeight,
  withWeighting,
} from './setup-changes.ts'
import { toProjectUpdate, toSetupForm } from './setup-form.ts'

const createCriterion = (key: string, title: string, weight: number) => ({ key, title, weight })
const base = ProjectUpdateSchema.parse({
  name: '客服选型',
  description: '',
  setup: {
    candidates: [toCandidate({ id: 'dify-id', name: 'Dify' }, 'agent')],
    groups: [
      {
        key: 'tech',
        title: '技术',
        weight: 60,
        criteria: [
          createCriterion('accuracy', '准确性', 3),
          createCriterion('security', '安全', 2),
          createCriterion('integration', '集成', 1),
        ],
      },
      { key: 'market', title: '市场', weight: 40, criteria: [createCriterion('references', '案例', 1)] },
    ],
    grades: [{ key: 'own', title: '自行核实', cap: 100, description: '' }],
    thresholds: {},
  },
})
const withSetup = (change: (setup: ProjectUpdate['setup']) => ProjectUpdate['setup']): ProjectUpdate => ({
  ...base,
  setup: change(base.setup),
})

/** Merges the changes of two windows to one setup. */
function merge(mine: ProjectUpdate, theirs: ProjectUpdate) {
  const versions = { base: toSetupForm(base), mine: toSetupForm(mine), theirs: toSetupForm(theirs) }
  const { merged, hasConflict } = mergeVersions(versions)
  const compared = compareThreeWay(versions)
  const rows = compared.differences.flatMap((difference) => {
    const description = describeSetupDifference(difference, compared.versions.mine)
    return description ? [`${description.label}：${description.mine} / ${description.theirs}`] : []
  })
  return { merged: toProjectUpdate(merged), hasConflict, rows }
}

describe('merging the setups of two windows', () => {
  it('combines changes of different fields', () => {
    const mine = { ...withSetup((setup) => withWeight(setup, 'tech', 'accuracy', 5)), name: '新名称' }
    const theirs = withSetup((setup) => withCriterion(setup, 'security', { isRequired: true, minimum: 60 }))
    const { merged, hasConflict, rows } = merge(mine, theirs)
    expect(hasConflict).toBe(false)
    expect(merged).toMatchObject({
      name: '新名称',
      setup: { groups: [{ criteria: [{ weight: 5 }, { isRequired: true, minimum: 60 }, {}] }, {}] },
    })
    expect(rows).toEqual([
      '项目名称：新名称 / 客服选型',
      '准确性：权重：5 / 3',
      '安全：一票否决：否 / 是',
      '安全：最低分：（无） / 60',
    ])
  })

  it('adds a product that both added once, and the custom candidates of both', () => {
    const product = toCandidate({ id: 'coze-id', name: 'Coze' }, 'agent')
    const addWithCustomCandidate = (name: string) =>
      withSetup((setup) => ({
        ...setup,
        candidates: [...addCandidate(addCandidate(setup.candidates, product), createCustomCandidate(name))],
      }))
    const { merged } = merge(addWithCustomCandidate('Kimi'), addWithCustomCandidate('n8n'))
    expect(merged.setup.candidates.map(({ name }) => name).sort()).toEqual(['Coze', 'Dify', 'Kimi', 'n8n'])
    expect(new Set(merged.setup.candidates.map(({ key }) => key)).size).toBe(4)
  })

  it('does not mix two weighting records of one level', () => {
    const comparePair = (row: number, column: number) =>
      withSetup((setup) => {
        const weighting = createWeighting('pairs', 'tech', listWeightedItems(setup, 'tech'))
        if (weighting.kind !== 'pairs') throw new Error('The weighting must be by pairs.')
        return withWeighting(setup, { ...weighting, matrix: withPair(weighting.matrix, row, column, 5) })
      })
    const mine = comparePair(0, 1)
    const { merged, hasConflict, rows } = merge(mine, comparePair(1, 2))
    expect(hasConflict).toBe(true)
    expect(merged.setup.weightings).toEqual(mine.setup.weightings)
    expect(merged.setup.groups).toEqual(mine.setup.groups)
    expect(rows).toEqual(['技术的权重由来：两两比较 / 两两比较'])
  })

  it('derives weights from the changed record', () => {
    const theirs = withSetup((setup) =>
      withWeighting(setup, createWeighting('order', null, listWeightedItems(setup, null))),
    )
    const { merged, rows } = merge(
      withSetup((setup) => withWeight(setup, null, 'market', 90)),
      theirs,
    )
    expect(merged.setup.groups.map(({ weight }) => weight)).toEqual([75, 25])
    expect(rows).toContain('分组的权重由来：填数 / 排序：技术 › 市场')
  })
})

it.each([
  ['name', '项目名称'],
  ['candidates.0.name', '候选：名称'],
  ['groups.0.weight', '技术：权重'],
  ['groups.0.criteria.1.minimum', '安全：最低分'],
  ['thresholds.strong', '结论分数线：强烈推荐'],
  ['weightings.market', '市场的权重由来'],
])('labels the field %s', (path, label) => {
  expect(getSetupFieldLabel(path, base.setup.groups)).toBe(label)
})
