import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { Manifest, Summary } from '../modules/backups/archive/format.ts'

const MAX_LISTED_FILES = 5

/** Describes an archive's content in lines of text. */
export function describeArchive({ manifest, summary }: { manifest: Manifest; summary: Summary }): string[] {
  const { count, size, missing } = summary.files
  const rows = summary.tables.reduce((sum, table) => sum + table.rows, 0)
  const lines = [
    `内容是${formatMinuteInShanghai(new Date(manifest.createdAt))}（北京时间）的：${summary.tables.length}张数据表，${rows}行；${count}个文件，${(size / 1_000_000).toFixed(1)} MB`,
  ]
  if (missing.length > 0)
    lines.push(
      `注意：数据库中记有${missing.length}个文件，存储中没有：${missing.slice(0, MAX_LISTED_FILES).join('、')}${missing.length > MAX_LISTED_FILES ? ' 等' : ''}`,
    )
  return lines
}
