import type { FacetChoices } from '#contracts/products/facets.ts'

/** Returns the choices with a value added, or removed if it is already chosen. */
export function toggleFacet(choices: FacetChoices, attribute: string, value: string): FacetChoices {
  const chosenValues = choices[attribute] ?? []
  const values = chosenValues.includes(value)
    ? chosenValues.filter((other) => other !== value)
    : [...chosenValues, value]
  const others = Object.entries(choices).filter(([key]) => key !== attribute)
  return Object.fromEntries(values.length > 0 ? [...others, [attribute, values]] : others)
}

/** Returns the number of chosen values. */
export const countFacetValues = (choices: FacetChoices): number =>
  Object.values(choices).reduce((sum, values) => sum + values.length, 0)
