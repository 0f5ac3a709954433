import { UrgencyTag } from '../../components/urgency-tag.tsx'
import { describeDeadline } from './review-deadline.ts'

/** The urgency of a pending review: a tag if it is late or due today, otherwise nothing. */
export function DeadlineTag({ dueAt, now }: { dueAt: string | null; now: number }) {
  if (dueAt === null) return null
  const { urgency, text } = describeDeadline(dueAt, now)
  return urgency === 'normal' ? null : <UrgencyTag urgency={urgency} text={text} />
}
