/** Which sections and list items of a form are unfolded, and which fields the last check found wrong. */
import type { FieldError } from '#contracts/errors.ts'

export type OpenParts = ReturnType<typeof createOpenParts>

export function createOpenParts() {
  const listeners = new Set<() => void>()
  const opened = new Set<string>()
  let faults = new Map<string, string>()

  const tell = () => {
    for (const listener of listeners) listener()
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    isOpen: (part: string) => opened.has(part),
    toggle(part: string, isOpen: boolean): void {
      if (isOpen) opened.add(part)
      else opened.delete(part)
      tell()
    },

    /** Unfolds a section and everything on the way to a field. */
    reveal(section: string, dotted: string): void {
      opened.add(sectionPart(section))
      const parts = dotted.split('.')
      for (let length = 1; length <= parts.length; length += 1) opened.add(parts.slice(0, length).join('.'))
      tell()
    },

    faultAt: (dotted: string) => faults.get(dotted),
    showFaults(found: readonly FieldError[]): void {
      faults = new Map(found.map(({ path, message }) => [path, message]))
      tell()
    },
  }
}

/** A section's name among the open parts; no path of a document begins so. */
export const sectionPart = (label: string): string => `#${label}`
