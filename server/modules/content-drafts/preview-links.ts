import { randomBytes, randomUUID } from 'node:crypto'
import type { CreatedPreviewLink, PreviewLink } from '#contracts/content-drafts/draft.ts'
import { CONTENT_DRAFT_MESSAGES } from '#contracts/content-drafts/messages.ts'
import { buildPreviewUrl } from '#contracts/content-drafts/preview-url.ts'
import { DAY_MS } from '#contracts/durations.ts'
import { CONTENT_DRAFTS } from '#contracts/limits.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import { DOCUMENT_LABELS, type DraftKind } from '#contracts/vocabulary.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, invalidField, notFound } from '#server/platform/app-error.ts'
import { timestamp } from '#server/platform/clock.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import { sha256 } from '#server/platform/sha256.ts'
import type { Dependencies } from './dependencies.ts'
import { getDraftTopic } from './draft-row.ts'
import { countLinks, deleteExpiredLinks, deleteLink, findDraft, findLink, insertLink, listLinks } from './store.ts'
import { toPreviewLink, withRecords } from './view.ts'

/** What a preview link shows, and until when. */
type PreviewedDraft = { kind: DraftKind; document: JsonObject; expiresAt: string }

/** Creates the links by which anyone who has one sees a draft. Only the hashes of their tokens are stored. */
export function createPreviewLinks({ database, clock, content, audit, publicUrl }: Dependencies) {
  return {
    list: async (kind: DraftKind): Promise<PreviewLink[]> =>
      (await listLinks(database.read, kind, timestamp(clock))).map(toPreviewLink),

    /** Creates a link. Throws `notFound` without a draft, `invalid` for its time, `conflict` if there are too many. */
    async create(kind: DraftKind, expiresAt: string, actor: Actor): Promise<CreatedPreviewLink> {
      const lifetimeMs = Date.parse(expiresAt) - clock.now().getTime()
      if (lifetimeMs <= 0) throw invalidField('expiresAt', CONTENT_DRAFT_MESSAGES.pastTime)
      if (lifetimeMs > CONTENT_DRAFTS.previewDays * DAY_MS)
        throw invalidField('expiresAt', CONTENT_DRAFT_MESSAGES.expiryTooFar)
      const token = randomBytes(32).toString('base64url')
      return writeOnce(database, async (transaction) => {
        const { db } = transaction
        await transaction.lock(getDraftTopic(kind))
        if (!(await findDraft(db, kind))) throw notFound(CONTENT_DRAFT_MESSAGES.notFound)
        const now = timestamp(clock)
        await deleteExpiredLinks(db, now)
        if ((await countLinks(db, kind, now)) >= CONTENT_DRAFTS.previewLinks)
          throw conflict(CONTENT_DRAFT_MESSAGES.tooManyLinks)
        const row = {
          id: randomUUID(),
          kind,
          tokenHash: sha256(token),
          createdAt: now,
          createdBy: actor.id,
          createdByName: actor.name,
          expiresAt: new Date(expiresAt).toISOString(),
        }
        await insertLink(db, row)
        await audit.record(transaction, {
          actor,
          action: 'content.create-preview',
          target: DOCUMENT_LABELS[kind],
          detail: `有效至${formatMinuteInShanghai(new Date(expiresAt))}`,
        })
        return { ...toPreviewLink(row), url: buildPreviewUrl(publicUrl, kind, token) }
      })
    },

    /** Throws `notFound`. */
    revoke: (kind: DraftKind, id: string, actor: Actor): Promise<void> =>
      database.write(async (transaction) => {
        if (!(await deleteLink(transaction.db, kind, id))) throw notFound(CONTENT_DRAFT_MESSAGES.linkNotFound)
        await audit.record(transaction, { actor, action: 'content.revoke-preview', target: DOCUMENT_LABELS[kind] })
      }),

    /** Returns what the link with a token shows; `undefined` after its end. */
    async find(token: string): Promise<PreviewedDraft | undefined> {
      const link = await findLink(database.read, sha256(token), timestamp(clock))
      const draft = link && (await findDraft(database.read, link.kind))
      if (!draft) return undefined
      const { document: published } = await content.get(draft.kind)
      const document = withRecords(Object(draft.dataJson), published)
      return { kind: draft.kind, document, expiresAt: link.expiresAt }
    },
  }
}
