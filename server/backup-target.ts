import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { BackupReply } from './backup-process.ts'
import { BackupError } from './modules/backups/backup-error.ts'
import type { BackupTarget } from './modules/backups/service.ts'

const PROGRAM = join(import.meta.dirname, 'backup-process.ts')

/**
 * Creates the target of backups. They are written by a child process with this process's settings, so that requests
 * don't wait for it and its memory is released.
 */
export const createBackupTarget = (folder: string): BackupTarget => ({
  folder,
  async write(path, signal) {
    const child = fork(PROGRAM, [path], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      killSignal: 'SIGKILL',
      signal,
    })
    const reply = once(child, 'message', { signal }).then(([message]): BackupReply => message)
    // Messages arrive before the channel closes, but possibly after the exit.
    const end = Promise.all([once(child, 'exit', { signal }), once(child, 'disconnect', { signal })])
    const result = await Promise.race([reply, end.then(([[code, killedBy]]) => describeExit(killedBy ?? code))])
    if ('failure' in result) throw new BackupError(result.failure, result.message)
    return result
  },
})

const describeExit = (reason: string | number): BackupReply => ({
  failure: 'unknown',
  message: `the backup process ended with ${reason} and without a reply`,
})
