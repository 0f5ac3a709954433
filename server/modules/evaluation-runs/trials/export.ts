import { Readable } from 'node:stream'
import type { Judgement } from '#contracts/evaluation-runs/judgement.ts'
import { RUN_MESSAGES as MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import type { RunTrial } from '#contracts/evaluation-runs/run.ts'
import {
  RUN_ASKER_LABELS,
  type RunExportFormat,
  TRIAL_DECIDER_LABELS,
  TRIAL_OUTCOME_LABELS,
} from '#contracts/evaluation-runs/statuses.ts'
import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import type { Database } from '#server/platform/database/database.ts'
import { eachInTurns } from '#server/platform/event-loop.ts'
import type { TableColumn } from '#server/platform/tables/table.ts'
import { streamTable } from '#server/platform/tables/write-table.ts'
import { MAX_CELL_LENGTH } from '#server/platform/tables/xlsx.ts'
import { listJudgements } from '../judge-model/judgement.ts'
import type { RunPlan } from '../plan.ts'
import { toRunTrial } from '../result.ts'
import { listRuns, type RunRow } from '../store.ts'
import { listTrialsAfter } from './store.ts'

/** Replies may be long, and the JSON of all rows that are read at once is parsed in one go. */
const ROWS_PER_READ = 50

type ExportInput = { run: RunRow; plan: RunPlan; format: RunExportFormat; projectName: string; now: Date }

/** Returns all trials of a run with an outcome as a file that is streamed. */
export function exportTrials(database: Database, { run, plan, format, projectName, now }: ExportInput) {
  const name = `${projectName}-实测-${toDay(now)}`
  const pages = readTrials(database, run)
  if (format !== 'jsonl') return { ...streamTable(format, createColumns(plan, format), pages), name }
  return {
    bytes: Readable.from(writeJsonLines(pages), { objectMode: false }),
    mimetype: 'application/jsonl; charset=utf-8',
    extension: 'jsonl',
    name,
  }
}

/** Reads all trials of a run with an outcome, page by page. */
export async function* readTrials({ read }: Pick<Database, 'read'>, run: RunRow): AsyncGenerator<RunTrial[]> {
  for (let after = -1; ; ) {
    const rows = await listTrialsAfter(read, run.id, { after, limit: ROWS_PER_READ })
    const last = rows.at(-1)
    if (!last) return
    const judgements = await listJudgements(
      read,
      run,
      rows.map(({ position }) => position),
    )
    const trials: RunTrial[] = []
    for await (const row of eachInTurns(rows)) trials.push(toRunTrial(row, judgements.get(row.position) ?? null))
    yield trials
    after = last.position
  }
}

/** Reads the trials of all runs of a project, page by page. */
export async function* readProjectTrials(
  database: Pick<Database, 'read'>,
  projectId: string,
): AsyncGenerator<(RunTrial & { run: string })[]> {
  for (const run of await listRuns(database.read, projectId))
    for await (const page of readTrials(database, run)) yield page.map((trial) => ({ ...trial, run: run.id }))
}

/** Returns a trial as a line of a file or a report's appendix: canonical JSON (RFC 8785), ended by a line feed. */
export const toJsonLine = (trial: RunTrial): string => `${toCanonicalJson(trial)}\n`

async function* writeJsonLines(pages: AsyncIterable<readonly RunTrial[]>): AsyncGenerator<string> {
  for await (const page of pages) yield page.map(toJsonLine).join('')
}

function createColumns({ tasks, candidates }: RunPlan, format: RunExportFormat): TableColumn<RunTrial>[] {
  const titles = new Map(tasks.map(({ key, title }) => [key, title]))
  const names = new Map(candidates.map(({ key, name }) => [key, name]))
  return [
    { key: 'task', title: '任务', width: 30, cell: ({ task }) => titles.get(task) ?? task },
    { key: 'candidate', title: '候选', width: 18, cell: ({ candidate }) => names.get(candidate) ?? candidate },
    { key: 'repeat', title: '第几次', width: 8, cell: ({ repeat }) => repeat },
    { key: 'variant', title: '问法', width: 8, cell: ({ variant }) => variant },
    { key: 'outcome', title: '结果', width: 10, cell: ({ outcome }) => TRIAL_OUTCOME_LABELS[outcome] },
    {
      key: 'decidedBy',
      title: '判定者',
      width: 16,
      cell: ({ decidedBy }) => (decidedBy === null ? '' : TRIAL_DECIDER_LABELS[decidedBy]),
    },
    { key: 'score', title: '得分', width: 8, cell: ({ score }) => score },
    { key: 'reason', title: '原因', width: 30, cell: ({ reason }) => reason },
    { key: 'messages', title: '消息', width: 40, cell: ({ messages }) => messages.join('\n---\n') },
    {
      key: 'earlierReplies',
      title: '此前的回答',
      width: 40,
      cell: ({ earlierReplies }) => earlierReplies.join('\n---\n'),
    },
    { key: 'reply', title: '回答', width: 60, cell: ({ reply }) => reply },
    { key: 'cut', title: '截断', width: 24, cell: (trial) => describeCut(trial, format) },
    {
      key: 'checks',
      title: '检查',
      width: 40,
      cell: ({ checks }) =>
        checks.map(({ isPassed, reason }) => `${isPassed === null ? '？' : isPassed ? '✓' : '✗'}${reason}`).join('\n'),
    },
    {
      key: 'judgement',
      title: '裁判模型',
      width: 12,
      cell: ({ judgement }) => (judgement ? describeVerdict(judgement) : ''),
    },
    { key: 'judgementReason', title: '裁判模型的理由', width: 30, cell: ({ judgement }) => judgement?.reason ?? '' },
    { key: 'firstTokenMs', title: '首字（毫秒）', width: 10, cell: ({ firstTokenMs }) => firstTokenMs },
    { key: 'totalMs', title: '总时间（毫秒）', width: 10, cell: ({ totalMs }) => totalMs },
    { key: 'inputTokens', title: '输入Token', width: 10, cell: ({ usage }) => usage?.input ?? null },
    { key: 'outputTokens', title: '输出Token', width: 10, cell: ({ usage }) => usage?.output ?? null },
    { key: 'cost', title: '费用（元）', width: 10, cell: ({ cost }) => cost },
    { key: 'attempts', title: '调用次数', width: 10, cell: ({ attempts }) => attempts },
    { key: 'isRepeated', title: '可能重复调用', width: 12, cell: ({ isRepeated }) => isRepeated },
    { key: 'asker', title: '由谁提问', width: 24, cell: ({ asker }) => RUN_ASKER_LABELS[asker] },
    { key: 'host', title: '主机', width: 24, cell: ({ host }) => host },
    { key: 'model', title: '模型', width: 18, cell: ({ model }) => model },
    { key: 'fingerprint', title: '连接指纹', width: 20, cell: ({ fingerprint }) => fingerprint },
    { key: 'finishedAt', title: '结束时间', width: 22, cell: ({ finishedAt }) => finishedAt },
    { key: 'sha256', title: 'SHA-256', width: 20, cell: ({ sha256 }) => sha256 },
  ]
}

/** Returns what is missing of a reply in a cell. */
const describeCut = ({ reply, isReplyCut }: RunTrial, format: RunExportFormat): string =>
  [
    ...(isReplyCut ? [MESSAGES.replyCut] : []),
    ...(format === 'xlsx' && reply.length > MAX_CELL_LENGTH ? [MESSAGES.cellCut(reply.length)] : []),
  ].join('；')

const describeVerdict = ({ isPassed, score }: Judgement): string =>
  `${isPassed === null ? '没有判定' : isPassed ? '通过' : '未通过'}${score === null ? '' : `（${score}分）`}`
