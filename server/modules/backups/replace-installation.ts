import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DATABASE_FILE_ENDINGS, findDatabaseFile } from '#server/platform/database/database-location.ts'
import { syncFolder } from './archive/archive-writer.ts'
import type { Installation, TemporaryLocations } from './installation.ts'
import type { UndoableRenames } from './undoable-renames.ts'

/**
 * Renames the restored data to its final names, after appending `suffix` to the names of the existing data. The database
 * is last, so that it exists only once its files and its secret do.
 */
export async function replaceInstallation(
  { location, s3, uploadsFolder, secretFile }: Installation,
  temporary: TemporaryLocations,
  { renames, suffix }: { renames: UndoableRenames; suffix: string },
): Promise<void> {
  if (!s3) {
    await renames.renameExisting(uploadsFolder, uploadsFolder + suffix)
    await renames.rename(temporary.uploadsFolder, uploadsFolder)
  }
  if (existsSync(temporary.secretFile)) {
    await renames.renameExisting(secretFile, secretFile + suffix)
    await renames.rename(temporary.secretFile, secretFile)
  }
  const databaseFile = findDatabaseFile(location)
  const restoredFile = findDatabaseFile(temporary.database)
  if (databaseFile !== undefined && restoredFile !== undefined) {
    for (const ending of DATABASE_FILE_ENDINGS)
      await renames.renameExisting(databaseFile + ending, databaseFile + suffix + ending)
    await renames.rename(restoredFile, databaseFile)
  }
  const folder = dirname(secretFile)
  if (existsSync(folder)) await syncFolder(folder)
}

/** Returns whether a secret file exists and contains another secret. */
export const hasOtherSecret = async (file: string, secret: string): Promise<boolean> =>
  existsSync(file) && (await readFile(file, 'utf8')).trim() !== secret
