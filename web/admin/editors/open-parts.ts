/** Tracks the expanded sections and list items of a form, and the errors of the last validation. */
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

    /** Expands a section and all ancestors of a field. */
    reveal(section: string, dotted: string): void {
      const parts = dotted.split('.')
      open(getSectionKey(section), ...parts.map((_, index) => parts.slice(0, index + 1).join('.')))
      requested = dotted
      notify()
    },

    /** Expands a list item and requests that it is rendered, however long the list is. */
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

    /** Updates expanded parts and errors after list items were added, removed or moved. */
    followList(change: ListChange): void {
      const { list } = change
      const mapIndex = mapIndexes(change)
      const mapPath = (path: string) => remapPath(path, list, mapIndex)
      opened = new Set([...opened].flatMap((part) => mapPath(part) ?? []))
      requested = mapPath(requested) ?? ''
      errors = errors.flatMap(({ path, message }) => {
        const newPath = mapPath(path)
        return newPath === undefined ? [] : [{ path: newPath, message }]
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

/** Returns the key of a section among the expanded parts. No document path starts with `#`. */
export const getSectionKey = (label: string): string => `#${label}`

/** Returns a path after a change of list items; `undefined` if it was in a removed item. */
function remapPath(path: string, list: string, mapIndex: IndexMapping): string | undefined {
  if (!path.startsWith(`${list}.`)) return path
  const [index = '', ...rest] = path.slice(list.length + 1).split('.')
  if (!/^\d+$/.test(index)) return path
  const position = mapIndex(Number(index))
  return position === undefined ? undefined : [list, position, ...rest].join('.')
}
