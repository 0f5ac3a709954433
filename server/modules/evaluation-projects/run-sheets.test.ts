import { expect, it } from 'vitest'
import type { ReportRun } from '#contracts/evaluation-projects/report-runs.ts'
import type { CandidateFigures } from '#contracts/evaluation-runs/run.ts'
import type { Sheet } from '#server/platform/tables/xlsx.ts'
import type { ExportedTrial } from './reports/run-evidence.ts'
import { createTrialSheet, listRunSheets } from './run-sheets.ts'

const FIGURES: CandidateFigures = {
  key: 'a',
  name: '甲',
  planned: 8,
  finished: 8,
  decided: 6,
  passed: 2,
  rateOfPlanned: 0.25,
  rateOfDecided: 1 / 3,
  interval: [0.1, 0.7],
  passHat: [0.5, 0.2],
  firstTokenMedian: 820,
  secondsMedian: 2.5,
  secondsP95: 4,
  cost: 0.75,
  byRunner: 0,
  connections: 1,
  reliability: null,
}
const createRun = (id: string, { task, candidate }: { task: string; candidate: string }): ReportRun => ({
  id,
  title: '',
  status: 'finished',
  statusReason: '',
  planned: 8,
  outcomes: { passed: 2, failed: 4, error: 2, limited: 0, unscored: 0 },
  calls: 10,
  cost: null,
  startedAt: '2026-11-30T02:00:00.000Z',
  finishedAt: '2026-11-30T02:30:00.000Z',
  startedBy: { name: '张三', isStaff: false },
  repeats: 2,
  retries: 1,
  askAgain: false,
  seed: 7,
  limits: { calls: 100, minutes: 60 },
  seal: null,
  tasks: [{ key: 'q1', title: task }],
  candidates: [{ ...FIGURES, name: candidate }],
  endpoints: [],
  failureKinds: [{ candidate: 'a', kind: 'error', count: 2 }],
  failures: [{ candidate: 'a', kind: 'error', reason: '超时', count: 1 }],
  quotes: [],
})
const RUNS = {
  runs: [
    createRun('r1', { task: '退款', candidate: '甲' }),
    createRun('r2', { task: '退款（改）', candidate: '甲二代' }),
  ],
  deleted: [],
  appendix: null,
}
const createTrial = (run: string): ExportedTrial => ({
  run,
  id: 't',
  task: 'q1',
  candidate: 'a',
  repeat: 1,
  variant: 0,
  outcome: 'error',
  decidedBy: null,
  reason: '连不上',
  score: null,
  messages: ['几天到账？'],
  earlierReplies: [],
  reply: '',
  isReplyCut: false,
  reasoning: '',
  steps: [],
  checks: [{ kind: 'contains', isPassed: false, reason: '没有“7天”' }],
  queueMs: null,
  firstTokenMs: 5,
  totalMs: 9,
  usage: null,
  cost: null,
  attempts: 1,
  asker: 'platform',
  isRepeated: false,
  host: 'agent.example',
  fingerprint: null,
  model: null,
  finishedAt: '2026-11-30T02:30:00.000Z',
  judgement: null,
  hashVersion: 1,
  sha256: 'abc',
})

/** Returns the rows of a sheet by the titles of its columns. */
const listByTitle = ({ columns, rows }: Sheet) =>
  rows.map((row) => Object.fromEntries(columns.map(({ title }, index) => [title, row[index]])))
const findSheet = (name: string): Sheet => {
  const sheet = listRunSheets(RUNS).find((item) => item.name === name)
  if (!sheet) throw new Error(`no sheet ${name}`)
  return sheet
}

it('shows the figures of each run under the names that its candidates had', () => {
  expect(listByTitle(findSheet('实测数字'))).toMatchObject([
    { 运行: '第1次运行', 候选: '甲', 计划: 8, '通过 / 计划': 0.25, 区间上限: 0.7, 每题连问次数: 2, 连问都通过: 0.2 },
    { 运行: '第2次运行', 候选: '甲二代', '用时P95（秒）': 4, '费用（元）': 0.75, 安全: null },
  ])
})

it('lists the failures of a run by kind, then by reason', () => {
  expect(listByTitle(findSheet('实测失败')).slice(0, 2)).toEqual([
    { 运行: '第1次运行', 候选: '甲', 种类: '出错', 原因: '（合计）', 次数: 2 },
    { 运行: '第1次运行', 候选: '甲', 种类: '出错', 原因: '超时', 次数: 1 },
  ])
})

it('names the task and the candidate of a trial as in its own run', () => {
  const trials = ['r1', 'r2', 'active'].map(createTrial)
  expect(listByTitle(createTrialSheet(RUNS, { trials, isCut: false }))).toMatchObject([
    { 运行: '第1次运行', 任务: '退款', 候选: '甲', 原因: '连不上\n包含文字：没有“7天”' },
    { 运行: '第2次运行', 任务: '退款（改）', 候选: '甲二代' },
    { 运行: '进行中', 任务: '退款（改）', 候选: '甲二代' },
  ])
})

it('notes below the trials that there are more', () => {
  const { rows } = createTrialSheet(RUNS, { trials: [createTrial('r1')], isCut: true })
  expect(rows.at(-1)).toEqual(['只列前1次试次；全部试次请导出JSON，或在各次运行中导出。'])
})
