import { settingsCalls } from '#contracts/settings/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { BackupService } from './service.ts'

export const backupRoutes = (backups: BackupService) => [
  defineRoute(settingsCalls.startBackup, ({ actor }) => backups.start(actor)),
]
