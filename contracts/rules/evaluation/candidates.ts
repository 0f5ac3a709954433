/** Converts products to candidates of a project. */
import type { ProjectCandidate } from '../../evaluation-projects/project.ts'
import type { Catalogue } from '../../vocabulary.ts'

/**
 * Returns a product as a candidate. Its key is always the product's id: a product added in two windows is one
 * candidate, and a candidate that is removed and added again regains its scores.
 */
export const toCandidate = ({ id, name }: { id: string; name: string }, catalogue: Catalogue): ProjectCandidate => ({
  key: id,
  name,
  productId: id,
  catalogue,
})
