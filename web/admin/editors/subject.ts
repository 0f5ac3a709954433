/** The subject of an editor: a content document or one product. The editor's parts depend on this interface only. */

import type { FieldError } from '#contracts/errors.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import type { PreviewMessage } from '../../shared/preview-message.ts'
import type { VersionedSource } from '../../shared/versioned/versioned-form.ts'

export type Subject = {
  /** Identifies its drafts and unsaved edits. */
  key: string
  /** The kind of document; `null` for a product, which has no history, no JSON mode and no presence. */
  kind: DocumentKind | null
  source: VersionedSource<JsonObject>
  /** Returns the validation errors by field. Takes the loaded document, too. */
  validate(document: JsonObject, loaded: JsonObject): FieldError[]
  /** Returns what was read from a file or a text, in the words that the form knows. */
  upgradeDocument(document: JsonObject): JsonObject
  preview: {
    /** The page that is opened in the frame. */
    path: string
    /** Returns what the page is to show; `undefined` if the document is not valid. */
    createPreviewMessage(document: JsonObject): PreviewMessage | undefined
  }
}
