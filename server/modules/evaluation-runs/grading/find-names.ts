/**
 * Finds many names in a text at once: Aho and Corasick, “Efficient string matching” (1975). Every character is read a fixed
 * number of times, however many names there are and however they overlap.
 */

/** A beginning of names. */
type Node = {
  next: Map<number, Node>
  /** The longest end of this beginning that is a beginning, too. */
  fallback: Node | undefined
  depth: number
  isName: boolean
  /** The longest shorter end of this beginning that is a name. */
  shorter: Node | undefined
}

export type NameIndex = Node

const createNode = (depth: number): Node => ({
  next: new Map(),
  fallback: undefined,
  depth,
  isName: false,
  shorter: undefined,
})

/** Returns the index with which names are found; empty names are none. */
export function indexNames(names: readonly string[]): NameIndex {
  const root = createNode(0)
  for (const name of names) {
    let node = root
    for (let unit = 0; unit < name.length; unit += 1) {
      const code = name.charCodeAt(unit)
      const next = node.next.get(code) ?? createNode(node.depth + 1)
      node.next.set(code, next)
      node = next
    }
    node.isName = node !== root
  }
  // By depth: what a node falls back on is shorter, so it is complete before.
  const queue = [root]
  for (const node of queue)
    for (const [code, next] of node.next) {
      const fallback = node === root ? root : follow(node.fallback ?? root, code)
      next.fallback = fallback
      next.shorter = fallback.isName ? fallback : fallback.shorter
      queue.push(next)
    }
  return root
}

/** Returns the longest beginning of names that ends with a character after another beginning. */
function follow(from: Node, code: number): Node {
  let node = from
  for (;;) {
    const next = node.next.get(code)
    if (next) return next
    if (!node.fallback) return node
    node = node.fallback
  }
}

/** What is read of a text. */
type Units = { length: number; charCodeAt: (index: number) => number }

/**
 * Returns for each end of a match where the longest one begins that `accepts` it, in order of their ends. `accepts` is asked
 * about the longest first, and no more once it has accepted one: shorter ones are within it.
 */
export function findNames(
  text: Units,
  index: NameIndex,
  accepts: (start: number, end: number) => boolean,
): { start: number; end: number }[] {
  const matches: { start: number; end: number }[] = []
  let node = index
  for (let end = 1; end <= text.length; end += 1) {
    node = follow(node, text.charCodeAt(end - 1))
    let match = node.isName ? node : node.shorter
    while (match && !accepts(end - match.depth, end)) match = match.shorter
    if (match) matches.push({ start: end - match.depth, end })
  }
  return matches
}
