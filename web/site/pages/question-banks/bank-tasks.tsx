import { getCheckLabel } from '#contracts/evaluation-checks/labels.ts'
import type { Task } from '#contracts/evaluation-projects/task.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'

/** What a task of a bank asks, and how its reply is judged. */
export const BankTask = ({ task: { title, turns, checks, tags } }: { task: Task }) => (
  <>
    <span className="block break-words">{title}</span>
    {turns.length > 1 && (
      <span className="block text-sm break-words text-muted">
        {turns.map((turn, index) => `${index + 1}．${turn}`).join(' ')}
      </span>
    )}
    <span className="block text-sm break-words text-muted">
      {joinWithDots([
        checks.length > 0 ? [...new Set(checks.map(({ kind }) => getCheckLabel(kind)))].join('、') : '由人判定',
        tags.length > 0 ? tags.join('、') : undefined,
      ])}
    </span>
  </>
)
