/** Why backups fail: what the operator sees, and what to do about it. Details such as paths are in the log only. */
type BackupFailureDefinition = { label: string; advice: string }

export const BACKUP_FAILURES = {
  diskFull: {
    label: '备份文件夹所在的磁盘已满',
    advice: '请清理或扩容，减少保留份数，或把 BACKUP_DIR 改到更大的磁盘。',
  },
  folderMissing: {
    label: '备份文件夹不存在，也无法建立',
    advice: '请检查 BACKUP_DIR 的路径，以及它所在的磁盘是否已挂载。',
  },
  folderNotPermitted: {
    label: '没有权限写入备份文件夹',
    advice: '请让运行服务的用户拥有 BACKUP_DIR 文件夹，并能写入其中。',
  },
  folderReadOnly: {
    label: '备份文件夹只能读取',
    advice: '请检查 BACKUP_DIR 所在的磁盘及其挂载方式；使用systemd时，须在ReadWritePaths中列出这个文件夹。',
  },
  databaseUnavailable: {
    label: '无法连接数据库',
    advice: '请检查数据库是否已启动、网络是否可达。',
  },
  databaseUnreadable: {
    label: '读取数据库时出错',
    advice: '请检查数据库所在的磁盘，并在服务器日志中查找“the backup failed”。',
  },
  filesUnreadable: {
    label: '无法读取上传的文件',
    advice: '请检查 DATA_DIR 中uploads文件夹的权限与磁盘。',
  },
  storeUnavailable: {
    label: '对象存储无法访问',
    advice: '请检查 FILES_URL 的地址与网络，以及对象存储是否正常。',
  },
  storeRejected: {
    label: '对象存储拒绝了请求',
    advice: '请检查 FILES_URL 的密钥与桶，以及该密钥是否有读取的权限。',
  },
  unknown: {
    label: '原因不明',
    advice: '请在服务器日志中查找“the backup failed”。',
  },
} as const satisfies Record<string, BackupFailureDefinition>

export type BackupFailure = keyof typeof BACKUP_FAILURES
export const BACKUP_FAILURE_NAMES = Object.keys(BACKUP_FAILURES) as [BackupFailure, ...BackupFailure[]]
