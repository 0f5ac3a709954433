import type { ProjectSetup } from '../../evaluation-projects/project.ts'
import { itemAt } from '../item-at.ts'
import { calculateOrderWeights, calculatePairedWeights, zeroTinyWeight } from './criterion-weights.ts'

/**
 * Returns the setup with the weights that result from its rankings and pairwise comparisons. Weights entered as numbers
 * stay; they need no weighting. Weightings that no longer match the criteria are dropped, and their last weights stay.
 */
export function deriveWeights(setup: ProjectSetup): ProjectSetup {
  const weightings = setup.weightings.filter(
    (weighting) => weighting.kind !== 'numbers' && hasCurrentKeys(setup, weighting),
  )
  const weightsByScope = new Map(weightings.map((weighting) => [weighting.scope, computeWeights(weighting)]))
  const applyWeights = <Part extends { key: string; weight: number }>(
    parts: readonly Part[],
    scope: string | null,
  ): Part[] => {
    const weights = weightsByScope.get(scope)
    return parts.map((part) => ({ ...part, weight: zeroTinyWeight(weights?.get(part.key) ?? part.weight) }))
  }
  return {
    ...setup,
    weightings,
    groups: applyWeights(setup.groups, null).map((group) => ({
      ...group,
      criteria: applyWeights(group.criteria, group.key),
    })),
  }
}

/** How the weights of one level were chosen. Its `scope` is the key of a group, or `null` for the groups themselves. */
type Weighting = ProjectSetup['weightings'][number]

const listKeys = (weighting: Weighting): readonly string[] => {
  if (weighting.kind === 'numbers') return []
  return weighting.kind === 'order' ? weighting.order : weighting.keys
}

function hasCurrentKeys({ groups }: ProjectSetup, weighting: Weighting): boolean {
  const parts = weighting.scope === null ? groups : groups.find((group) => group.key === weighting.scope)?.criteria
  const keys = listKeys(weighting)
  const hasMatrixOfSize = weighting.kind !== 'pairs' || weighting.matrix.length === keys.length
  const currentKeys = parts?.map((part) => part.key) ?? []
  return hasMatrixOfSize && keys.length === currentKeys.length && currentKeys.every((key) => keys.includes(key))
}

/** Returns the weight of each part of a level; they add up to 100. */
function computeWeights(weighting: Weighting): Map<string, number> {
  const keys = listKeys(weighting)
  const weights =
    weighting.kind === 'pairs' ? calculatePairedWeights(weighting.matrix).weights : calculateOrderWeights(keys.length)
  return new Map(keys.map((key, index) => [key, itemAt(weights, index) * 100]))
}
