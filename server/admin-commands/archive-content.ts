import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { Manifest, Summary } from '../modules/backups/archive/format.ts'

const FEW = 5

/** Returns the lines that say what is in an archive. */
export function describeContent({ manifest, summary }: { manifest: Manifest; summary: Summary }): string[] {
  const { count, size, missing } = summary.files
  const rows = summary.tables.reduce((sum, table) => sum + table.rows, 0)
  const lines = [
    `内容是${formatMinuteInShanghai(new Date(manifest.createdAt))}（北京时间）的：${summary.tables.length}张数据表，${rows}行；${count}个文件，${(size / 1_000_000).toFixed(1)} MB`,
  ]
  if (missing.length > 0)
    lines.push(
      `注意：数据库中记有${missing.length}个文件，存储中没有：${missing.slice(0, FEW).join('、')}${missing.length > FEW ? ' 等' : ''}`,
    )
  return lines
}
