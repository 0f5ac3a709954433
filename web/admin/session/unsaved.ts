/** Tracks the forms with unsaved edits, which an expired session must not discard. */
const dirtyOwners = new Set<string>()

export function setUnsaved(owner: string, isUnsaved: boolean): void {
  if (isUnsaved) dirtyOwners.add(owner)
  else dirtyOwners.delete(owner)
}

export const hasUnsaved = (): boolean => dirtyOwners.size > 0
