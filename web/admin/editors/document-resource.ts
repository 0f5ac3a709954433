import { editingCalls } from '#contracts/content/calls.ts'
import { parseDocument } from '#contracts/documents/documents.ts'
import { ADMIN_MESSAGES, CONTENT_SAVED } from '#contracts/messages/admin.ts'
import { PAGES } from '#contracts/paths.ts'
import { DOCUMENT_LABELS, type DocumentKind, type DraftKind, isDraftKind } from '#contracts/vocabulary.ts'
import { queryOf } from '../calls/query-of.ts'
import type { ConfirmedCall } from '../components/use-confirmed-call.tsx'
import { toEditableDraft } from './content-draft/to-editable-draft.ts'
import {
  loadAuthorship,
  loadDocument,
  publishedQuery,
  restoreRevision,
  revisionQuery,
  saveDocument,
  toEditable,
  validateDocument,
} from './document-calls.ts'
import { describeLoadError, getDocumentFailureReason } from './document-error.ts'
import type { EditorDrafts, EditorResource } from './editor-resource.ts'
import { upgradeWithFallback } from './upgrade-with-fallback.ts'

const PAGE_PATHS: Record<DocumentKind, string> = {
  home: PAGES.home,
  community: PAGES.community,
  selection: PAGES.selection,
  products: PAGES.products,
  ai: PAGES.ai,
  evaluation: PAGES.evaluation,
  submit: PAGES.submit,
}

/** Returns what belongs to the draft of a document. */
export const createDocumentDrafts = (kind: DraftKind): EditorDrafts => ({
  owner: { kind, product: null },
  label: DOCUMENT_LABELS[kind],
  toEditable: (document) => toEditableDraft(kind, document),
  getPublished: (revision) => publishedQuery(kind, revision),
  getRevision: (revision) => revisionQuery(kind, revision),
})

/** Returns a content document as the resource of an editor. Saves by `callConfirmed`. */
export const createDocumentResource = (kind: DocumentKind, callConfirmed: ConfirmedCall): EditorResource => ({
  key: kind,
  kind,
  read: () => loadDocument(kind),
  readAuthorship: () => loadAuthorship(kind),
  save: (document, { version }) =>
    callConfirmed((isConfirmed) => saveDocument(kind, document, { version, isConfirmed })),
  normalize(document) {
    const parsed = parseDocument(kind, document)
    return parsed.success ? toEditable({ ...parsed.data }) : document
  },
  drafts: isDraftKind(kind) ? createDocumentDrafts(kind) : undefined,
  history: {
    list: (page) => queryOf(editingCalls.listRevisions, { params: { kind }, query: { page } }),
    get: (revision) => revisionQuery(kind, revision),
    hasPrevious: ({ revision }) => revision > 1,
    restore: (revision, version) =>
      callConfirmed((isConfirmed) => restoreRevision(kind, revision, { version, isConfirmed })),
    emptyMessage: '这份内容还没有保存过。',
  },
  savedMessage: CONTENT_SAVED[kind],
  getErrorMessage: (error) =>
    `${ADMIN_MESSAGES.saveFailedPrefix}${getDocumentFailureReason(error, ADMIN_MESSAGES.saveFailed)}`,
  getReloadErrorMessage: (error) => describeLoadError(kind, error),
  validate: (document) => validateDocument(kind, document),
  upgradeDocument: (document, current) => upgradeWithFallback(kind, document, current),
  preview: {
    path: PAGE_PATHS[kind],
    createPreviewMessage(document) {
      const parsed = parseDocument(kind, document)
      return parsed.success ? { type: 'zhijian:preview', kind, document: { ...parsed.data } } : undefined
    },
  },
})
