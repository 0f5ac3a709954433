import { ConfigError } from './config.ts'
import { findUnfinishedRestore } from './modules/backups/restore-marker.ts'

/**
 * Throws `ConfigError` if a restore was cut off. The folder may contain the old database with the new files, or no
 * database, which would be created empty.
 */
export async function assertRestoreFinished(dataDir: string): Promise<void> {
  const suffix = await findUnfinishedRestore(dataDir)
  if (suffix !== undefined)
    throw new ConfigError(
      `设置 DATA_DIR 有误：上次恢复在替换数据时中断，${dataDir} 中的数据不完整；请再次运行 npm run admin -- restore 备份文件 --replace，完成后再启动（原有的数据在名称含 ${suffix} 的文件中）`,
    )
}
