import type { Actor } from './actor.ts'
import { type Clock, timestamp } from './clock.ts'

/** The columns that every save of a versioned row sets; `updatedBy` is `null` for the system itself. */
export type SaveStamp = { updatedAt: string; updatedBy: string | null }

export const createSaveStamp = (clock: Clock, actor: Pick<Actor, 'id'> | null): SaveStamp => ({
  updatedAt: timestamp(clock),
  updatedBy: actor?.id ?? null,
})
