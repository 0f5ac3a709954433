/** Tracks the parts of the page with unsaved edits, which an ended session must not discard. */
const holders = new Set<string>()

export function setUnsaved(holder: string, isUnsaved: boolean): void {
  if (isUnsaved) holders.add(holder)
  else holders.delete(holder)
}

export const hasUnsaved = (): boolean => holders.size > 0
