import type { DatabaseLocation } from '#server/platform/database/database-location.ts'
import type { S3Location } from '#server/platform/files/s3-location.ts'

/** The locations of an installation's data. */
export type Installation = {
  location: DatabaseLocation
  s3: S3Location | undefined
  uploadsFolder: string
  secretFile: string
}

/** The names under which a restore writes the data before it replaces the existing data. */
export type TemporaryLocations = { database: DatabaseLocation; uploadsFolder: string; secretFile: string }
