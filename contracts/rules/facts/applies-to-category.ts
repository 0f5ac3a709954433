import type { Attribute } from '../../facts/attribute.ts'

/** Returns whether an attribute applies to products of a category; one without categories applies to all. */
export const appliesToCategory = ({ categories }: Pick<Attribute, 'categories'>, category: string): boolean =>
  categories.length === 0 || categories.includes(category)
