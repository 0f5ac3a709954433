/** Tracks the expanded sections and list items of a form, and the errors of the last check. */
import type { FieldError } from '#contracts/errors.ts'
import { type IndexMapping, type ListChange, mapIndexes } from './list-change.ts'

export type OpenParts = ReturnType<typeof createOpenParts>

export function createOpenParts() {
  const listeners = new Set<() => void>()
  let opened: ReadonlySet<string> = new Set()
  let errors: readonly FieldError[] = []
  /** The path that was last requested. */
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

    /** Returns the index of the last requested item, if it is in this list. */
    requestedIn(list: string): number | undefined {
      if (!requested.startsWith(`${list}.`)) return undefined
      const [index = ''] = requested.slice(list.length + 1).split('.')
      return /^\d+$/.test(index) ? Number(index) : undefined
    },

    /** Updates open parts and errors after items of a list were added, removed or moved. */
    followList(change: ListChange): void {
      const { list } = change
      const findPlace = mapIndexes(change)
      const findPath = (path: string) => remapPath(path, list, findPlace)
      opened = new Set([...opened].flatMap((part) => findPath(part) ?? []))
      requested = findPath(requested) ?? ''
      errors = errors.flatMap(({ path, message }) => {
        const after = findPath(path)
        return after === undefined ? [] : [{ path: after, message }]
      })
      notify()
    },

    errors: () => errors,
    errorAt: (dotted: string) => errors.find(({ path }) => path === dotted)?.message,
    setErrors(next: readonly FieldError[]): void {
      errors = next
      notify()
    },
  }
}

/** Returns a section's name among the open parts; no path of a document begins so. */
export const sectionPart = (label: string): string => `#${label}`

/** Returns a path after items of a list were replaced; `undefined` if it stood in one that is gone. */
function remapPath(path: string, list: string, mapIndex: IndexMapping): string | undefined {
  if (!path.startsWith(`${list}.`)) return path
  const [index = '', ...rest] = path.slice(list.length + 1).split('.')
  if (!/^\d+$/.test(index)) return path
  const position = mapIndex(Number(index))
  return position === undefined ? undefined : [list, position, ...rest].join('.')
}
