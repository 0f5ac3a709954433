import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BackupTarget } from './modules/backups/service.ts'

const ADMIN = join(import.meta.dirname, 'admin.ts')

/**
 * Creates the target of scheduled backups. It runs the operators' backup command in a child process with this process's
 * settings, so that requests don't wait for it and its memory is released.
 */
export const createBackupTarget = (folder: string): BackupTarget => ({
  folder,
  async write(path) {
    await promisify(execFile)(process.execPath, [ADMIN, 'backup', path]).catch((error: { stderr?: string }) => {
      throw new Error(error.stderr?.trim() || 'the backup command failed without output', { cause: error })
    })
  },
})
