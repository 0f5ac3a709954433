/** Changes of a setup while it is edited. */
import type {
  ProjectCandidate,
  ProjectCriterion,
  ProjectSetup,
  Weighting,
} from '#contracts/evaluation-projects/project.ts'
import { deriveWeights } from '#contracts/rules/evaluation/project-scores.ts'
import { createRandomId } from '../../../../shared/random-id.ts'

/** Returns a candidate that is no product. Its key was nobody's before: scores of one that was taken out aren't its own. */
export const createTypedCandidate = (name: string): ProjectCandidate => ({
  key: createRandomId(),
  name,
  productId: null,
  catalogue: null,
})

/** Returns the candidates with one more; unchanged if it, or one of that name, is there. */
export const addCandidate = (
  candidates: readonly ProjectCandidate[],
  candidate: ProjectCandidate,
): readonly ProjectCandidate[] =>
  candidates.some(({ key, name }) => key === candidate.key || name === candidate.name)
    ? candidates
    : [...candidates, candidate]

/** What is weighed against each other: the groups (scope `null`), or the criteria of a group. */
export type WeighedPart = { key: string; title: string; weight: number }

export const listParts = ({ groups }: ProjectSetup, scope: string | null): readonly WeighedPart[] =>
  scope === null ? groups : (groups.find(({ key }) => key === scope)?.criteria ?? [])

/** Returns how a level is weighed; by numbers, if nothing else is on record. */
export const findWeighting = ({ weightings }: ProjectSetup, scope: string | null): Weighting =>
  weightings.find((weighting) => weighting.scope === scope) ?? { kind: 'numbers', scope }

/** Returns the record that a way of weighing begins with: today's order, or all pairs equal. */
export function createWeighting(
  kind: Weighting['kind'],
  scope: string | null,
  parts: readonly WeighedPart[],
): Weighting {
  const keys = parts.map(({ key }) => key)
  if (kind === 'order')
    return { kind, scope, order: parts.toSorted((a, b) => b.weight - a.weight).map(({ key }) => key) }
  if (kind === 'pairs') return { kind, scope, keys, matrix: keys.map(() => keys.map(() => 1)) }
  return { kind, scope }
}

/** Returns the setup with another record of a level, and the weights that it comes to. */
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

/** Returns a matrix with how much more one part counts than another, and the reverse of it. */
export const withPair = (matrix: readonly (readonly number[])[], row: number, column: number, ratio: number) =>
  matrix.map((entries, i) =>
    entries.map((entry, j) => (i === row && j === column ? ratio : i === column && j === row ? 1 / ratio : entry)),
  )

/** Returns a list with an item one place up or down. */
export function withMoved<Item>(items: readonly Item[], index: number, distance: 1 | -1): Item[] {
  const moved = [...items]
  const [item] = moved.splice(index, 1)
  return item === undefined ? moved : moved.toSpliced(index + distance, 0, item)
}

/** Returns the parts' shares in percent, one decimal; zeros if nothing weighs anything. */
export function listShares(parts: readonly WeighedPart[]): number[] {
  const sum = parts.reduce((total, { weight }) => total + weight, 0)
  return parts.map(({ weight }) => (sum === 0 ? 0 : Math.round((weight / sum) * 1000) / 10))
}
