/** Pure functions that change a setup. */
import type {
  ProjectCandidate,
  ProjectCriterion,
  ProjectSetup,
  Weighting,
} from '#contracts/evaluation-projects/project.ts'
import { deriveWeights } from '#contracts/rules/evaluation/derived-weights.ts'
import { createRandomId } from '../../../../shared/random-id.ts'

/**
 * Creates a candidate that isn't a product. Its key is random, so that it doesn't inherit the scores of a removed one.
 */
export const createCustomCandidate = (name: string): ProjectCandidate => ({
  key: createRandomId(),
  name,
  productId: null,
  catalogue: null,
})

/** Returns the candidates with another one; the same list if it already contains the key or the name. */
export const addCandidate = (
  candidates: readonly ProjectCandidate[],
  candidate: ProjectCandidate,
): readonly ProjectCandidate[] =>
  candidates.some(({ key, name }) => key === candidate.key || name === candidate.name)
    ? candidates
    : [...candidates, candidate]

/** An item of a level of weights: a group if the scope is `null`, else a criterion of the group `scope`. */
export type WeightedItem = { key: string; title: string; weight: number }

export const listWeightedItems = ({ groups }: ProjectSetup, scope: string | null): readonly WeightedItem[] =>
  scope === null ? groups : (groups.find(({ key }) => key === scope)?.criteria ?? [])

/** Returns how the weights of a level are determined; by default, they are entered as numbers. */
export const findWeighting = ({ weightings }: ProjectSetup, scope: string | null): Weighting =>
  weightings.find((weighting) => weighting.scope === scope) ?? { kind: 'numbers', scope }

/**
 * Creates a weighting of a kind: a ranking in the order of the current weights, or comparisons with all pairs equal.
 */
export function createWeighting(
  kind: Weighting['kind'],
  scope: string | null,
  items: readonly WeightedItem[],
): Weighting {
  const keys = items.map(({ key }) => key)
  if (kind === 'order')
    return { kind, scope, order: items.toSorted((a, b) => b.weight - a.weight).map(({ key }) => key) }
  if (kind === 'pairs') return { kind, scope, keys, matrix: keys.map(() => keys.map(() => 1)) }
  return { kind, scope }
}

/** Returns the setup with another weighting of a level, and the resulting weights. */
export const withWeighting = (setup: ProjectSetup, weighting: Weighting): ProjectSetup =>
  deriveWeights({
    ...setup,
    weightings: [...setup.weightings.filter(({ scope }) => scope !== weighting.scope), weighting],
  })

/** Returns the setup with another weight of a group or a criterion. */
export const withWeight = (setup: ProjectSetup, scope: string | null, part: string, weight: number): ProjectSetup => ({
  ...setup,
  groups: setup.groups.map((group) => {
    if (scope === null) return group.key === part ? { ...group, weight } : group
    if (scope !== group.key) return group
    return { ...group, criteria: group.criteria.map((item) => (item.key === part ? { ...item, weight } : item)) }
  }),
})

export const withCriterion = (setup: ProjectSetup, key: string, changes: Partial<ProjectCriterion>): ProjectSetup => ({
  ...setup,
  groups: setup.groups.map((group) => ({
    ...group,
    criteria: group.criteria.map((item) => (item.key === key ? { ...item, ...changes } : item)),
  })),
})

/** Returns the matrix with another ratio of a pair, and its reciprocal for the reverse pair. */
export const withPair = (matrix: readonly (readonly number[])[], row: number, column: number, ratio: number) =>
  matrix.map((entries, i) =>
    entries.map((entry, j) => {
      if (i === row && j === column) return ratio
      if (i === column && j === row) return 1 / ratio
      return entry
    }),
  )

/** Returns a list with an item moved up or down by one. */
export function moveItem<Item>(items: readonly Item[], index: number, distance: 1 | -1): Item[] {
  const movedItems = [...items]
  const [item] = movedItems.splice(index, 1)
  return item === undefined ? movedItems : movedItems.toSpliced(index + distance, 0, item)
}

/** Returns the items' shares in percent with one decimal; zeros if all weights are zero. */
export function listShares(items: readonly WeightedItem[]): number[] {
  const sum = items.reduce((total, { weight }) => total + weight, 0)
  return items.map(({ weight }) => (sum === 0 ? 0 : Math.round((weight / sum) * 1000) / 10))
}
