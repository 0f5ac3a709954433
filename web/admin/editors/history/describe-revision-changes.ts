import type { RevisionChanges } from '#contracts/content/revision.ts'
import { getLabel } from '../form/field-paths.ts'
import type { DocumentForm } from '../form/form-types.ts'

/**
 * Summarizes a save by the form's sections: `修改3处：主视觉、统计数据`; an import and its undo by their rows. What a save of a
 * product changed of its facts isn't part of its versions.
 */
export function describeRevisionChanges(
  form: DocumentForm,
  { paths, sections, importedRows, undoneRows, recycled }: RevisionChanges,
): string {
  if (importedRows !== undefined) return `导入产品${importedRows}行`
  if (undoneRows !== undefined) return `撤销导入的产品${undoneRows}行`
  if (recycled !== undefined) return recycled ? '移入回收站' : '从回收站恢复'
  if (paths === 0) return '内容没有变化'
  const names = [...new Set(sections.map((section) => getLabel(form, section).split(' › ')[0]))]
  return names.length > 0 ? `修改${paths}处：${names.join('、')}` : `修改${paths}处`
}
