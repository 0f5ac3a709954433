/** The forms with unsaved edits, which an expired session must not discard. */
const unsavedForms = new Set<string>()

/** Sets whether the form identified by `owner` has unsaved edits. */
export function setUnsavedChanges(owner: string, isUnsaved: boolean): void {
  if (isUnsaved) unsavedForms.add(owner)
  else unsavedForms.delete(owner)
}

export const hasUnsavedChanges = (): boolean => unsavedForms.size > 0
