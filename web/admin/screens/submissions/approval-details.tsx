import { Checkbox, Input, Select } from 'antd'
import { type ReactNode, useId } from 'react'
import { TEXT } from '#contracts/limits.ts'
import { isContactChanged } from '#contracts/rules/product-from-submission.ts'
import type { ApprovalInfo, ExistingProduct } from '#contracts/submission-review/approval.ts'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_REVIEW_MESSAGES as MESSAGES } from '#contracts/submissions/messages.ts'
import { ChangedFields, ScreenshotChange } from './approval-changes.tsx'

type ApprovalDetailsProps = {
  record: SubmissionRecord
  approval: ApprovalInfo
  /** Whether the existing product is updated, rather than a new one created. */
  isUpdate: boolean
  category: string
  categoryError: string | undefined
  onCategoryChange: (category: string) => void
  /** Whether the submission's contact will represent the product that is updated. */
  acceptsContact: boolean
  onAcceptsContactChange: (acceptsContact: boolean) => void
}

/** The category of the product, and the changes that the approval makes. */
export function ApprovalDetails({
  record,
  approval,
  isUpdate,
  category,
  categoryError,
  onCategoryChange,
  acceptsContact,
  onAcceptsContactChange,
}: ApprovalDetailsProps) {
  const updatedProduct = isUpdate ? approval.existing : null
  return (
    <>
      <ApprovalField
        label="产品类别"
        hint={updatedProduct ? '产品现在的类别' : describeSuggestion(record, approval)}
        error={categoryError}
      >
        {(id) => (
          <CategoryField
            id={id}
            categories={listCategories(approval.categories, updatedProduct)}
            value={category}
            onChange={onCategoryChange}
          />
        )}
      </ApprovalField>
      <ScreenshotChange record={record} existing={updatedProduct} />
      {updatedProduct && (
        <>
          <ContactDecision
            existing={updatedProduct}
            record={record}
            isAccepted={acceptsContact}
            onChange={onAcceptsContactChange}
          />
          <ChangedFields
            existing={updatedProduct}
            record={record}
            category={category}
            acceptsContact={acceptsContact}
          />
        </>
      )}
    </>
  )
}

type ContactDecisionProps = {
  existing: ExistingProduct
  record: SubmissionRecord
  isAccepted: boolean
  onChange: (isAccepted: boolean) => void
}

/** Asks whether another address will represent the vendor, which the other changes don't decide. */
function ContactDecision({ existing, record, isAccepted, onChange }: ContactDecisionProps) {
  const { contactEmail: before = '' } = existing.fields
  if (!isContactChanged(existing.fields, record, record.update?.changedFields ?? null)) return null
  return (
    <fieldset className="m-0 border-0 border-l-2 border-solid border-control p-0 pl-3">
      <legend className="sr-only">联系邮箱</legend>
      <p>
        提交的联系邮箱与产品现有的不同：现在是{before === '' ? '（空）' : before}，提交的是{record.contactEmail}。
      </p>
      <p className="text-sm text-muted">
        以联系邮箱注册的会员代表厂商，可以提交更新、回复评价、作出声明。请先核实新邮箱属于该厂商；不勾选则保持不变。
      </p>
      <Checkbox className="mt-1" checked={isAccepted} onChange={(event) => onChange(event.target.checked)}>
        改由{record.contactEmail}代表厂商
      </Checkbox>
    </fieldset>
  )
}

/** Lists the categories to select from, including the current one of the product that is updated. */
function listCategories(categories: readonly string[], updatedProduct: ExistingProduct | null): readonly string[] {
  const currentCategory = updatedProduct?.fields.category ?? ''
  if (currentCategory === '' || categories.length === 0 || categories.includes(currentCategory)) return categories
  return [currentCategory, ...categories]
}

const describeSuggestion = ({ category }: SubmissionRecord, { suggestedCategory }: ApprovalInfo): string =>
  suggestedCategory === '' ? `提交时归为“${category}”，目录中没有对应的类别` : `提交时归为“${category}”，已按此推荐`

type CategoryFieldProps = {
  id: string
  categories: readonly string[]
  value: string
  onChange: (category: string) => void
}

/** Selects one of the categories that the catalogue lists; accepts any text if it lists none. */
const CategoryField = ({ id, categories, value, onChange }: CategoryFieldProps) =>
  categories.length === 0 ? (
    <Input id={id} value={value} maxLength={TEXT.word} onChange={(event) => onChange(event.target.value)} />
  ) : (
    <Select
      id={id}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={MESSAGES.productCategory}
      value={value || undefined}
      options={categories.map((category) => ({ value: category, label: category }))}
      onChange={onChange}
    />
  )

type ApprovalFieldProps = {
  label: string
  hint?: string
  error: string | undefined
  children: (id: string) => ReactNode
}

/** A labelled field of an approval. `children` receives the id that the label refers to. */
export function ApprovalField({ label, hint, error, children }: ApprovalFieldProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm text-muted">
        {label}
        {hint && `（${hint}）`}
      </label>
      {children(id)}
      {error && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
