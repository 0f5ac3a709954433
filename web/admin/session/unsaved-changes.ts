/** Tracks the forms with unsaved edits, which an expired session must not discard. */
const dirtyOwners = new Set<string>()

export function setUnsavedChanges(owner: string, isUnsaved: boolean): void {
  if (isUnsaved) dirtyOwners.add(owner)
  else dirtyOwners.delete(owner)
}

export const hasUnsavedChanges = (): boolean => dirtyOwners.size > 0
