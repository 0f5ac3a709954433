import { contentDraftCalls } from '#contracts/content-drafts/calls.ts'
import type { ContentDraft } from '#contracts/content-drafts/draft.ts'
import { CONTENT_DRAFT_MESSAGES } from '#contracts/content-drafts/messages.ts'
import { parseDocument, withAllSections } from '#contracts/documents/documents.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { DraftKind } from '#contracts/vocabulary.ts'
import type { Versioned } from '../../../shared/versioned/edits.ts'
import { callAdmin } from '../../calls/call.ts'
import { forEditing, queryOf } from '../../calls/query-of.ts'
import type { ConfirmedCall } from '../../components/use-confirmed-call.tsx'
import { createDocumentResource } from '../document-resource.ts'
import type { EditorResource } from '../editor-resource.ts'

type DraftReply = { data: ContentDraft; version: number }

/** Returns a draft as the form edits it: with the defaults of what it lacks, if it is otherwise valid. */
export function toEditableDraft(kind: DraftKind, document: JsonObject): JsonObject {
  const parsed = parseDocument(kind, document)
  return parsed.success ? { ...parsed.data } : withAllSections(kind, document)
}

const toVersioned = ({ data, version }: DraftReply): Versioned<JsonObject> => ({
  value: toEditableDraft(data.kind, data.document),
  version,
})

/** Returns the query for a draft that is edited. */
export const draftQuery = (kind: DraftKind) =>
  forEditing({ ...queryOf(contentDraftCalls.get, { params: { kind } }), select: toVersioned })

const loadDraft = (kind: DraftKind): Promise<DraftReply> => callAdmin(contentDraftCalls.get, { params: { kind } })

/** Returns the draft of a document as the resource of an editor. It may be saved incomplete. */
export const createDraftResource = (
  kind: DraftKind,
  callConfirmed: ConfirmedCall,
  onSaved: () => unknown,
): EditorResource => ({
  ...createDocumentResource(kind, callConfirmed),
  history: undefined,
  key: `${kind}:draft`,
  isDraft: true,
  read: async () => toVersioned(await loadDraft(kind)),
  async readAuthorship() {
    const { savedAt, savedBy } = (await loadDraft(kind)).data
    return { createdAt: savedAt, createdBy: savedBy }
  },
  async save(document, { version }) {
    const reply = await callConfirmed((isConfirmed) =>
      callAdmin(contentDraftCalls.save, {
        params: { kind },
        body: document,
        query: isConfirmed ? { confirmed: true } : {},
        version,
      }),
    )
    void onSaved()
    return { ...toVersioned(reply), message: reply.message }
  },
  savedMessage: CONTENT_DRAFT_MESSAGES.saved,
  validate: () => [],
})
