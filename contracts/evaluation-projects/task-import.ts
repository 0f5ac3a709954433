/** Tasks in files: tables, JSON Lines, promptfoo's YAML, and the logs and datasets of Inspect. */
import { z } from 'zod'
import { KeySchema } from '../evaluation-analysis/keys.ts'
import { IMPORT_MODES } from '../table.ts'
import { PROJECT_MESSAGES } from './messages.ts'

export const TaskImportFieldsSchema = z.object({
  mode: z.enum(IMPORT_MODES, PROJECT_MESSAGES.importMode).default('apply').describe('`dry-run` 只核对，`apply` 导入。'),
  candidate: KeySchema.optional().describe('Inspect日志中的评分登记为哪个候选的试次；不填则只导入任务。'),
})
export type TaskImportOptions = z.infer<typeof TaskImportFieldsSchema>

/** How many tasks of an import are previewed before it is applied. */
export const PREVIEWED_TASKS = 50

const problems = z.array(z.object({ place: z.string(), message: z.string() }))

/** The result of an import or a dry run. If any task is invalid, nothing is imported. */
export const taskImportReply = {
  added: z.int().describe('新增的任务数；试运行时为将要新增的。'),
  changed: z.int().describe('按编号对应、内容有变的任务数。'),
  unchanged: z.int().describe('项目中已有的任务数。'),
  trials: z.int().describe('登记的试次数。'),
  foundTrials: z.int().describe('文件中的试次数；要登记它们，须指明候选。'),
  errors: problems.describe('有误之处；有误时什么也不导入。'),
  notes: problems.describe('没有照搬的内容，例如不支持的检查。'),
  preview: z
    .array(
      z.object({
        place: z.string(),
        title: z.string(),
        messages: z.int(),
        checks: z.int(),
        outcome: z.enum(['added', 'changed', 'unchanged']),
      }),
    )
    .describe(`前${PREVIEWED_TASKS}个任务。`),
}
const TaskImportSchema = z.object(taskImportReply)
export type TaskImport = z.infer<typeof TaskImportSchema>

/** Messages of task files. */
export const TASK_FILE_MESSAGES = {
  unreadable: (format: string, problem: string) => `不是有效的${format}：${problem}`,
  noJson: '不是有效的JSON，也没有一行是有效的JSON',
  moreLines: (count: number) => `另有${count}行不是有效的JSON`,
  yamlTooLarge: (megabytes: number) => `YAML不能超过${megabytes}MB`,
  yamlExpandsTooFar: '每个测试都带上默认的检查与变量之后，内容太多，请拆成几个文件',
  noTasks: '文件里没有任务',
  notATask: '不是一个任务',
  columns: '缺少“任务”列。可以下载模板填写',
  checksCell: '“其他检查”须是JSON列表',
  variablesCell: '“变量”须是JSON对象',
  number: (heading: string) => `“${heading}”应填数`,
  sealed: '“密封”应填是或否',
  unknownField: (name: string) => `没有用到的字段：${name}`,
  unknownCriterion: (name: string) => `没有准则“${name}”`,
  unknownColumn: (name: string) => `没有用到的列：${name}`,
  unknownAssertion: (type: string) => `不支持的检查：${type}`,
  externalFile: (path: string) => `没有读取另外的文件：${path}`,
  template: '消息里有Nunjucks的语句或过滤器，没有照搬',
  role: (role: string) => `没有照搬${role}的消息`,
  scoreValue: (value: string) => `评分“${value}”不是通过或未通过，没有登记`,
  severalMessages: (title: string) => `没有写出“${title}”：它有多条消息`,
  lostCheck: (title: string, kind: string) => `“${title}”没有写出检查：${kind}`,
  otherScorer: (name: string) => `只用第一个评分，没有用“${name}”`,
  line: (number: number) => `第${number}行`,
  item: (number: number) => `第${number}项`,
  test: (prompt: number, test: number) => `第${prompt}个提示词、第${test}个测试`,
  everywhere: '全文',
} as const
