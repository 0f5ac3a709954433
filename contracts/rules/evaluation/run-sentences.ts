/** Generates the sentences of a report about its runs from their figures by rules. */
import { getCheckLabel } from '../../evaluation-checks/labels.ts'
import type { DeletedRun, QuotedTrial, ReportRun, ReportRuns } from '../../evaluation-projects/report-runs.ts'
import type { CandidateFigures, OutcomeCounts, RunFailure } from '../../evaluation-runs/run.ts'
import { RUN_STATUS_LABELS, TRIAL_OUTCOME_LABELS, TRIAL_OUTCOMES } from '../../evaluation-runs/statuses.ts'
import { REPORT_RUNS } from '../../limits.ts'
import { formatMinuteInShanghai } from '../shanghai-time.ts'
import { describePeople } from './describe-readings.ts'
import { formatAmount, formatCost, formatPercent } from './format-figures.ts'
import { describeJudgeModel } from './judging-sentences.ts'
import { describeCost } from './run-tables.ts'
import type { TaskSource } from './summarize-origins.ts'

export type RunSentences = {
  id: string
  heading: string
  /** Who asked whom, how, and within which limits. */
  protocol: string[]
  /** How each candidate did, then what couldn't be decided. */
  results: string[]
  /** What people said who didn't know whose a reply was. */
  people: string[]
  /** How far a judge model agrees with people, and what it says of the rest. */
  judgeModel: string[]
}

type RunsSentences = { runs: RunSentences[]; deleted: string[]; appendix: string[] }

/** Returns the heading of a run of a report by its position, from 0. */
export const getRunHeading = ({ title }: Pick<ReportRun, 'title'>, index: number): string =>
  `第${index + 1}次运行${title === '' ? '' : `：${title}`}`

/** Returns the sentences on the runs of a report. */
export const describeRuns = ({ runs, deleted, appendix }: ReportRuns): RunsSentences => ({
  runs: runs.map((run, index) => ({
    id: run.id,
    heading: getRunHeading(run, index),
    protocol: describeProtocol(run),
    results: [
      ...run.candidates.map(describeCandidate),
      ...run.candidates.flatMap(describeUndecided),
      ...run.candidates.flatMap(describeMixture),
    ],
    people: run.people ? describePeople(run.people) : [],
    judgeModel: run.judgeModel ? describeJudgeModel(run.judgeModel) : [],
  })),
  deleted:
    deleted.length === 0
      ? []
      : [`定稿前删除了${deleted.length}次运行，其结果不在本报告中。`, ...deleted.map(describeDeleted)],
  appendix: appendix
    ? [
        `附录含以上运行的全部${appendix.trials}次试次，每行一次，连同每次的提问、回答与检查，共${formatBytes(appendix.bytes)}。`,
        `附录的SHA-256：${appendix.sha256}`,
      ]
    : [],
})

function describeProtocol(run: ReportRun): string[] {
  const { startedBy, startedAt, finishedAt, status, statusReason, limits, retries, askAgain, seed } = run
  const byRunner = run.candidates.reduce((sum, candidate) => sum + candidate.byRunner, 0)
  // What a runner hands in comes from the network of whoever runs it.
  const who =
    startedBy.isStaff && byRunner === 0
      ? `平台工作人员“${startedBy.name}”发起，证据等级为“第三方可核验”`
      : `${startedBy.isStaff ? '平台工作人员' : '项目负责人'}“${startedBy.name}”发起，证据等级为“自行核实”`
  const why = statusReason === '' ? '' : `：${statusReason}`
  const cost = limits.cost === undefined ? '' : `、费用${formatCost(limits.cost)}`
  return [
    `由${who}；${formatTime(startedAt)}开始，${formatTime(finishedAt)}结束，${RUN_STATUS_LABELS[status]}${why}。`,
    `${run.tasks.length}个任务、${run.candidates.length}个候选，每个任务问${run.repeats}次（另有规定的除外），计划${run.planned}次试次，实际调用${run.calls}次，费用${describeCost(run)}。`,
    `各候选交替提问，顺序由种子${seed}决定；每次试次是一段新的对话，不使用缓存。`,
    ...(byRunner === 0 ? [] : [`其中${byRunner}次试次由执行器在自有网络运行：平台收到交回的回答，并进行检查。`]),
    `上限：调用${limits.calls}次、${limits.minutes}分钟${cost}；调用失败后最多再试${retries}次；没有收到回复的问题${askAgain ? '会重问' : '不重问，记为出错'}。`,
    ...(run.seal === null ? [] : [`密封的题目在运行时与密封一致，密封的SHA-256：${run.seal}`]),
    ...(run.sources ?? []).map(describeSource),
    ...run.candidates.map(({ key, name }) =>
      describeEndpoints(
        name,
        run.endpoints.filter(({ candidate }) => candidate === key),
      ),
    ),
  ]
}

const describeSource = ({ title, version, hash, tasks, edited }: TaskSource): string =>
  `${tasks}个任务取自题库“${title}”第${version}版（SHA-256：${hash}），${edited === 0 ? '没有改动' : `其中${edited}个改过`}。`

function describeEndpoints(name: string, endpoints: ReportRun['endpoints']): string {
  if (endpoints.length === 0) return `${name}：没有调用。`
  const places = endpoints.map(
    ({ host, models }) => `${host}，${models.length === 0 ? '模型未告知' : `模型为${models.join('、')}`}`,
  )
  return `${name}：${places.join('；')}。`
}

function describeCandidate(figures: CandidateFigures): string {
  const { name, planned, decided, passed, rateOfPlanned, rateOfDecided, interval, passHat } = figures
  const last = passHat.at(-1)
  const parts = [
    `${name}通过${passed}次，为计划${planned}次的${rateOfPlanned === null ? '—' : formatPercent(rateOfPlanned)}`,
    rateOfDecided === null || interval === null
      ? '没有一次得到判定'
      : `为已判定${decided}次的${formatPercent(rateOfDecided)}（95%区间${formatPercent(interval[0])}至${formatPercent(interval[1])}）`,
    ...(last !== undefined && passHat.length > 1
      ? [`每题连问${passHat.length}次都通过的概率为${formatPercent(last)}`]
      : []),
    ...describeTimes(figures),
    `费用${describeCost(figures)}`,
  ]
  return `${parts.join('；')}。`
}

function describeTimes({ secondsMedian, secondsP95 }: CandidateFigures): string[] {
  if (secondsMedian === null) return []
  const slow = secondsP95 === null ? '' : `，95%不超过${formatAmount(secondsP95)}秒`
  return [`用时中位数${formatAmount(secondsMedian)}秒${slow}`]
}

/** Says of what a candidate was asked how much isn't decided, since a high rate of few decisions proves little. */
const describeUndecided = ({ name, planned, decided }: CandidateFigures): string[] =>
  decided === planned
    ? []
    : [`${name}有${planned - decided}次没有得到通过与否的判定（出错、到达上限、待判定或没有提问）。`]

/** Says whose connection was changed while it was asked, since its rate is that of two. */
const describeMixture = ({ name, connections }: CandidateFigures): string[] =>
  connections > 1 ? [`${name}的连接在运行中改过，结果来自${connections}个连接，通过率是混合的。`] : []

function describeDeleted({ title, planned, outcomes, startedAt, deletedAt }: DeletedRun): string {
  const name = title === '' ? '' : `“${title}”，`
  return `${name}${formatTime(startedAt)}开始，计划${planned}次试次，删除时${describeOutcomes(outcomes)}；${formatTime(deletedAt)}删除。`
}

function describeOutcomes(outcomes: OutcomeCounts): string {
  const counts = TRIAL_OUTCOMES.flatMap((outcome) =>
    outcomes[outcome] === 0 ? [] : [`${TRIAL_OUTCOME_LABELS[outcome]}${outcomes[outcome]}次`],
  )
  return counts.length === 0 ? '还没有结果' : counts.join('、')
}

/** Returns the name of a kind of failure: a check, or an error of the agent. */
export const getFailureLabel = ({ kind }: Pick<RunFailure, 'kind'>): string =>
  kind === 'error' ? '出错' : getCheckLabel(kind)

/** Returns the conversation of a quoted trial before its reply, as far as it differs from the task's title. */
export const listMessages = (
  { messages, earlierReplies }: Pick<QuotedTrial, 'messages' | 'earlierReplies'>,
  title: string,
): string[] =>
  messages.length === 1 && messages[0] === title
    ? []
    : messages.flatMap((message, turn) => [
        `问：${message}`,
        ...(earlierReplies[turn] === undefined ? [] : [`答：${earlierReplies[turn]}`]),
      ])

/** Says how the quoted trials of a run were chosen. */
export const QUOTE_RULE = `每个候选通过与未通过的试次各引用最多${REPORT_RUNS.samples}次：取SHA-256最小的，任何人都可用附录核对，无法挑选。过长的文字只引开头，全文见附录。`

const formatTime = (time: string) => formatMinuteInShanghai(new Date(time))

const KB = 1024
const formatBytes = (bytes: number): string =>
  bytes < KB * KB ? `${formatAmount(bytes / KB)} KB` : `${formatAmount(bytes / KB / KB)} MB`
