import type { QueryKey } from '@tanstack/react-query'
import type { Revision } from '#contracts/content/revision.ts'
import type { DraftSubject } from '#contracts/content-drafts/draft.ts'
import type { FieldError } from '#contracts/errors.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import type { PreviewMessage } from '../../shared/preview-message.ts'
import type { VersionedResource } from '../../shared/versioned/versioned-resource.ts'
import type { RevisionSource } from './history/revisions-drawer.tsx'

type ContentQuery = { queryKey: QueryKey; queryFn: () => Promise<JsonObject> }

/** Whose draft it is, and what the draft is compared with. */
export type EditorDrafts = {
  owner: DraftSubject
  /** The name of the document or product. */
  label: string
  /** Returns a saved draft as the form edits it. */
  toEditable(document: JsonObject): JsonObject
  /** Returns the query for what is published, which is another one for another revision. */
  getPublished(revision: number): ContentQuery
  /** Returns the query for an earlier revision. */
  getRevision(revision: number): ContentQuery
}

/** The saved versions of what is edited, and how to restore one. */
export type EditorHistory = Pick<RevisionSource, 'list' | 'emptyMessage'> & {
  /** Returns the query for the content of a version. */
  get(revision: number): ContentQuery
  /** Returns whether the version before this one is kept. */
  hasPrevious(revision: Revision): boolean
  /** Restores a version, replacing the present one. Returns the success message. */
  restore(revision: number, version: number): Promise<string>
  /** A text for the confirmation of a restore: what a version doesn't include. */
  restoreNote?: string
}

/**
 * What an editor loads, checks, previews and saves: a content document or one product. The editor's components depend
 * only on this interface.
 */
export type EditorResource = VersionedResource<JsonObject> & {
  /** Identifies the drafts and the unsaved edits of the resource. */
  key: string
  /** The kind of document; `null` for a product, which has no JSON mode and no presence. */
  kind: DocumentKind | null
  /** Whether it is the draft beside the published document. */
  isDraft?: true
  /** What belongs to the draft beside the published version; absent if there can't be any. */
  drafts?: EditorDrafts | undefined
  /** The saved versions; absent if there are none, such as of a draft. */
  history?: EditorHistory | undefined
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
