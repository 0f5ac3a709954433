import type { JsonObject } from '#contracts/rules/is-object.ts'

/** A remark on a place in a file, both in Chinese. */
export type Remark = { place: string; message: string }

/**
 * A task as it was read: not validated, by the names of its fields. Its criterion may be given by title. `problems` say
 * what can't be read.
 */
export type ReadTask = { place: string; fields: JsonObject; problems?: string[] }

/** A result of a task in a log, by the position of the task among those that were read. */
export type ReadTrial = { task: number; isPassed: boolean; seconds: number | null; note: string }

/** The contents of a file: what can't be read is an error, what was read without being understood a note. */
export type TaskFile = { tasks: ReadTask[]; trials: ReadTrial[]; errors: Remark[]; notes: Remark[] }
