import type { Catalogue } from '../vocabulary.ts'

/** An attribute of a product, as a parameter of the back office's URLs. */
export type FactReference = { catalogue: Catalogue; id: string; attribute: string }

export const formatFactReference = ({ catalogue, id, attribute }: FactReference): string =>
  `${catalogue}:${attribute}:${id}`
