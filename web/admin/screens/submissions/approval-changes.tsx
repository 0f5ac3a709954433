/** The changes that an approval makes to an existing product. */
import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import { listChangedFields, updateSubmittedFields } from '#contracts/rules/product-from-submission.ts'
import type { ExistingProduct } from '#contracts/submission-review/approval.ts'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { describeScreenshotChange } from './screenshot-change.ts'
import { isScreenshot } from './screenshots.tsx'

type ChangedFieldsProps = { existing: ExistingProduct; record: SubmissionRecord; category: string }

/** Lists the changes of an update, field by field. */
export function ChangedFields({ existing, record, category }: ChangedFieldsProps) {
  const updated = updateSubmittedFields(existing.fields, record, category)
  const changed = listChangedFields(existing.fields, updated)
  if (changed.length === 0) return <p className="text-muted">提交的文字与产品现有的相同，不会改动。</p>
  return (
    <table className="w-full border-collapse text-left text-sm" aria-label="更新的内容">
      <thead className="text-muted">
        <tr>
          {['字段', '现在', '更新后'].map((title) => (
            <th key={title} scope="col" className="border-b border-line py-1 pr-3 font-normal whitespace-nowrap">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line align-top">
        {changed.map((field) => (
          <tr key={field}>
            <th scope="row" className="py-1 pr-3 font-normal whitespace-nowrap">
              {PRODUCT_FIELDS[field].label}
            </th>
            <td className="w-1/2 py-1 pr-3 text-muted">
              <FieldValue value={existing.fields[field]} />
            </td>
            <td className="w-1/2 py-1">
              <FieldValue value={updated[field]} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const FieldValue = ({ value = '' }: { value: string | string[] | undefined }) => (
  <span className="line-clamp-4">{(Array.isArray(value) ? value.join('、') : value) || '（空）'}</span>
)

type ScreenshotChangeProps = { record: SubmissionRecord; existing: ExistingProduct | null }

/** Describes the change of the screenshots; a newly created product has none yet. */
export function ScreenshotChange({ record, existing }: ScreenshotChangeProps) {
  const text = describeScreenshotChange(record.files.filter(isScreenshot).length, existing?.screenshotCount ?? 0)
  return text && <p>{text}</p>
}
