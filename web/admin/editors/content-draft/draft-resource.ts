import type { ContentDraft } from '#contracts/content-drafts/draft.ts'
import { CONTENT_DRAFT_MESSAGES } from '#contracts/content-drafts/messages.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { Versioned } from '../../../shared/versioned/edits.ts'
import { forEditing } from '../../calls/query-of.ts'
import type { ConfirmedCall } from '../../components/use-confirmed-call.tsx'
import type { EditorDrafts, EditorResource } from '../editor-resource.ts'
import { draftCallsOf } from './draft-calls.ts'

type DraftReply = { data: ContentDraft; version: number }

/** Returns the query for a draft that is edited. */
export const draftQuery = ({ owner, toEditable }: EditorDrafts) =>
  forEditing({
    ...draftCallsOf(owner).query(0),
    select: ({ data, version }: DraftReply) => ({ value: toEditable(data.document), version }),
  })

/** Returns the draft of a document or product as the resource of an editor, which is saved incomplete, too. */
export function createDraftResource(
  published: EditorResource,
  drafts: EditorDrafts,
  { callConfirmed, onSaved }: { callConfirmed: ConfirmedCall; onSaved: () => unknown },
): EditorResource {
  const calls = draftCallsOf(drafts.owner)
  const toVersioned = ({ data, version }: DraftReply): Versioned<JsonObject> => ({
    value: drafts.toEditable(data.document),
    version,
  })
  return {
    ...published,
    history: undefined,
    key: `${published.key}:draft`,
    isDraft: true,
    read: async () => toVersioned(await calls.load()),
    async readAuthorship() {
      const { savedAt, savedBy } = (await calls.load()).data
      return { createdAt: savedAt, createdBy: savedBy }
    },
    async save(document, { version }) {
      const reply = await callConfirmed((isConfirmed) => calls.save(document, { version, isConfirmed }))
      void onSaved()
      return { ...toVersioned(reply), message: reply.message }
    },
    savedMessage: CONTENT_DRAFT_MESSAGES.saved,
    validate: () => [],
  }
}
