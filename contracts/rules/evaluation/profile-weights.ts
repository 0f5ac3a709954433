type WeightedCriterion = { key: string; weight: number }
type Group = { weight: number; criteria: readonly WeightedCriterion[] }
type Profile = { weights: readonly { criterion: string; weight: number }[] }

/**
 * Returns groups with the weights of a profile, unchanged without one. Criteria that it doesn't list keep their weight.
 */
export function applyProfileWeights<Part extends Group>(groups: readonly Part[], profile: Profile | undefined): Part[] {
  if (!profile) return [...groups]
  const weights = new Map(profile.weights.map(({ criterion, weight }) => [criterion, weight]))
  return groups.map((group) => {
    const criteria = group.criteria.map((criterion) => ({
      ...criterion,
      weight: weights.get(criterion.key) ?? criterion.weight,
    }))
    // A profile's percentages refer to the total, so a group weighs the sum of its criteria.
    return { ...group, weight: criteria.reduce((sum, criterion) => sum + criterion.weight, 0), criteria }
  })
}
