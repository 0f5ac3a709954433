export const BACKUP_MESSAGES = {
  started: '备份已开始',
  startFailed: '备份没有开始',
  running: '正在备份，请等它完成后再试',
} as const
