import { settingsCalls } from '#contracts/settings/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { BackupService } from './service.ts'

/** Routes for administrators who start a backup by hand. */
export const backupRoutes = (backups: BackupService) => [
  defineRoute(settingsCalls.startBackup, ({ user }) => backups.start(user)),
]
