/** Counts the steps of an algorithm, for tests of its complexity that don't depend on the speed of the machine. */

type ListIterator = { next(): unknown }
const ITERATORS: ListIterator[] = [[], new Map(), new Set()].map((items) =>
  Object.getPrototypeOf(items[Symbol.iterator]()),
)

/**
 * Returns how many items of lists, maps and sets were iterated while `run` ran (copying a list iterates it), plus how
 * often a field of an object wrapped by `counted` was read.
 */
export function countSteps(run: (counted: (item: object) => object) => unknown): number {
  let steps = 0
  const originals = ITERATORS.map(({ next }) => next)
  for (const [index, iterator] of ITERATORS.entries())
    iterator.next = function next(this: unknown): unknown {
      steps += 1
      return Reflect.apply(originals[index] ?? next, this, [])
    }
  const get = (target: object, key: PropertyKey): unknown => {
    steps += 1
    return Reflect.get(target, key)
  }
  try {
    run((item) => new Proxy(item, { get }))
  } finally {
    for (const [index, iterator] of ITERATORS.entries()) iterator.next = originals[index] ?? iterator.next
  }
  return steps
}
