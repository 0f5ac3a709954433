import type { LucideIcon } from 'lucide-react'
import { getToneClass } from '../../shared/tone.ts'

/** The icon and colour of a status. */
export type StatusStyle = { Icon: LucideIcon; color: string }

/** A status as an icon and a label, so that the colour isn't the only cue. */
export const StatusTag = ({ statusStyle, label }: { statusStyle: StatusStyle; label: string }) => (
  <span
    className={`${getToneClass(statusStyle.color)} inline-flex items-center gap-1.5 rounded-md border border-tone bg-tone px-2 py-0.5 text-sm font-normal whitespace-nowrap text-tone`}
  >
    <statusStyle.Icon className="size-4 shrink-0" aria-hidden />
    {label}
  </span>
)
