/** Which sections and list items of a form are unfolded, and which fields the last check found wrong. */
import type { FieldError } from '#contracts/errors.ts'

export type OpenParts = ReturnType<typeof createOpenParts>

/** Maps the old index of a list item to its new one; `undefined` if it was removed. */
export type IndexMapping = (index: number) => number | undefined

export function createOpenParts() {
  const listeners = new Set<() => void>()
  let opened: ReadonlySet<string> = new Set()
  let errors: readonly FieldError[] = []
  /** The path that was last asked for. */
  let requested = ''

  const notify = () => {
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
      notify()
    },

    /** Unfolds a section and everything on the way to a field. */
    reveal(section: string, dotted: string): void {
      const parts = dotted.split('.')
      open(sectionPart(section), ...parts.map((_, index) => parts.slice(0, index + 1).join('.')))
      requested = dotted
      notify()
    },

    /** Unfolds an item of a list, which is shown however long the list is. */
    request(item: string): void {
      open(item)
      requested = item
      notify()
    },

    /** Returns the place of the item that was last asked for, if it is one of this list. */
    requestedIn(list: string): number | undefined {
      if (!requested.startsWith(`${list}.`)) return undefined
      const [index = ''] = requested.slice(list.length + 1).split('.')
      return /^\d+$/.test(index) ? Number(index) : undefined
    },

    /** Items of a list were removed or moved: what is open in them and what is wrong with them goes along. */
    remapItems(list: string, findPlace: IndexMapping): void {
      const navigateOnClick = (path: string) => remapPath(path, list, findPlace)
      opened = new Set([...opened].flatMap((part) => navigateOnClick(part) ?? []))
      requested = navigateOnClick(requested) ?? ''
      errors = errors.flatMap(({ path, message }) => {
        const after = navigateOnClick(path)
        return after === undefined ? [] : [{ path: after, message }]
      })
      notify()
    },

    errors: () => errors,
    errorAt: (dotted: string) => errors.find(({ path }) => path === dotted)?.message,
    setErrors(matches: readonly FieldError[]): void {
      errors = matches
      notify()
    },
  }
}

/** Returns a section's name among the open parts; no path of a document begins so. */
export const sectionPart = (label: string): string => `#${label}`

/** Returns a path after items of a list were replaced; `undefined` if it stood in one that is gone. */
function remapPath(path: string, list: string, findPlace: IndexMapping): string | undefined {
  if (!path.startsWith(`${list}.`)) return path
  const [index = '', ...rest] = path.slice(list.length + 1).split('.')
  if (!/^\d+$/.test(index)) return path
  const toPosition = findPlace(Number(index))
  return toPosition === undefined ? undefined : [list, toPosition, ...rest].join('.')
}

/** Returns where list items move when the one at `index` is removed. */
export const indexAfterRemoval =
  (position: number): IndexMapping =>
  (index) =>
    index === position ? undefined : index > position ? index - 1 : index

/** Returns the mapping from old to new indexes after a list item is moved. */
export const indexAfterMove =
  (from: number, to: number): IndexMapping =>
  (index) => {
    if (index === from) return to
    const closed = index > from ? index - 1 : index
    return closed >= to ? closed + 1 : closed
  }
