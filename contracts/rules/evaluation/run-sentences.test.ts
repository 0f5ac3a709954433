import { expect, it } from 'vitest'
import type { ReportRun } from '../../evaluation-projects/report-runs.ts'
import type { CandidateFigures } from '../../evaluation-runs/run.ts'
import { describeRuns, listMessages } from './run-sentences.ts'
import { createFigureTable, createReliabilityTable } from './run-tables.ts'

const FIGURES: CandidateFigures = {
  key: 'a',
  name: '甲',
  planned: 8,
  finished: 8,
  decided: 6,
  passed: 2,
  rateOfPlanned: 0.25,
  rateOfDecided: 1 / 3,
  interval: [0.097, 0.7],
  passHat: [0.5, 0.25],
  firstTokenMedian: 820,
  secondsMedian: 2.5,
  secondsP95: 4,
  cost: 0.75,
  byRunner: 0,
  connections: 1,
  reliability: null,
}
const RUN: ReportRun = {
  id: 'r1',
  title: '首轮',
  status: 'limited',
  statusReason: '已到费用的上限（10元）',
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
  limits: { calls: 100, minutes: 60, cost: 10 },
  seal: null,
  tasks: [
    { key: 'q1', title: '退款' },
    { key: 'q2', title: '发票' },
  ],
  candidates: [FIGURES],
  endpoints: [{ candidate: 'a', host: 'agent.example', models: ['m1', 'm2'] }],
  failureKinds: [],
  failures: [],
  quotes: [],
}
const describe = (run: ReportRun) => describeRuns({ runs: [run], deleted: [], appendix: null }).runs[0]

it('says who asked whom, how often and within which limits', () => {
  expect(describe(RUN)?.protocol).toEqual([
    '由项目负责人“张三”发起，证据等级为“自行核实”；2026-11-30 10:00开始，2026-11-30 10:30结束，到达上限：已到费用的上限（10元）。',
    '2个任务、1个候选，每个任务问2次（另有规定的除外），计划8次试次，实际调用10次，费用未知。',
    '各候选交替提问，顺序由种子7决定；每次试次是一段新的对话，不使用缓存。',
    '上限：调用100次、60分钟、费用10元；调用失败后最多再试1次；没有收到回复的问题不重问，记为出错。',
    '甲：agent.example，模型为m1、m2。',
  ])
})

it('says of how many trials the cost is unknown', () => {
  const protocol = describe({ ...RUN, cost: 0.75, unknownCosts: 2 })?.protocol.join('')
  expect(protocol).toContain('费用至少0.75元（2次未知）。')
})

it('says that the staff began a run, that questions were sealed, and that a candidate was not called', () => {
  const run = { ...RUN, startedBy: { name: '李四', isStaff: true }, seal: 'abc', endpoints: [] }
  const text = describe(run)?.protocol.join('') ?? ''
  for (const part of ['平台工作人员“李四”发起，证据等级为“第三方可核验”', '密封的SHA-256：abc', '甲：没有调用。'])
    expect(text).toContain(part)
})

it('says which questions come from which version of a bank, and that some were edited', () => {
  const source = { title: '知识库问答', version: 1, hash: 'abc', tasks: 2, edited: 0 }
  const protocol = describe({ ...RUN, sources: [source, { ...source, version: 2, edited: 1 }] })?.protocol
  expect(protocol).toContain('2个任务取自题库“知识库问答”第1版（SHA-256：abc），没有改动。')
  expect(protocol).toContain('2个任务取自题库“知识库问答”第2版（SHA-256：abc），其中1个改过。')
})

it('gives both rates of a candidate, and says what is undecided', () => {
  expect(describe(RUN)?.results).toEqual([
    '甲通过2次，为计划8次的25%；为已判定6次的33.3%（95%区间9.7%至70%）；每题连问2次都通过的概率为25%；用时中位数2.5秒，95%不超过4秒；费用0.75元。',
    '甲有2次没有得到通过与否的判定（出错、到达上限、待判定或没有提问）。',
  ])
  const undecided = { ...FIGURES, decided: 0, passed: 0, rateOfPlanned: 0, rateOfDecided: null, interval: null }
  expect(
    describe({ ...RUN, candidates: [{ ...undecided, passHat: [], secondsMedian: null, cost: null }] })?.results,
  ).toEqual([
    '甲通过0次，为计划8次的0%；没有一次得到判定；费用未知。',
    '甲有8次没有得到通过与否的判定（出错、到达上限、待判定或没有提问）。',
  ])
})

it('lists deleted runs with what they had brought', () => {
  const outcomes = { passed: 1, failed: 3, error: 0, limited: 0, unscored: 0 }
  const times = { startedAt: '2026-11-29T02:00:00.000Z', deletedAt: '2026-11-29T03:00:00.000Z' }
  const nothing = { passed: 0, failed: 0, error: 0, limited: 0, unscored: 0 }
  expect(
    describeRuns({
      runs: [],
      deleted: [
        { id: 'r0', title: '试跑', planned: 4, outcomes, ...times },
        { id: 'r1', title: '', planned: 4, outcomes: nothing, ...times },
      ],
      appendix: null,
    }).deleted,
  ).toEqual([
    '定稿前删除了2次运行，其结果不在本报告中。',
    '“试跑”，2026-11-29 10:00开始，计划4次试次，删除时通过1次、未通过3次；2026-11-29 11:00删除。',
    '2026-11-29 10:00开始，计划4次试次，删除时还没有结果；2026-11-29 11:00删除。',
  ])
})

it('names the appendix with its size and hash', () => {
  const appendix = { sha256: 'ab', bytes: 3 * 1024 * 1024, trials: 12 }
  expect(describeRuns({ runs: [], deleted: [], appendix }).appendix).toEqual([
    '附录含以上运行的全部12次试次，每行一次，连同每次的提问、回答与检查，共3 MB。',
    '附录的SHA-256：ab',
  ])
})

it('shows in tables what is unknown as such', () => {
  expect(createFigureTable([FIGURES]).rows).toEqual([
    ['甲', '25%（2/8）', '33.3%（2/6）', '9.7%至70%', '2次：25%', '0.82秒', '2.5秒', '4秒', '0.75元'],
  ])
  expect(createFigureTable([{ ...FIGURES, unknownCosts: 2 }]).rows[0]?.at(-1)).toBe('至少0.75元（2次未知）')
  expect(createReliabilityTable([FIGURES]).rows).toEqual([['甲', '数据不足', '—', '—', '—', '—', '—', '—']])
})

it('says on how many tasks each figure of reliability rests, or would, unless the report is an earlier one', () => {
  const figures = {
    tasks: 12,
    outcomeConsistency: 0.875,
    sequenceConsistency: null,
    timeConsistency: 0.5,
    costConsistency: 1,
    robustness: null,
    safety: 1,
  }
  const restsOn = {
    outcomeConsistency: 12,
    sequenceConsistency: 3,
    timeConsistency: 12,
    costConsistency: 12,
    robustness: 0,
    safety: 5,
  }
  const rows = [{ ...figures, restsOn }, figures].map(
    (reliability) => createReliabilityTable([{ ...FIGURES, reliability }]).rows[0],
  )
  expect(rows).toEqual([
    ['甲', '12个', '87.5%（12个）', '—（3个）', '50%（12个）', '100%（12个）', '—（0个）', '100%（5个）'],
    ['甲', '12个', '87.5%', '—', '50%', '100%', '—', '100%'],
  ])
})

it('leaves out a message that is the title of its task', () => {
  expect(listMessages({ messages: ['退款'], earlierReplies: [] }, '退款')).toEqual([])
  expect(listMessages({ messages: ['你好', '退款'], earlierReplies: ['您好'] }, '退款')).toEqual([
    '问：你好',
    '答：您好',
    '问：退款',
  ])
})
