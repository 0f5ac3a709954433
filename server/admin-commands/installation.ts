import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Installation } from '../modules/backups/installation.ts'
import { getSqlitePath } from '../open-configured-database.ts'
import { type DatabaseLocation, locateInFile, locateOnServer } from '../platform/database/database-location.ts'
import { getSecretPath } from '../secret.ts'

/** Returns the location of the configured database. */
export const getDatabaseLocation = ({ databaseUrl, dataDir }: Config): DatabaseLocation =>
  databaseUrl ? locateOnServer(databaseUrl) : locateInFile(getSqlitePath(dataDir))

/** Returns the locations of the configured installation's data. */
export const getInstallation = (config: Config): Installation => ({
  location: getDatabaseLocation(config),
  s3: config.s3,
  uploadsFolder: join(config.dataDir, 'uploads'),
  secretFile: getSecretPath(config.dataDir),
})
