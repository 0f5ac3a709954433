import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { Versioned } from '../../shared/versioned/edits.ts'
import type { Editor } from './editor-context.tsx'
import { createEditorStore } from './editor-store.ts'
import type { DocumentForm, FormSection } from './form/form-types.ts'
import { createFormViewState, getSectionKey } from './form-view-state.ts'
import type { Subject } from './subject.ts'

type EditorInput = {
  subject: Subject
  form: DocumentForm
  loaded: Versioned<JsonObject>
  /** The sections that are initially expanded. */
  expandedSections?: readonly FormSection[]
}

/** Creates the state that the components of an editor share. */
export function createEditor({ subject, form, loaded, expandedSections = [] }: EditorInput): Omit<Editor, 'canEdit'> {
  const view = createFormViewState()
  for (const { label } of expandedSections) view.setExpanded(getSectionKey(label), true)
  const store = createEditorStore(loaded, subject.upgradeDocument)
  store.onListChange(view.handleListChange)
  return { subject, form, view, store }
}
