export type Weighted = { value: number; weight: number }
/** What is assumed before any value is known: `mean`, as heavily as values of `weight` in all. */
export type Prior = { mean: number; weight: number }

/**
 * Returns the weighted Bayesian mean: (C·m + Σ wᵢxᵢ) / (C + Σ wᵢ), with the prior's mean m and weight C. With all
 * weights 1 this is the estimate by which IMDb ranks its Top 250, WR = v/(v+m)·R + m/(v+m)·C in IMDb's letters. Takes
 * weights of 0 or more; without any value it is the prior's mean. Throws if values and prior have no weight at all.
 */
export function bayesianMean(items: readonly Weighted[], prior: Prior): number {
  let weights = prior.weight
  let sum = prior.weight * prior.mean
  for (const { value, weight } of items) {
    weights += weight
    sum += weight * value
  }
  if (!(weights > 0)) throw new RangeError('a mean needs some weight')
  return sum / weights
}
