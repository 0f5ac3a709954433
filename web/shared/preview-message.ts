/** The messages between the back office and the frame of the public site that previews unsaved edits. */
import type { Catalogue, DocumentKind } from '#contracts/vocabulary.ts'

/**
 * The frame reports that it is ready, and that it shows the content that it received. Its parent sends a document, or
 * a product whose page to show.
 */
export const PREVIEW_READY = 'zhijian:preview-ready'
export const PREVIEW_SHOWN = 'zhijian:preview-shown'
type DocumentMessage = { type: 'zhijian:preview'; kind: DocumentKind; document: Record<string, unknown> }
type ProductMessage = { type: 'zhijian:preview-product'; catalogue: Catalogue; product: Record<string, unknown> }
export type PreviewMessage = DocumentMessage | ProductMessage

/** The frame reports which field shows what was clicked. */
type FieldMessage = { type: 'zhijian:preview-field'; path: string }
export const createFieldMessage = (path: string): FieldMessage => ({ type: 'zhijian:preview-field', path })

export const isFieldMessage = (data: unknown): data is FieldMessage =>
  typeof data === 'object' &&
  data !== null &&
  'type' in data &&
  data.type === 'zhijian:preview-field' &&
  'path' in data &&
  typeof data.path === 'string'

const TYPES: readonly unknown[] = ['zhijian:preview', 'zhijian:preview-product'] satisfies PreviewMessage['type'][]

export const isPreviewMessage = (data: unknown): data is PreviewMessage =>
  typeof data === 'object' && data !== null && 'type' in data && TYPES.includes(data.type)
