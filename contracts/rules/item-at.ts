/** Returns the item at an index. Throws a `RangeError` if there is none: the index was calculated wrongly. */
export function itemAt<Item>(items: ArrayLike<Item>, index: number): Item {
  const item = items[index]
  if (item === undefined) throw new RangeError(`No item at index ${index} of ${items.length}`)
  return item
}
