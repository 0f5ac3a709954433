import { parseDocument } from '#contracts/documents/documents.ts'
import { inOurWords } from '#contracts/documents/older-words.ts'
import { ADMIN_MESSAGES, CONTENT_LOAD_FAILED, CONTENT_SAVED } from '#contracts/messages/admin.ts'
import { PAGES } from '#contracts/paths.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import { failureMessage } from '../../shared/read-failure.ts'
import { saveOutcome } from '../versioned/save-outcome.ts'
import { editable, faultsOf, loadDocument, saveDocument } from './document-calls.ts'
import type { Subject } from './subject.ts'

const PAGE_OF: Record<DocumentKind, string> = {
  home: PAGES.home,
  community: PAGES.community,
  selection: PAGES.selection,
  products: PAGES.products,
  ai: PAGES.ai,
  evaluation: PAGES.evaluation,
  submit: PAGES.submit,
}

const saveFailed = (error: unknown) =>
  `${ADMIN_MESSAGES.saveFailedBecause}${failureMessage(error, ADMIN_MESSAGES.saveFailed)}`

/** One of the seven documents, as the editor edits it. */
export const documentSubject = (kind: DocumentKind): Subject => ({
  key: kind,
  kind,
  source: {
    read: () => loadDocument(kind),
    save: (document, over) => saveOutcome(saveDocument(kind, document, over.version), saveFailed),
    keptOf(document) {
      const parsed = parseDocument(kind, document)
      return parsed.success ? editable({ ...parsed.data }) : document
    },
    sentences: {
      saved: CONTENT_SAVED[kind],
      newerFailed: saveFailed,
      reloadFailed: (error) => `${CONTENT_LOAD_FAILED[kind]}${failureMessage(error, ADMIN_MESSAGES.loadFailed)}`,
    },
  },
  faultsOf: (document) => faultsOf(kind, document),
  inOurWords(document) {
    const ours = inOurWords[kind](document)
    return isObject(ours) ? ours : document
  },
  preview: {
    path: PAGE_OF[kind],
    messageFor(document) {
      const parsed = parseDocument(kind, document)
      return parsed.success ? { type: 'zhijian:preview', kind, document: { ...parsed.data } } : undefined
    },
  },
})
