/** The formats in which tasks are exported. Without Zod, for pages. */
export const TASK_FORMATS = ['xlsx', 'csv', 'jsonl', 'yaml', 'json'] as const
export type TaskFormat = (typeof TASK_FORMATS)[number]
export const TASK_FORMAT_LABELS: Record<TaskFormat, string> = {
  xlsx: 'Excel',
  csv: 'CSV',
  jsonl: 'JSONL（全部字段）',
  yaml: 'promptfoo（YAML）',
  json: 'Inspect数据集（JSON）',
}
