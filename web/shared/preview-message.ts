/** How the back office shows an unsaved document in a frame of the public site, and how the two speak. */
import type { DocumentKind } from '#contracts/vocabulary.ts'

/** From the page: it is ready. From its owner: show this document. */
export const PREVIEW_READY = 'zhijian:preview-ready'
export type PreviewMessage = { type: 'zhijian:preview'; kind: DocumentKind; document: Record<string, unknown> }

export const isPreviewMessage = (data: unknown): data is PreviewMessage =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'zhijian:preview'
