import { z } from 'zod'
import { ActiveAlarmSchema } from '../alarms/alarm.ts'
import { STORAGE_ERROR_CODES } from '../errors.ts'
import { BACKUP_FAILURE_NAMES } from './backup-failures.ts'

/** The databases in which the data can be. */
export const DATABASE_KINDS = ['sqlite', 'postgres'] as const

/** Less free space than this, in bytes, causes a warning. */
export const LOW_SPACE_BYTES = 500 * 1024 * 1024

/**
 * A backup that has ended. `interrupted`: the process that made it ended first; `endedAt` is its last sign of life.
 * `size` of the archive in bytes, and `missingFiles`, the number of files that the database lists but the file store
 * doesn't have, are `null` unless it is done; `failure` is `null` unless it failed.
 */
const EndedBackupSchema = z.object({
  status: z.enum(['done', 'failed', 'interrupted']),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  size: z.int().nullable(),
  missingFiles: z.int().nullable(),
  failure: z.enum(BACKUP_FAILURE_NAMES).nullable(),
})
export type EndedBackup = z.infer<typeof EndedBackupSchema>

/** Scheduled backups and those started by hand; `lastSuccessfulRun` is the latest that can be restored. */
export const SystemBackupSchema = z
  .object({
    isScheduled: z.boolean(),
    /** The start of the backup that is being made; `null` if there is none. */
    runningSince: z.iso.datetime().nullable(),
    last: EndedBackupSchema.nullable(),
    /** The start of the first recorded backup, whatever became of it; `null` if none was started. */
    firstStartedAt: z.iso.datetime().nullable(),
    lastSuccessfulRun: z.object({ startedAt: z.iso.datetime(), size: z.int() }).nullable(),
    /** Why the newest backup failed that has failed since the last success; `null` if none has. */
    failureSinceSuccess: z.enum(BACKUP_FAILURE_NAMES).nullable(),
  })
  .meta({ id: 'SystemBackup' })
export type SystemBackup = z.infer<typeof SystemBackupSchema>

/**
 * The status of the service: version, storage and pending work. Sizes are in bytes; contains no addresses or secrets.
 */
export const SystemSchema = z
  .object({
    version: z.string(),
    /** The abbreviated hash; `null` if the service wasn't installed from a repository. */
    commit: z.string().nullable(),
    node: z.string(),
    /** The start of the node that replies. */
    startedAt: z.iso.datetime(),
    uptimeSeconds: z.int(),
    /** `failure` is why nothing can be saved; `null` if storage works. */
    database: z.object({
      kind: z.enum(DATABASE_KINDS),
      size: z.int(),
      failure: z.enum(STORAGE_ERROR_CODES).nullable(),
    }),
    /** Free space where the replying node stores its data; `null` if unknown. */
    freeSpace: z.int().nullable(),
    files: z.object({ count: z.int(), size: z.int() }),
    /** The number of members' projects, and the size of their evidence in bytes; staff can't see their contents. */
    evaluationProjects: z.object({ count: z.int(), size: z.int() }),
    inquiries: z
      .object({ count: z.int(), open: z.int(), submitted: z.int() })
      .describe('会员的征询：份数、正在进行的份数与已提交的回答数；工作人员看不到内容。'),
    /** `isReady` is whether mail is enabled and has a server. */
    mail: z.object({ isReady: z.boolean(), waiting: z.int(), failed: z.int() }),
    backup: SystemBackupSchema,
    /** The active alarms, oldest first. */
    alarms: z.array(ActiveAlarmSchema),
    /** `null` before the first run. */
    lastHousekeeping: z.iso.datetime().nullable(),
  })
  .meta({ id: 'System' })
export type System = z.infer<typeof SystemSchema>
