import { withKeys } from '../../../shared/with-keys.ts'
import { compareTexts, type TextPiece } from '../../editors/form/compare-texts.ts'
import { Marked } from '../../editors/history/marked.tsx'
import type { ComparedTexts } from './fact-changes.ts'

type ComparedTableProps = {
  label: string
  /** The headings of the old and of the new values. */
  headings: readonly [string, string]
  changes: readonly ComparedTexts[]
}

/** Changed texts, the old next to the new, with their differences marked. */
export const ComparedTable = ({ label, headings, changes }: ComparedTableProps) => (
  <table className="w-full table-fixed border-collapse text-left text-sm" aria-label={label}>
    <thead className="text-muted">
      <tr>
        {headings.map((title) => (
          <th key={title} scope="col" className="border-b border-line py-1 pr-3 font-normal">
            {title}
          </th>
        ))}
      </tr>
    </thead>
    {changes.map((change) => (
      <ChangedValue key={change.label} change={change} />
    ))}
  </table>
)

function ChangedValue({ change }: { change: ComparedTexts }) {
  const { label, before, after } = change
  const pieces = compareTexts(before, after)
  // A long text that is entirely struck through is hard to read.
  const isEntireValue = !pieces.some(({ status }) => status === 'same')
  return (
    <tbody className="border-b border-line align-top last:border-b-0">
      <tr>
        <th scope="rowgroup" colSpan={2} className="pt-2 font-semibold">
          {label}
        </th>
      </tr>
      <tr>
        <ComparedText pieces={pieces.filter(({ status }) => status !== 'added')} isEntireValue={isEntireValue} />
        <ComparedText pieces={pieces.filter(({ status }) => status !== 'removed')} isEntireValue={isEntireValue} />
      </tr>
    </tbody>
  )
}

type ComparedTextProps = { pieces: readonly TextPiece[]; isEntireValue: boolean }

const ComparedText = ({ pieces, isEntireValue }: ComparedTextProps) => (
  <td className="py-1 pr-3 pb-2">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be scrollable by keyboard. */}
    <div className="max-h-72 overflow-y-auto whitespace-pre-line wrap-anywhere" tabIndex={0}>
      {pieces.length === 0 && <span className="text-muted">（空）</span>}
      {withKeys(pieces, ({ status, text }) => `${status} ${text}`).map(({ key, item: { status, text } }) => (
        <Marked key={key} status={status} isEntireValue={isEntireValue}>
          {text}
        </Marked>
      ))}
    </div>
  </td>
)
