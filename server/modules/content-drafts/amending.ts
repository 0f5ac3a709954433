import type { CommentSubject } from '#contracts/comments/comment.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { diff } from '#contracts/rules/json-diff.ts'
import { carryComments } from '#server/modules/comments/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { timestamp } from '#server/platform/clock.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { Dependencies } from './dependencies.ts'
import { type DraftRow, findDraft, replaceDraft } from './store.ts'
import type { DocumentChange, Subject } from './subject.ts'

/** Creates the function that makes the same change to a published version and to the draft beside it. */
export function createAmending({ database, clock, audit }: Pick<Dependencies, 'database' | 'clock' | 'audit'>) {
  /** Saves an amended draft, which keeps its schedule, and tells its editors if its content changed. */
  async function saveDraft(
    transaction: Transaction,
    owner: Subject,
    { row, document, version }: { row: DraftRow; document: JsonObject; version: number },
    actor: Actor,
  ): Promise<boolean> {
    const isChanged = diff(row.dataJson, document).length > 0
    const failureJson = row.failureJson === null ? null : JSON.stringify(row.failureJson)
    const save = isChanged
      ? { version, savedAt: timestamp(clock), savedBy: actor.id, savedByName: actor.name }
      : { version: row.version }
    await replaceDraft(transaction.db, { ...row, ...save, dataJson: JSON.stringify(document), failureJson })
    if (!isChanged) return false
    transaction.publish(owner.topic)
    const { label } = await owner.describe(transaction.db)
    await audit.record(transaction, { actor, action: 'content.save-draft', target: label })
    return true
  }

  return {
    /**
     * Makes the same change to the published version and to its draft, in one transaction. The draft keeps its schedule, and
     * the change isn't news to it: it is based on the amended version if it was on the one before. Returns what changed.
     * Throws `notFound` for a product that was removed, and as the ordinary save of what is published.
     */
    amend: (owner: Subject, change: DocumentChange, actor: Actor): Promise<{ published: boolean; draft: boolean }> =>
      database.write(async (transaction) => {
        const { db } = transaction
        const topicRevision = await owner.lock(transaction)
        const row = await findDraft(db, owner.kind)
        const before = await owner.getPublished(db)
        const published = await owner.amendPublished(transaction, change, actor)
        if (!row) return { published, draft: false }
        const after = await owner.getPublished(db)
        const follow = (revision: number) => (revision === before.revision ? after.revision : revision)
        const { baseRevision, replacesRevision } = row
        const followed = {
          ...row,
          baseRevision: follow(baseRevision),
          replacesRevision: replacesRevision === null ? null : follow(replacesRevision),
        }
        const document = change(Object(row.dataJson))
        const draft = await saveDraft(
          transaction,
          owner,
          { row: followed, document, version: topicRevision + 1 },
          actor,
        )
        const amended = owner.complete(document, after.document)
        await carryComments(db, toCommentSubject(owner), toEdited(owner, row, before.document), amended)
        return { published, draft }
      }),
  }
}

/** Returns what editors see: the draft if there is one, otherwise what is published. */
export const toEdited = (owner: Subject, row: DraftRow | undefined, published: JsonObject): JsonObject =>
  row ? owner.complete(Object(row.dataJson), published) : published

export const toCommentSubject = ({ kind, productId }: Subject): CommentSubject =>
  productId === null ? { kind: 'document', id: kind } : { kind: 'product', id: productId }
