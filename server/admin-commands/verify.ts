import { readArchive } from '../modules/backups/archive/read-archive.ts'
import type { Command } from './command.ts'
import { describeArchive } from './describe-archive.ts'

/** Verifies an archive without a database. */
export const verify: Command = ([path, ...rest]) => (path && rest.length === 0 ? check(path) : undefined)

async function check(path: string): Promise<string[]> {
  const { manifest, summary } = await readArchive(path)
  return [
    '备份完整，可以恢复',
    ...describeArchive({ manifest, summary }),
    manifest.hasSecret
      ? '备份中有密钥'
      : `备份中没有密钥${manifest.secretFingerprint ? `，所需密钥的指纹为 ${manifest.secretFingerprint}` : ''}`,
  ]
}
