import type { FacetChoices } from '#contracts/products/facets.ts'

/** Returns the choices with a value added, or without it if it was chosen. */
export function toggleFacet(choices: FacetChoices, attribute: string, value: string): FacetChoices {
  const before = choices[attribute] ?? []
  const values = before.includes(value) ? before.filter((each) => each !== value) : [...before, value]
  const others = Object.entries(choices).filter(([key]) => key !== attribute)
  return Object.fromEntries(values.length > 0 ? [...others, [attribute, values]] : others)
}

/** Returns how many values are chosen. */
export const countFacetValues = (choices: FacetChoices): number =>
  Object.values(choices).reduce((sum, values) => sum + values.length, 0)
