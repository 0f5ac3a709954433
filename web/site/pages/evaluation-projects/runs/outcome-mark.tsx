import { Ban, Check, CircleHelp, type LucideIcon, TriangleAlert, X } from 'lucide-react'
import { TRIAL_OUTCOME_LABELS, type TrialOutcome } from '#contracts/evaluation-runs/statuses.ts'

const MARKS: Record<TrialOutcome, { Icon: LucideIcon; className: string }> = {
  passed: { Icon: Check, className: 'text-tone tone-green' },
  failed: { Icon: X, className: 'text-tone tone-red' },
  error: { Icon: TriangleAlert, className: 'text-tone tone-orange' },
  limited: { Icon: Ban, className: 'text-muted' },
  unscored: { Icon: CircleHelp, className: 'text-tone tone-blue' },
}

/** The sign of an outcome, which differs without colour; with its name, or with a number. */
export function OutcomeMark({ outcome, count }: { outcome: TrialOutcome; count?: number }) {
  const { Icon, className } = MARKS[outcome]
  return (
    <span className={`inline-flex shrink-0 items-center gap-1 whitespace-nowrap tabular-nums ${className}`}>
      <Icon className="size-4 shrink-0" aria-hidden />
      <span>{count ?? TRIAL_OUTCOME_LABELS[outcome]}</span>
    </span>
  )
}
