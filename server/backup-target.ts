import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Config } from './config.ts'
import type { BackupTarget } from './modules/backups/service.ts'

const ADMIN = join(import.meta.dirname, 'admin.ts')

/**
 * Creates what scheduled backups are written by: the operators' own command, in a process of its own, with this one's
 * settings. Requests don't wait for it, and its memory is given back.
 */
export const createBackupTarget = ({ backupDir }: Pick<Config, 'backupDir'>): BackupTarget => ({
  folder: backupDir,
  async write(path) {
    await promisify(execFile)(process.execPath, [ADMIN, 'backup', path]).catch((error: { stderr?: string }) => {
      throw new Error(error.stderr?.trim() || 'the backup command ended without a word', { cause: error })
    })
  },
})
