import { useQuery } from '@tanstack/react-query'
import { TrendingDown, TrendingUp } from 'lucide-react'
import { useState } from 'react'
import type { ComparableRun, RunComparison as Comparison } from '#contracts/evaluation-runs/comparison.ts'
import type { Run, RunSummary } from '#contracts/evaluation-runs/run.ts'
import { describeChanges, describeDifference } from '#contracts/rules/evaluation/run-change-sentences.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { FormError } from '../../../components/text-field.tsx'
import { SelectField } from '../controlled-fields.tsx'
import { comparableRunsQuery, runComparisonQuery, runsQuery } from './run-queries.ts'

type RunComparisonProps = { projectId: string; run: Run }

/** What changed since an earlier run of this project, or of another one of the member; loaded when it is unfolded. */
export function RunComparison({ projectId, run }: RunComparisonProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (run.finishedAt === null) return null
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-indigo">
        与较早的运行比较
      </summary>
      <section aria-label="与较早的运行比较" className="mt-2 space-y-4">
        {isOpen && <ComparisonChoice projectId={projectId} run={run} />}
      </section>
    </details>
  )
}

function ComparisonChoice({ projectId, run }: RunComparisonProps) {
  // Whoever shows the runs keeps them up to date.
  const { data: runs } = useQuery(runsQuery(projectId, { isFollowing: true }))
  const { data: others, error } = useQuery(comparableRunsQuery(projectId, run))
  const [chosen, setChosen] = useState('')
  const own = runs?.filter(({ id, finishedAt }) => id !== run.id && finishedAt !== null) ?? []
  const earlier = [...own, ...(others ?? [])].filter(({ startedAt }) => startedAt <= run.startedAt)
  const other = earlier.find(({ id }) => id === chosen) ?? earlier[0]
  if (error) return <FormError>{toErrorMessage(error)}</FormError>
  if (!other)
    return (
      others && (
        <p className="max-w-[76ch] text-sm text-muted">
          还没有可以比较的运行。可以比较的是：本项目较早的运行，以及自己的其他项目中，用同一题库的题问过同一候选的运行。
        </p>
      )
    )
  return (
    <>
      <div className="max-w-md">
        <SelectField
          label="较早的运行"
          isRequired
          value={other.id}
          options={earlier.map((item) => ({ value: item.id, label: labelRun(item) }))}
          onChange={setChosen}
        />
      </div>
      <LoadedComparison projectId={projectId} run={run} other={other.id} />
    </>
  )
}

/** Runs of other projects are named with them. */
const labelRun = (run: RunSummary | ComparableRun): string =>
  joinWithDots([
    'project' in run ? `项目“${run.project.name}”` : undefined,
    run.title === '' ? undefined : run.title,
    formatMinute(run.startedAt),
    'project' in run ? `相同的${run.tasks}题` : undefined,
  ])

function LoadedComparison({ projectId, run, other }: { projectId: string; run: Run; other: string }) {
  const { data, error } = useQuery(runComparisonQuery(projectId, run, other))
  if (!data) return <FormError>{error && toErrorMessage(error)}</FormError>
  const { changedTasks, otherTasks, candidates } = data
  return (
    <div className="space-y-4">
      {candidates.length === 0 && <p className="text-sm">两次运行没有相同的候选，不能比较。</p>}
      {candidates.map((candidate) => (
        <ComparedCandidate key={candidate.key} candidate={candidate} />
      ))}
      {changedTasks.length > 0 && (
        <p className="text-sm break-words text-muted">
          两次之间改过{changedTasks.length}题，没有比较：
          <span>{changedTasks.map((title) => `“${title}”`).join('、')}</span>。
        </p>
      )}
      {otherTasks > 0 && <p className="text-sm text-muted">只在一次运行中的{otherTasks}题没有比较。</p>}
    </div>
  )
}

type Candidate = Comparison['candidates'][number]

function ComparedCandidate({ candidate }: { candidate: Candidate }) {
  const { name, changes, undecided, hasOtherDeciders } = candidate
  const difference = describeDifference(candidate)
  const sorted = changes.toSorted((a, b) => (a.change === b.change ? 0 : a.change === 'regressed' ? -1 : 1))
  return (
    <article aria-label={`比较：${name}`} className="min-w-0 rounded-xl border border-line p-4 text-sm">
      <h4 className="text-base font-semibold break-words">{name}</h4>
      <p className="mt-1 break-words text-muted">{describeVersions(candidate)}</p>
      <p className="mt-2 font-medium">{describeChanges(candidate)}</p>
      {difference !== undefined && <p className="mt-1 tabular-nums">{difference}</p>}
      {undecided > 0 && <p className="mt-1 text-muted">另有{undecided}题至少一次没有判定，没有比较。</p>}
      {hasOtherDeciders && (
        <p className="mt-1 text-tone tone-orange">两次由不同的方式判定（检查、人或裁判模型），变化可能来自判定方式。</p>
      )}
      {sorted.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {sorted.map((change) => (
            <ChangedTask key={change.task} change={change} />
          ))}
        </ul>
      )}
    </article>
  )
}

function ChangedTask({ change: { title, change, earlier, later } }: { change: Candidate['changes'][number] }) {
  const isWorse = change === 'regressed'
  const Icon = isWorse ? TrendingDown : TrendingUp
  return (
    <li className="grid gap-x-4 gap-y-1 py-2 sm:grid-cols-[5rem_minmax(0,1fr)_auto]">
      <span className={`inline-flex items-center gap-1 text-tone ${isWorse ? 'tone-red' : 'tone-green'}`}>
        <Icon className="size-4 shrink-0" aria-hidden />
        <span>{isWorse ? '退步' : '进步'}</span>
      </span>
      <span className="min-w-0 break-words">{title}</span>
      <span className="text-muted tabular-nums">
        通过{earlier.passed}/{earlier.decided} → {later.passed}/{later.decided}
      </span>
    </li>
  )
}

/** Returns which models answered, as their replies said. */
function describeVersions({ name, earlier, later }: Candidate): string {
  const describe = (side: Candidate['earlier']) =>
    joinWithDots([side.name === name ? undefined : side.name, side.model ?? undefined, side.host || undefined])
  const [before, after] = [describe(earlier) || '未知', describe(later) || '未知']
  return before === after ? `两次都是：${after}` : `之前：${before}；现在：${after}`
}
