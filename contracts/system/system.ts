import { z } from 'zod'
import { ActiveAlarmSchema } from '../alarms/alarm.ts'
import { STORAGE_ERRORS } from '../errors.ts'

/** Less free space than this, in bytes, is warned of. */
export const LOW_SPACE = 500 * 1024 * 1024

/** Scheduled backups; `lastDone` is the newest that can be restored. */
const SystemBackupSchema = z.object({
  isScheduled: z.boolean(),
  last: z.object({ status: z.enum(['running', 'done', 'failed']), startedAt: z.iso.datetime() }).nullable(),
  lastDone: z.object({ startedAt: z.iso.datetime(), size: z.int() }).nullable(),
})
export type SystemBackup = z.infer<typeof SystemBackupSchema>

/** The status of the service: version, storage and pending work. Sizes in bytes; no addresses or secrets. */
export const SystemSchema = z
  .object({
    version: z.string(),
    /** Short; `null` if it was not installed from a repository. */
    commit: z.string().nullable(),
    node: z.string(),
    /** Of the node that answers. */
    startedAt: z.iso.datetime(),
    uptimeSeconds: z.int(),
    /** `failure` is why nothing can be saved; null if all is well. */
    database: z.object({
      kind: z.enum(['sqlite', 'postgres']),
      size: z.int(),
      failure: z.enum(STORAGE_ERRORS).nullable(),
    }),
    /** Free space where the answering node keeps its data; `null` if it can't be told. */
    freeSpace: z.int().nullable(),
    files: z.object({ count: z.int(), size: z.int() }),
    /** Members' projects and the bytes of their evidence: staff see that they are there, not what they hold. */
    evaluationProjects: z.object({ count: z.int(), size: z.int() }),
    /** `isReady` is whether mail is on and has a server to send it by. */
    mail: z.object({ isReady: z.boolean(), waiting: z.int(), failed: z.int() }),
    backup: SystemBackupSchema,
    /** What an operator must know now, the oldest first. */
    alarms: z.array(ActiveAlarmSchema),
    /** `null` before the first. */
    lastHousekeeping: z.iso.datetime().nullable(),
  })
  .meta({ id: 'System' })
export type System = z.infer<typeof SystemSchema>
