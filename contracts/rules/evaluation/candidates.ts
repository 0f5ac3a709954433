/** How a product becomes a candidate of a project. */
import type { ProjectCandidate } from '../../evaluation-projects/project.ts'
import type { Catalogue } from '../../vocabulary.ts'

/**
 * Returns a product as a candidate. Its key is the product's id, wherever and however often it is added: two owners'
 * windows that add one product add one candidate, and one that was taken out comes back to its own scores.
 */
export const toCandidate = ({ id, name }: { id: string; name: string }, catalogue: Catalogue): ProjectCandidate => ({
  key: id,
  name,
  productId: id,
  catalogue,
})
