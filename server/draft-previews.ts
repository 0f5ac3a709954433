import { type Documents, parseDocument } from '#contracts/documents/documents.ts'
import type { PublicApi } from '#contracts/public-api.ts'
import type { DraftKind } from '#contracts/vocabulary.ts'
import type { ContentDraftService } from './modules/content-drafts/service.ts'
import type { MethodService } from './modules/evaluation/service.ts'
import type { FindPreview } from './platform/rendering/preview-pages.ts'

type Services = { contentDrafts: ContentDraftService; methods: MethodService }

/** The methods of the public API that read documents, each with what it returns. */
type DocumentReads = Partial<
  Pick<PublicApi, 'getHome' | 'getCommunity' | 'getSelection' | 'getEvaluation' | 'getSubmitPage'>
>

/** Returns a function that finds the drafts of preview links, for the pages that show them. */
export function createPreviewFinder({ contentDrafts, methods }: Services): FindPreview {
  const READS: { readonly [Kind in DraftKind]: (document: Documents[Kind]) => DocumentReads } = {
    home: (document) => ({ getHome: async () => document }),
    community: (document) => ({ getCommunity: async () => document }),
    selection: (document) => ({ getSelection: async () => document }),
    evaluation: (document) => ({ getEvaluation: () => methods.toPublicDocument(document) }),
    submit: (document) => ({ getSubmitPage: async () => document }),
  }

  /** Returns how a page reads a draft; `undefined` if the draft can't be shown. */
  function readDraft<Kind extends DraftKind>(kind: Kind, document: unknown): DocumentReads | undefined {
    const parsed = parseDocument(kind, document)
    return parsed.success ? READS[kind](parsed.data) : undefined
  }

  return async (token) => {
    const draft = await contentDrafts.links.find(token)
    if (!draft) return { status: 'ended' }
    const reads: Partial<PublicApi> | undefined = readDraft(draft.kind, draft.document)
    if (!reads) return { status: 'incomplete' }
    return {
      status: 'shown',
      page: draft.kind,
      expiresAt: draft.expiresAt,
      createApi:
        (call) =>
        (name, ...args) => {
          const read = reads[name]
          return read ? Reflect.apply(read, reads, args) : call(name, ...args)
        },
    }
  }
}
