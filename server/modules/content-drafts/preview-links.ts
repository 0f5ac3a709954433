import { randomUUID } from 'node:crypto'
import type { CreatedPreviewLink, DraftSubject, PreviewLink } from '#contracts/content-drafts/draft.ts'
import { CONTENT_DRAFT_MESSAGES } from '#contracts/content-drafts/messages.ts'
import { buildPreviewUrl } from '#contracts/content-drafts/preview-url.ts'
import { DAY_MS } from '#contracts/durations.ts'
import { CONTENT_DRAFTS } from '#contracts/limits.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, findOrUndefined, invalidField, notFound } from '#server/platform/app-error.ts'
import { timestamp } from '#server/platform/clock.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import { sha256 } from '#server/platform/sha256.ts'
import { createToken } from '#server/platform/token.ts'
import type { Dependencies } from './dependencies.ts'
import { countLinks, deleteExpiredLinks, deleteLink, findDraft, findLink, insertLink, listLinks } from './store.ts'
import type { createSubjects, Subject } from './subject.ts'
import { toPreviewLink } from './view.ts'

/** What a preview link shows, and until when. */
type PreviewedDraft = { subject: DraftSubject; document: JsonObject; expiresAt: string }

/** Creates the links by which anyone who has one sees a draft. Only the hashes of their tokens are stored. */
export function createPreviewLinks(
  { database, clock, audit, publicUrl }: Dependencies,
  subjects: ReturnType<typeof createSubjects>,
) {
  return {
    list: async ({ kind }: Subject): Promise<PreviewLink[]> =>
      (await listLinks(database.read, kind, timestamp(clock))).map(toPreviewLink),

    /** Creates a link. Throws `notFound` without a draft, `invalid` for its time, `conflict` if there are too many. */
    async create(owner: Subject, expiresAt: string, actor: Actor): Promise<CreatedPreviewLink> {
      const { kind, productId } = owner
      const lifetimeMs = Date.parse(expiresAt) - clock.now().getTime()
      if (lifetimeMs <= 0) throw invalidField('expiresAt', CONTENT_DRAFT_MESSAGES.pastTime)
      if (lifetimeMs > CONTENT_DRAFTS.previewDays * DAY_MS)
        throw invalidField('expiresAt', CONTENT_DRAFT_MESSAGES.expiryTooFar)
      const token = createToken()
      return writeOnce(database, async (transaction) => {
        const { db } = transaction
        await owner.lock(transaction)
        if (!(await findDraft(db, kind))) throw notFound(CONTENT_DRAFT_MESSAGES.notFound)
        const now = timestamp(clock)
        await deleteExpiredLinks(db, now)
        if ((await countLinks(db, kind, now)) >= CONTENT_DRAFTS.previewLinks)
          throw conflict(CONTENT_DRAFT_MESSAGES.tooManyLinks)
        const row = {
          id: randomUUID(),
          kind,
          productId,
          tokenHash: sha256(token),
          createdAt: now,
          createdBy: actor.id,
          createdByName: actor.name,
          expiresAt: new Date(expiresAt).toISOString(),
        }
        await insertLink(db, row)
        const { subject, label } = await owner.describe(db)
        await audit.record(transaction, {
          actor,
          action: 'content.create-preview',
          target: label,
          detail: `有效至${formatMinuteInShanghai(new Date(expiresAt))}`,
        })
        return { ...toPreviewLink(row), url: buildPreviewUrl(publicUrl, subject, token) }
      })
    },

    /** Throws `notFound`. */
    revoke: (owner: Subject, id: string, actor: Actor): Promise<void> =>
      database.write(async (transaction) => {
        if (!(await deleteLink(transaction.db, owner.kind, id))) throw notFound(CONTENT_DRAFT_MESSAGES.linkNotFound)
        const { label } = await owner.describe(transaction.db)
        await audit.record(transaction, { actor, action: 'content.revoke-preview', target: label })
      }),

    /** Returns what the link with a token shows; `undefined` after its end. */
    async find(token: string): Promise<PreviewedDraft | undefined> {
      const link = await findLink(database.read, sha256(token), timestamp(clock))
      const draft = link && (await findDraft(database.read, link.kind))
      if (!draft) return undefined
      const owner = subjects.ofRow(draft)
      const published = await findOrUndefined(owner.getPublished(database.read))
      if (!published) return undefined
      const { subject } = await owner.describe(database.read)
      const document = owner.complete(Object(draft.dataJson), published.document)
      return { subject, document, expiresAt: link.expiresAt }
    },
  }
}
