/** Writes a backup to the path in its argument, as a child process of the server, and sends the outcome. */
import type { BackupFailure } from '#contracts/system/backup-failures.ts'
import { assertDatabaseExists } from './admin-commands/command.ts'
import { describeFailure } from './admin-commands/describe-failure.ts'
import { getInstallation } from './admin-commands/installation.ts'
import { ConfigError, readConfig } from './config.ts'
import { BackupError } from './modules/backups/backup-error.ts'
import { createBackup } from './modules/backups/create-backup.ts'
import { systemClock } from './platform/clock.ts'
import { openFileStore } from './platform/files/open-file-store.ts'

export type BackupReply = { missingFiles: number } | { failure: BackupFailure; message: string }

async function writeBackup(path: string): Promise<BackupReply> {
  try {
    const config = readConfig(process.env)
    assertDatabaseExists(config)
    const { location, s3, uploadsFolder } = getInstallation(config)
    const files = openFileStore({ s3, folder: uploadsFolder })
    const { summary } = await createBackup({ path, location, files, clock: systemClock })
    return { missingFiles: summary.files.missing.length }
  } catch (error) {
    return { failure: getFailure(error), message: `${path}：${describeFailure(error)}` }
  }
}

function getFailure(error: unknown): BackupFailure {
  if (error instanceof BackupError) return error.failure
  return error instanceof ConfigError ? 'databaseUnreadable' : 'unknown'
}

// The server ends this process; a signal to the entire process group must not do so before.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})
// Without the server, nobody would record the backup.
process.once('disconnect', () => process.exit(1))
const [, , path = ''] = process.argv
const reply = await writeBackup(path)
process.send?.(reply, () => process.disconnect())
