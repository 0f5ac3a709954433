export type Weighted = { value: number; weight: number }
/** The assumption before any value is known: `mean`, with a total weight of `weight`. */
export type Prior = { mean: number; weight: number }

/**
 * Returns the weighted Bayesian mean: (C·m + Σ wᵢxᵢ) / (C + Σ wᵢ), with the prior's mean m and weight C. With all
 * weights 1, this is the estimate by which IMDb ranks its Top 250, WR = v/(v+m)·R + m/(v+m)·C in IMDb's notation. Takes
 * weights of at least 0; without values it is the prior's mean. Throws if the total weight is 0.
 */
export function calculateBayesianMean(items: readonly Weighted[], prior: Prior): number {
  let weights = prior.weight
  let sum = prior.weight * prior.mean
  for (const { value, weight } of items) {
    weights += weight
    sum += weight * value
  }
  if (!(weights > 0)) throw new RangeError('a mean needs some weight')
  return sum / weights
}
