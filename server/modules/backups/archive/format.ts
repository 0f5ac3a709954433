/** What an archive is made of. It is a tar, so that its parts can be looked at, and checked, without us. */
import { z } from 'zod'

/** What these files say, in which order and with which meaning; a later one may not be readable. */
export const FORMAT_VERSION = 1

/** The first file. */
export const MANIFEST = 'manifest.json'
/** `APP_SECRET`, in an archive that was asked to hold it. */
export const SECRET = 'secret'
/** The counts and sums of all that is in it. */
export const SUMMARY = 'summary.json'
/** The last file: the sums of all others, as `sha256sum -c` reads them. An archive without it is cut short. */
export const SUMS = 'SHA256SUMS'

const FILES = 'files/'
const ROWS_NAME = /^tables\/([a-z_]+)\/(\d{6,})\.ndjson$/

/** The name of a part of a table, a row of JSON a line. */
export const rowsName = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.ndjson`

/** Returns the table of a part's name; `undefined` if the name is another's. */
export const findTableName = (name: string): string | undefined => ROWS_NAME.exec(name)?.[1]

export const fileName = (key: string): string => FILES + key

/** Returns the key of an uploaded file's name; `undefined` if the name is another's. */
export const findFileKey = (name: string): string | undefined =>
  name.startsWith(FILES) ? name.slice(FILES.length) : undefined

const Sha256Schema = z.string().regex(/^[0-9a-f]{64}$/)

/** Read before anything else is known of an archive. */
export const FormatSchema = z.object({ format: z.literal('zhijian-backup'), formatVersion: z.int().min(1) })

export const ManifestSchema = FormatSchema.extend({
  /** The program's. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  database: z.enum(['sqlite', 'postgres']),
  /** The migrations that its tables are of. */
  steps: z.array(z.string()).min(1),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.enum(['text', 'integer', 'real', 'boolean']) })),
    }),
  ),
  /** By which its secrets are encrypted; `null` if none was recorded. */
  secretFingerprint: z.string().nullable(),
  hasSecret: z.boolean(),
})
export type Manifest = z.infer<typeof ManifestSchema>

export const SummarySchema = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.int(), sha256: Sha256Schema })),
  files: z.object({
    count: z.int(),
    size: z.int(),
    /** Keys that the database named, and under which nothing was stored. */
    missing: z.array(z.string()),
  }),
})
export type Summary = z.infer<typeof SummarySchema>

/** An archive that can't be read, or not by this version; its message is for operators. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
}
