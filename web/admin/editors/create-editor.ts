import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { Versioned } from '../../shared/versioned/edits.ts'
import type { Editor } from './editor-context.tsx'
import { createEditorStore } from './editor-store.ts'
import type { DocumentForm, FormSection } from './form/form-types.ts'
import { createOpenParts, getSectionKey } from './open-parts.ts'
import type { Subject } from './subject.ts'

type EditorInput = {
  subject: Subject
  form: DocumentForm
  loaded: Versioned<JsonObject>
  /** The sections that are initially expanded. */
  openSections?: readonly FormSection[]
}

/** Creates the state that all components of an open editor share. */
export function createEditor({ subject, form, loaded, openSections = [] }: EditorInput): Omit<Editor, 'canEdit'> {
  const open = createOpenParts()
  for (const { label } of openSections) open.toggle(getSectionKey(label), true)
  const store = createEditorStore(loaded, subject.upgradeDocument)
  store.onListChange(open.followList)
  return { subject, form, open, store }
}
