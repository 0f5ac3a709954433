/** The changes that an approval makes to an existing product. */
import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import { listChangedFields, updateSubmittedFields } from '#contracts/rules/product-from-submission.ts'
import type { ExistingProduct } from '#contracts/submission-review/approval.ts'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { ComparedTable } from './compared-table.tsx'
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
  return <ComparedTable label="更新的内容" headings={['现在', '更新后']} changes={changes} />
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

type ScreenshotChangeProps = { record: SubmissionRecord; existing: ExistingProduct | null }

/** Describes the change of the screenshots; a newly created product has none yet. */
export function ScreenshotChange({ record, existing }: ScreenshotChangeProps) {
  const text = describeScreenshotChange(record.files.filter(isScreenshot).length, existing?.screenshotCount ?? 0)
  return text && <p>{text}</p>
}
