/** The changes that an approval makes to an existing product. */
import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import { listChangedFields, updateSubmittedFields } from '#contracts/rules/product-from-submission.ts'
import type { ExistingProduct } from '#contracts/submission-review/approval.ts'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { withKeys } from '../../../shared/with-keys.ts'
import { compareTexts, type TextPiece } from '../../editors/form/compare-texts.ts'
import { Marked } from '../../editors/history/marked.tsx'
import { type ComparedTexts, listFactChanges } from './fact-changes.ts'
import { describeScreenshotChange } from './screenshot-change.ts'
import { isScreenshot } from './screenshots.tsx'

type ChangedFieldsProps = {
  existing: ExistingProduct
  record: SubmissionRecord
  category: string
  acceptsContact: boolean
}

/** Lists the changes of an update with the old values next to the new ones; what stays the same is left out. */
export function ChangedFields(props: ChangedFieldsProps) {
  const changes = [...listTextChanges(props), ...listFactChanges(props.record.facts, props.existing.facts)]
  if (changes.length === 0) return <p className="text-muted">提交的文字与产品现有的相同，不会改动。</p>
  return (
    <table className="w-full table-fixed border-collapse text-left text-sm" aria-label="更新的内容">
      <thead className="text-muted">
        <tr>
          {['现在', '更新后'].map((title) => (
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
}

function listTextChanges({ existing, record, category, acceptsContact }: ChangedFieldsProps): ComparedTexts[] {
  const changedFields = record.update?.changedFields ?? null
  const updated = updateSubmittedFields(existing.fields, record, { category, changedFields, acceptsContact })
  return listChangedFields(existing.fields, updated).map((field) => ({
    label: PRODUCT_FIELDS[field].label,
    before: toText(existing.fields[field]),
    after: toText(updated[field]),
  }))
}

const toText = (value: string | string[] | undefined = '') => (Array.isArray(value) ? value.join('、') : value)

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

type ScreenshotChangeProps = { record: SubmissionRecord; existing: ExistingProduct | null }

/** Describes the change of the screenshots; a newly created product has none yet. */
export function ScreenshotChange({ record, existing }: ScreenshotChangeProps) {
  const text = describeScreenshotChange(record.files.filter(isScreenshot).length, existing?.screenshotCount ?? 0)
  return text && <p>{text}</p>
}
