import type { Task } from '#contracts/evaluation-projects/task.ts'
import { formatCost } from '#contracts/rules/evaluation/format-figures.ts'
import type { planRun } from './plan-run.ts'

type PlanSummaryProps = {
  plan: ReturnType<typeof planRun>
  /** The owner's limit of the run's time. */
  minutes: number
  tasks: readonly Task[]
  /** Where the questions are sent. */
  places: string
  /** The names of candidates that have answered no question yet. */
  untried: readonly string[]
  /** The names of candidates that aren't connected. */
  skipped: readonly string[]
}

/** What a run will send to whom, what it is expected to cost and take, and what is missing. */
export const PlanSummary = ({ plan, minutes, tasks, places, untried, skipped }: PlanSummaryProps) => (
  <section aria-label="将要发送" className="space-y-1 rounded-lg bg-sunken p-4 text-sm">
    <p className="font-medium tabular-nums">
      {plan.trials}个试次，约{plan.calls}次调用
      <span>{plan.cost !== null && `，约${formatCost(plan.cost)}`}</span>
      <span>{plan.minutes !== null && `，${describeMinutes(plan.minutes)}`}</span>
    </p>
    {plan.minutes !== null && plan.minutes > minutes && (
      <p className="font-medium">按最近一次试问的用时，到最长时间时问不完。</p>
    )}
    <p className="break-words">
      项目的{tasks.length}个任务<span>{tasks.some(({ isSealed }) => isSealed) && '（包括密封的）'}</span>会发送到：
      <span>{places}</span>。
    </p>
    {untried.length > 0 && (
      <p className="break-words">{untried.join('、')}还没有试通过；先“试一次”，才能估计用时与费用。</p>
    )}
    {skipped.length > 0 && <p className="break-words">没有连接，因此不问：{skipped.join('、')}。</p>}
    {plan.unscored > 0 && <p>其中{plan.unscored}个任务须由人判定，不计入通过率。</p>}
  </section>
)

const describeMinutes = (minutes: number): string =>
  minutes < 1 ? '不到1分钟' : minutes < 120 ? `至少${Math.ceil(minutes)}分钟` : `至少${Math.ceil(minutes / 60)}小时`
