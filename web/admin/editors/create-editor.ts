import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { Versioned } from '../../shared/versioned/edits.ts'
import type { Editor } from './editor-context.tsx'
import type { EditorResource } from './editor-resource.ts'
import { createEditorStore } from './editor-store.ts'
import type { DocumentForm, FormSection } from './form/form-types.ts'
import { createFormViewState, getSectionKey } from './form-view-state.ts'

type EditorInput = {
  resource: EditorResource
  form: DocumentForm
  loaded: Versioned<JsonObject>
  /** The sections that are initially expanded. */
  expandedSections?: readonly FormSection[]
}

/** Creates the state that the components of an editor share. */
export function createEditor({ resource, form, loaded, expandedSections = [] }: EditorInput): Omit<Editor, 'canEdit'> {
  const viewState = createFormViewState()
  for (const { label } of expandedSections) viewState.setExpanded(getSectionKey(label), true)
  const store = createEditorStore(loaded, resource.upgradeDocument)
  store.onListChange(viewState.handleListChange)
  return { resource, form, viewState, store }
}
