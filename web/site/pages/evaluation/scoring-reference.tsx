import type { EvaluationContent } from '#contracts/documents/evaluation.ts'
import { withKeys } from '../../../shared/with-keys.ts'

/** How high a score may be on which evidence, beside the sliders if it is needed. */
export function ScoringReference({ info: { points } }: { info: EvaluationContent['professionalInfo'] }) {
  if (points.length === 0) return null
  return (
    <details className="card p-5 md:px-7" open>
      <summary className="-my-2.5 flex min-h-11 items-center font-semibold">打分参照</summary>
      <ul className="mt-3 text-sm text-muted">
        {withKeys(points, String).map(({ key, item }) => (
          <li key={key} className="border-t border-line py-2">
            {item}
          </li>
        ))}
      </ul>
    </details>
  )
}
