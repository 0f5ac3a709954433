/**
 * The format of an archive. It is a tar file, so that its contents can be inspected and verified without this program.
 */
import { z } from 'zod'
import { DATABASE_KINDS } from '#contracts/system/system.ts'

/** The version of the archive's layout. A newer one may be unreadable. */
export const FORMAT_VERSION = 1

/** The first file: what the archive contains. */
export const MANIFEST_NAME = 'manifest.json'
/** `APP_SECRET`, if the archive was created to include it. */
export const SECRET_NAME = 'secret'
/** Counts and checksums of everything in the archive. */
export const SUMMARY_NAME = 'summary.json'
/** The last file: the checksums of all others, in the format of `sha256sum -c`. An archive without it is truncated. */
export const CHECKSUMS_NAME = 'SHA256SUMS'

const FILES_PREFIX = 'files/'
const TABLE_PART_NAME = /^tables\/([a-z_]+)\/(\d{6,})\.ndjson$/

/** Returns the name of a part of a table in the archive. A part contains one row as JSON per line. */
export const getTablePartName = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.ndjson`

/** Returns the table that a name in the archive belongs to; `undefined` if it isn't part of a table. */
export const findTableName = (name: string): string | undefined => TABLE_PART_NAME.exec(name)?.[1]

/** Returns the name of an uploaded file in the archive. */
export const getFileName = (key: string): string => FILES_PREFIX + key

/** Returns the key of the uploaded file with a name in the archive; `undefined` for any other name. */
export const findFileKey = (name: string): string | undefined =>
  name.startsWith(FILES_PREFIX) ? name.slice(FILES_PREFIX.length) : undefined

const Sha256Schema = z.string().regex(/^[0-9a-f]{64}$/)

/** Read first, to identify an archive. */
export const FormatSchema = z.object({ format: z.literal('zhijian-backup'), formatVersion: z.int().min(1) })

export const ManifestSchema = FormatSchema.extend({
  /** The version of the program. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  database: z.enum(DATABASE_KINDS),
  /** The migrations that were applied to its tables. */
  steps: z.array(z.string()).min(1),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.enum(['text', 'integer', 'real', 'boolean']) })),
    }),
  ),
  /** Fingerprint of the `APP_SECRET` that encrypts its secrets; `null` if none was recorded. */
  secretFingerprint: z.string().nullable(),
  hasSecret: z.boolean(),
})
export type Manifest = z.infer<typeof ManifestSchema>

export const SummarySchema = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.int(), sha256: Sha256Schema })),
  files: z.object({
    count: z.int(),
    size: z.int(),
    /** Keys in the database for which no file was stored. */
    missing: z.array(z.string()),
  }),
})
export type Summary = z.infer<typeof SummarySchema>

/** Thrown for an archive that is damaged or that this version can't read. The message is for operators. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
}
