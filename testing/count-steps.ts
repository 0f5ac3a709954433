/** Counts what an algorithm does, for tests of how its work grows: time would measure the machine. */

type Lists = { next(): unknown }
const ITERATORS: Lists[] = [[], new Map(), new Set()].map((items) => Object.getPrototypeOf(items[Symbol.iterator]()))

/**
 * Returns how many items of lists, maps and sets were gone through while `run` ran (copying a list goes through it),
 * and how often a field of a value made by `counted` was read.
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
