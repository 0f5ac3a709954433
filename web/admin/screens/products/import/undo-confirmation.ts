import type { ImportUndo, ProductImport } from '#contracts/products/product-import.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import type { Confirmation } from '../../../components/use-confirm.ts'

/** Returns the question before an import is undone. */
export const createUndoConfirmation = (
  { fileName, importedAt, counts }: ProductImport,
  onOk: () => unknown,
): Confirmation => ({
  title: `撤销“${fileName}”的导入？`,
  content: `${formatMinute(importedAt)}导入的${counts.create + counts.update}个产品：新建的移入回收站，更新的恢复原状。导入之后又有人改过的保持不变，会逐个列出。`,
  okText: '撤销导入',
  cancelText: '不撤销',
  onOk,
})

/** Returns the outcome of an undo in numbers: `3个新建的已移入回收站，2个更新的已恢复原状`. */
export function describeUndo({ removed, restored, skipped }: ImportUndo): string {
  const parts = [
    ...(removed > 0 ? [`${removed}个新建的已移入回收站`] : []),
    ...(restored > 0 ? [`${restored}个更新的已恢复原状`] : []),
    ...(skipped.length > 0 ? [`${skipped.length}个保持不变`] : []),
  ]
  return parts.join('，')
}
