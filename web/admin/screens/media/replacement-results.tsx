import { Alert } from 'antd'
import { MEDIA_USE_LABELS } from '#contracts/media-library/media-file.ts'
import { MEDIA_MESSAGES } from '#contracts/media-library/messages.ts'
import {
  OUTCOME_LABELS,
  type ReplacementOutcome,
  type ReplacementReport,
} from '#contracts/media-library/replacement.ts'
import { UseItem } from './use-list.tsx'

const TONES: Record<ReplacementOutcome, string> = {
  replaced: 'tone-green text-tone',
  unchanged: 'text-muted',
  failed: 'text-danger',
}

/** What came of replacing a picture in each place. */
export function ReplacementResults({ report: { uses } }: { report: ReplacementReport }) {
  const replacedCount = uses.filter(({ outcome }) => outcome === 'replaced').length
  const failedCount = uses.filter(({ outcome }) => outcome === 'failed').length
  const title = MEDIA_MESSAGES.replaced(replacedCount) + (failedCount > 0 ? `，${failedCount}处没有替换` : '')
  return (
    <>
      <Alert type={failedCount > 0 ? 'warning' : 'success'} showIcon title={title} className="mb-3" />
      <ul aria-label="替换的结果" className="divide-y divide-line">
        {uses.map((use) => (
          <UseItem key={use.id} use={use} place={MEDIA_USE_LABELS[use.place]}>
            <span className={`text-sm ${TONES[use.outcome]}`}>
              {use.reason === '' ? OUTCOME_LABELS[use.outcome] : `${OUTCOME_LABELS[use.outcome]}：${use.reason}`}
            </span>
          </UseItem>
        ))}
      </ul>
    </>
  )
}
