/** The view state of a form: its expanded sections and list items, and the errors of the last validation. */
import type { FieldError } from '#contracts/errors.ts'
import { type ListChange, mapPath } from './list-change.ts'

export type FormViewState = ReturnType<typeof createFormViewState>

/** Creates the view state of a form, with everything collapsed. */
export function createFormViewState() {
  const listeners = new Set<() => void>()
  /** The keys of the expanded sections and the paths of the expanded list items. */
  let expandedKeys: ReadonlySet<string> = new Set()
  let errors: readonly FieldError[] = []
  /** The path that was last revealed or expanded, whose list items are always rendered. */
  let pinnedPath = ''

  const notify = () => {
    for (const listener of listeners) listener()
  }
  const expand = (...keys: readonly string[]) => {
    expandedKeys = new Set([...expandedKeys, ...keys])
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    isExpanded: (key: string) => expandedKeys.has(key),
    setExpanded(key: string, isExpanded: boolean): void {
      if (isExpanded) expand(key)
      else expandedKeys = new Set([...expandedKeys].filter((other) => other !== key))
      notify()
    },

    /** Expands a section and all ancestors of a field. */
    reveal(section: string, dotted: string): void {
      const parts = dotted.split('.')
      expand(getSectionKey(section), ...parts.map((_, index) => parts.slice(0, index + 1).join('.')))
      pinnedPath = dotted
      notify()
    },

    /** Expands a list item and pins it, so that it is rendered however long the list is. */
    expandItem(itemPath: string): void {
      expand(itemPath)
      pinnedPath = itemPath
      notify()
    },

    /** Returns the index of the pinned item in a list; `undefined` if it is in none or another. */
    getPinnedIndex(list: string): number | undefined {
      if (!pinnedPath.startsWith(`${list}.`)) return undefined
      const [index = ''] = pinnedPath.slice(list.length + 1).split('.')
      return /^\d+$/.test(index) ? Number(index) : undefined
    },

    /** Updates all paths after list items were added, removed or moved. */
    handleListChange(change: ListChange): void {
      expandedKeys = new Set([...expandedKeys].flatMap((key) => mapPath(key, change) ?? []))
      pinnedPath = mapPath(pinnedPath, change) ?? ''
      errors = errors.flatMap(({ path, message }) => {
        const newPath = mapPath(path, change)
        return newPath === undefined ? [] : [{ path: newPath, message }]
      })
      notify()
    },

    getErrors: () => errors,
    getErrorAt: (dotted: string) => errors.find(({ path }) => path === dotted)?.message,
    setErrors(next: readonly FieldError[]): void {
      errors = next
      notify()
    },
  }
}

/** Returns the key of a section among the expanded ones. No document path starts with `#`. */
export const getSectionKey = (label: string): string => `#${label}`
