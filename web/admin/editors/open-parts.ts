/** Which sections and list items of a form are unfolded, and which fields the last check found wrong. */
import type { FieldError } from '#contracts/errors.ts'

export type OpenParts = ReturnType<typeof createOpenParts>

/** Where an item of a list stands after a change, by where it stood; `undefined` where it is gone. */
export type Replaced = (index: number) => number | undefined

export function createOpenParts() {
  const listeners = new Set<() => void>()
  let opened: ReadonlySet<string> = new Set()
  let faults: readonly FieldError[] = []
  /** The path that was last asked for. */
  let asked = ''

  const tell = () => {
    for (const listener of listeners) listener()
  }
  const open = (...parts: readonly string[]) => {
    opened = new Set([...opened, ...parts])
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    isOpen: (part: string) => opened.has(part),
    toggle(part: string, isOpen: boolean): void {
      if (isOpen) open(part)
      else opened = new Set([...opened].filter((other) => other !== part))
      tell()
    },

    /** Unfolds a section and everything on the way to a field. */
    reveal(section: string, dotted: string): void {
      const parts = dotted.split('.')
      open(sectionPart(section), ...parts.map((_, index) => parts.slice(0, index + 1).join('.')))
      asked = dotted
      tell()
    },

    /** Unfolds an item of a list, which is shown however long the list is. */
    ask(item: string): void {
      open(item)
      asked = item
      tell()
    },

    /** The place of the item that was last asked for, where it is one of this list. */
    askedIn(list: string): number | undefined {
      if (!asked.startsWith(`${list}.`)) return undefined
      const [index = ''] = asked.slice(list.length + 1).split('.')
      return /^\d+$/.test(index) ? Number(index) : undefined
    },

    /** Items of a list were removed or moved: what is open in them and what is wrong with them goes along. */
    replaced(list: string, placeOf: Replaced): void {
      const follow = (path: string) => pathAfter(path, list, placeOf)
      opened = new Set([...opened].flatMap((part) => follow(part) ?? []))
      asked = follow(asked) ?? ''
      faults = faults.flatMap(({ path, message }) => {
        const after = follow(path)
        return after === undefined ? [] : [{ path: after, message }]
      })
      tell()
    },

    faults: () => faults,
    faultAt: (dotted: string) => faults.find(({ path }) => path === dotted)?.message,
    showFaults(found: readonly FieldError[]): void {
      faults = found
      tell()
    },
  }
}

/** A section's name among the open parts; no path of a document begins so. */
export const sectionPart = (label: string): string => `#${label}`

/** A path after items of a list were replaced; `undefined` where it stood in one that is gone. */
function pathAfter(path: string, list: string, placeOf: Replaced): string | undefined {
  if (!path.startsWith(`${list}.`)) return path
  const [index = '', ...rest] = path.slice(list.length + 1).split('.')
  if (!/^\d+$/.test(index)) return path
  const place = placeOf(Number(index))
  return place === undefined ? undefined : [list, place, ...rest].join('.')
}

/** Where the items of a list go when the one at `at` is removed. */
export const whenRemoved =
  (at: number): Replaced =>
  (index) =>
    index === at ? undefined : index > at ? index - 1 : index

/** Where the items of a list go when one of them is moved. */
export const whenMoved =
  (from: number, to: number): Replaced =>
  (index) => {
    if (index === from) return to
    const closed = index > from ? index - 1 : index
    return closed >= to ? closed + 1 : closed
  }
