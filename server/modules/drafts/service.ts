import type { z } from 'zod'
import { type Draft, type DraftInput, DraftInputSchema, type DraftSummary } from '#contracts/drafts/draft.ts'
import { DRAFT_MESSAGES } from '#contracts/drafts/messages.ts'
import { DAY_MS } from '#contracts/durations.ts'
import { DRAFT_LIMITS, TEXT } from '#contracts/limits.ts'
import type { Client } from '#server/platform/actor.ts'
import { conflict, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import {
  countOtherDrafts,
  deleteDraft,
  deleteDraftsBefore,
  findDraft,
  listDrafts,
  listOwnDrafts,
  saveDraft,
} from './store.ts'

export type DraftService = ReturnType<typeof createDraftService>

const ContentSchema = DraftInputSchema.pick({ loaded: true, value: true, text: true })

/** Creates the service for drafts: unsaved edits of forms. Every method accesses the drafts of one user only. */
export function createDraftService({ database, clock }: { database: Database; clock: Clock }) {
  return {
    list: (subject: string, userId: string): Promise<DraftSummary[]> => listDrafts(database.read, userId, subject),

    /** Lists all drafts of a user with their content. */
    async listOwnContents(userId: string): Promise<Draft[]> {
      const rows = await listOwnDrafts(database.read, userId)
      return rows.map(({ id, subject, editedAt, userAgent, contentJson }) => ({
        id,
        subject,
        editedAt,
        userAgent,
        ...ContentSchema.parse(contentJson),
      }))
    },

    /** Returns a draft with its content. Throws `notFound`. */
    async get(id: string, userId: string): Promise<Draft> {
      const row = await findDraft(database.read, userId, id)
      if (!row) throw notFound(DRAFT_MESSAGES.notFound)
      const { subject, editedAt, userAgent, contentJson } = row
      return { id, subject, editedAt, userAgent, ...ContentSchema.parse(contentJson) }
    },

    /**
     * Creates or replaces a draft. Throws `conflict` if the user's other drafts are too many or too large: none of them
     * is deleted to make room.
     */
    async save(
      id: string,
      draft: DraftInput,
      { userId, client }: { userId: string; client: Pick<Client, 'userAgent'> },
    ): Promise<void> {
      const { subject, editedAt, loaded, value, text } = draft
      const contentJson = JSON.stringify({ loaded, value, text } satisfies z.input<typeof ContentSchema>)
      const bytes = Buffer.byteLength(contentJson)
      await database.write(async ({ db }) => {
        const others = await countOtherDrafts(db, userId, id)
        if (others.count >= DRAFT_LIMITS.perUser) throw conflict(DRAFT_MESSAGES.tooMany)
        if (others.bytes + bytes > DRAFT_LIMITS.bytesPerUser) throw conflict(DRAFT_MESSAGES.draftsTooLarge)
        await saveDraft(db, {
          userId,
          id,
          subject,
          contentJson,
          bytes,
          userAgent: client.userAgent?.slice(0, TEXT.line) ?? null,
          editedAt,
          savedAt: timestamp(clock),
        })
      })
    },

    remove: (id: string, userId: string) => database.write(({ db }) => deleteDraft(db, userId, id)),

    /** Deletes drafts that haven't been saved for `DRAFT_LIMITS.days`. */
    deleteExpired: () =>
      database.write(({ db }) =>
        deleteDraftsBefore(db, new Date(clock.now().getTime() - DRAFT_LIMITS.days * DAY_MS).toISOString()),
      ),
  }
}
