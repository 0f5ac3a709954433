import type { FieldError } from '#contracts/errors.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import type { PreviewMessage } from '../../shared/preview-message.ts'
import type { VersionedResource } from '../../shared/versioned/versioned-resource.ts'

/**
 * What an editor loads, checks, previews and saves: a content document or one product. The editor's components depend
 * only on this interface.
 */
export type EditorResource = VersionedResource<JsonObject> & {
  /** Identifies the drafts and the unsaved edits of the resource. */
  key: string
  /** The kind of document; `null` for a product, which has no history, no JSON mode and no presence. */
  kind: DocumentKind | null
  /** Whether it is the draft beside the published document. */
  isDraft?: true
  /** Returns the validation errors by field, given the edited and the loaded document. */
  validate(document: JsonObject, loaded: JsonObject): FieldError[]
  /**
   * Converts a document from a file or JSON text, which may be in a legacy format, to the current format. Sections that
   * the legacy format doesn't have are taken from `current`.
   */
  upgradeDocument(document: JsonObject, current: JsonObject): JsonObject
  preview: {
    /** The path of the page in the preview frame. */
    path: string
    /** Returns the message with the content to preview; `undefined` if the document is invalid. */
    createPreviewMessage(document: JsonObject): PreviewMessage | undefined
  }
}
