import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Installation } from '../modules/backups/restore-backup.ts'
import { sqliteFile } from '../open-configured.ts'
import type { DatabasePlace } from '../platform/database/transfer/snapshot.ts'
import { secretFile } from '../secret.ts'

/** Returns the location of the configured database. */
export const getPlace = ({ databaseUrl, dataDir }: Config): DatabasePlace =>
  databaseUrl ? { kind: 'postgres', url: databaseUrl } : { kind: 'sqlite', file: sqliteFile(dataDir) }

/** Returns the locations of the configured installation's data. */
export const getInstallation = (config: Config): Installation => ({
  place: getPlace(config),
  s3: config.s3,
  uploadsFolder: join(config.dataDir, 'uploads'),
  secretFile: secretFile(config.dataDir),
})
