/** Returns what requires an action before the rest, and both in their own order. */
export const sortRequiredFirst = <Item extends { isActionRequired?: boolean }>(items: readonly Item[]): Item[] => [
  ...items.filter(({ isActionRequired }) => isActionRequired),
  ...items.filter(({ isActionRequired }) => !isActionRequired),
]
