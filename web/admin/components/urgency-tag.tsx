import { AlarmClock, Hourglass, type LucideIcon } from 'lucide-react'
import { ToneTag } from './tone-tag.tsx'

/** How urgent a deadline is; `late` if it has passed. */
export type Urgency = 'normal' | 'soon' | 'late'

const URGENCY_STYLES: Record<Exclude<Urgency, 'normal'>, { Icon: LucideIcon; tone: string }> = {
  soon: { Icon: Hourglass, tone: 'orange' },
  late: { Icon: AlarmClock, tone: 'red' },
}

/** The text of a deadline that is close or has passed, with an icon, so that the colour isn't the only cue. */
export function UrgencyTag({ urgency, text }: { urgency: keyof typeof URGENCY_STYLES; text: string }) {
  const { Icon, tone } = URGENCY_STYLES[urgency]
  return (
    <ToneTag tone={tone} className="inline-flex items-center gap-1 text-sm tabular-nums">
      <Icon className="size-3.5 shrink-0" aria-hidden />
      {text}
    </ToneTag>
  )
}
