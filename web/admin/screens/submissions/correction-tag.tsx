import { DAY_MS } from '#contracts/durations.ts'
import { LONG_RETURN_DAYS } from '#contracts/limits.ts'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { ToneTag } from '../../components/tone-tag.tsx'

type CorrectionTagProps = { record: SubmissionRecord; now: number }

/** Marks a pending submission that its vendor has corrected, and says how long a returned one has waited for that. */
export function CorrectionTag({ record, now }: CorrectionTagProps) {
  const { status, correctedAt, reviewedAt } = record
  if (status === 'pending' && correctedAt !== null)
    return (
      <ToneTag tone="green" className="text-sm">
        已补正
      </ToneTag>
    )
  if (status !== 'returned' || reviewedAt === null) return null
  const days = Math.floor((now - Date.parse(reviewedAt)) / DAY_MS)
  if (days < 1) return null
  return (
    <ToneTag tone={days >= LONG_RETURN_DAYS ? 'red' : 'gray'} className="text-sm tabular-nums">
      已等{days}天
    </ToneTag>
  )
}
