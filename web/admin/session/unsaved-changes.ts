/** Tracks what an expired session must not discard: unsaved edits of forms, and choices such as a selection of rows. */
const unsavedForms = new Set<string>()
const openChoices = new Set<string>()

/** Sets whether the form identified by `owner` has unsaved edits. */
export function setUnsavedChanges(owner: string, isUnsaved: boolean): void {
  if (isUnsaved) unsavedForms.add(owner)
  else unsavedForms.delete(owner)
}

/** Sets whether the component identified by `owner` has an open choice. */
export function setOpenChoice(owner: string, isOpen: boolean): void {
  if (isOpen) openChoices.add(owner)
  else openChoices.delete(owner)
}

export const hasUnsavedChanges = (): boolean => unsavedForms.size > 0

/** Returns whether the page has unsaved edits or open choices. Choices are lost without a question if it is left. */
export const hasUnfinishedWork = (): boolean => unsavedForms.size > 0 || openChoices.size > 0
