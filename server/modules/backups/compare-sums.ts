import type { TableSum } from '#server/platform/database/transfer/table-rows.ts'

/** Throws if a table's rows aren't those that they were made of. */
export function assertSameSums(source: readonly TableSum[], copy: readonly TableSum[]): void {
  for (const [index, { name, rows, sha256 }] of source.entries()) {
    const copied = copy[index]
    if (copied?.name !== name || copied.rows !== rows || copied.sha256 !== sha256)
      throw new Error(`数据表 ${name} 写入后与原来不同（原有${rows}行，写入${copied?.rows ?? 0}行）`)
  }
}
