import { useQuery } from '@tanstack/react-query'
import { Button, Input, Modal, Radio, Select, Skeleton } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { TEXT } from '#contracts/limits.ts'
import { PAGES } from '#contracts/paths.ts'
import type { ApprovalInfo, ExistingProduct } from '#contracts/submission-review/approval.ts'
import type { SubmissionRecord, SubmissionReview } from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_REVIEW_MESSAGES as MESSAGES, SUBMISSION_MESSAGES } from '#contracts/submissions/messages.ts'
import { getFieldErrors } from '../../../shared/call-error.ts'
import { LoadError } from '../../components/load-error.tsx'
import { restoreFocus } from '../../components/use-confirm.ts'
import { useTrackOpenChoice } from '../../components/use-leave-guard.ts'
import { ChangedFields, ScreenshotChange } from './approval-changes.tsx'
import { SimilarItems } from './similar-items.tsx'
import { approvalKey, getApprovalInfo, isReviewedByOthers } from './submission-calls.ts'

/** The notes to save with a decision, and their base version. */
export type DecisionNotes = Pick<SubmissionReview, 'version' | 'reviewNotes' | 'vendorNotes'>

type ApproveDialogProps = {
  record: SubmissionRecord
  notes: DecisionNotes
  /** Sends the decision; rejects with the error. */
  onSubmit: (review: SubmissionReview) => Promise<unknown>
  onFailed: (error: unknown) => void
  /** Called after the dialog has closed. */
  onClosed: () => void
}

/** Asks for the product's category, and whether to update an existing product of the same name. */
export function ApproveDialog({ onClosed, ...props }: ApproveDialogProps) {
  const [isOpen, setOpen] = useState(true)
  const close = () => setOpen(false)
  return (
    <Modal
      open={isOpen}
      width={640}
      title={`通过“${props.record.productName}”？`}
      footer={null}
      onCancel={close}
      afterClose={() => {
        restoreFocus()
        onClosed()
      }}
    >
      <LoadedApproval {...props} onClose={close} />
    </Modal>
  )
}

type LoadedApprovalProps = Omit<ApproveDialogProps, 'onClosed'> & { onClose: () => void }

function LoadedApproval(props: LoadedApprovalProps) {
  const { _id: id } = props.record
  const approvalQuery = useQuery({
    queryKey: approvalKey(id),
    queryFn: () => getApprovalInfo(id),
    refetchOnMount: 'always',
  })
  if (approvalQuery.isError)
    return <LoadError error={approvalQuery.error} fallback={MESSAGES.approvalFailed} onRetry={approvalQuery.refetch} />
  if (!approvalQuery.isFetchedAfterMount || !approvalQuery.data) return <Skeleton active paragraph={{ rows: 4 }} />
  return <ApproveForm {...props} approval={approvalQuery.data} />
}

/** What to do with the submission. Without a product of the same name, it can only be approved as a new product. */
type Choice = 'create' | 'rename' | 'update' | 'reject'
const SUBMIT_LABELS: Record<Choice, string> = { create: '通过', rename: '通过', update: '更新并通过', reject: '拒绝' }

function ApproveForm({
  record,
  notes,
  approval,
  onSubmit,
  onFailed,
  onClose,
}: LoadedApprovalProps & { approval: ApprovalInfo }) {
  const { existing } = approval
  const [choice, setChoice] = useState<Choice>(existing ? 'rename' : 'create')
  const [category, setCategory] = useState(approval.suggestedCategory)
  const [name, setName] = useState(existing ? `${record.productName}（${record.companyName}）` : record.productName)
  const [errors, setErrors] = useState<{ name?: string; category?: string }>({})
  const [isSubmitting, setSubmitting] = useState(false)
  useTrackOpenChoice(true)
  const rejectionNotes = existing ? withDuplicateNote(notes.vendorNotes ?? record.vendorNotes, existing) : ''

  async function submit() {
    const requiredErrors =
      choice === 'reject' ? {} : findRequiredErrors({ category, name: choice === 'rename' ? name : record.productName })
    setErrors(requiredErrors)
    if (Object.keys(requiredErrors).length > 0) return
    setSubmitting(true)
    try {
      await onSubmit(createReview())
      onClose()
    } catch (error) {
      const fieldErrors = pickFieldErrors(error)
      setErrors(fieldErrors)
      if (Object.keys(fieldErrors).length > 0) return
      onFailed(error)
      if (isReviewedByOthers(error)) onClose()
    } finally {
      setSubmitting(false)
    }
  }

  function createReview(): SubmissionReview {
    if (choice === 'reject') return { ...notes, status: 'rejected', vendorNotes: rejectionNotes }
    const review = { ...notes, status: 'approved', category } as const
    if (choice === 'rename') return { ...review, productName: name }
    return choice === 'update' && existing
      ? { ...review, updates: { id: existing.id, version: existing.version } }
      : review
  }

  /** Selects a choice. An update starts with the product's category, even if the catalogue doesn't list it. */
  function selectChoice(newChoice: Choice) {
    setChoice(newChoice)
    setErrors({})
    setCategory((newChoice === 'update' && existing?.fields.category) || approval.suggestedCategory)
  }

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div className="flex max-h-[calc(90vh-12rem)] flex-col gap-4 overflow-y-auto">
        {existing ? (
          <DuplicateName existing={existing} choice={choice} onSelect={selectChoice} />
        ) : (
          <p>将在智能体产品目录中创建产品并立即公开，厂商可以凭回执看到结果与审核意见。</p>
        )}
        {choice === 'rename' && (
          <Field label="产品名称" error={errors.name}>
            {(id) => (
              <Input id={id} value={name} maxLength={TEXT.line} onChange={(event) => setName(event.target.value)} />
            )}
          </Field>
        )}
        {choice === 'reject' ? (
          <RejectionPreview notes={rejectionNotes} />
        ) : (
          <ApprovalDetails
            record={record}
            approval={approval}
            isUpdate={choice === 'update'}
            category={category}
            categoryError={errors.category}
            onCategoryChange={setCategory}
          />
        )}
        <SimilarToSubmission approval={approval} />
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>取消</Button>
        <Button
          type="primary"
          danger={choice === 'reject'}
          htmlType="submit"
          loading={isSubmitting}
          // Otherwise Enter would close the dialog, whose first button has the focus.
          autoFocus={existing === null}
        >
          {SUBMIT_LABELS[choice]}
        </Button>
      </div>
    </form>
  )
}

type ApprovalDetailsProps = {
  record: SubmissionRecord
  approval: ApprovalInfo
  /** Whether the existing product is updated, rather than a new one created. */
  isUpdate: boolean
  category: string
  categoryError: string | undefined
  onCategoryChange: (category: string) => void
}

/** The category of the product, and the changes that the approval makes. */
function ApprovalDetails({
  record,
  approval,
  isUpdate,
  category,
  categoryError,
  onCategoryChange,
}: ApprovalDetailsProps) {
  const updatedProduct = isUpdate ? approval.existing : null
  return (
    <>
      <Field
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
      </Field>
      <ScreenshotChange record={record} existing={updatedProduct} />
      {updatedProduct && <ChangedFields existing={updatedProduct} record={record} category={category} />}
    </>
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

type DuplicateNameProps = { existing: ExistingProduct; choice: Choice; onSelect: (choice: Choice) => void }

/** Asks what to do if a product with the same name exists. */
const DuplicateName = ({ existing, choice, onSelect }: DuplicateNameProps) => (
  <fieldset className="m-0 border-0 p-0" ref={focusCheckedOption}>
    <legend className="px-0 pb-2">
      目录中已有
      <a href={PAGES.product(existing.id)} target="_blank" rel="noopener noreferrer" className="underline">
        “{existing.name}”
      </a>
      ，这条提交怎样处理？
    </legend>
    <Radio.Group
      className="flex flex-col gap-1"
      value={choice}
      onChange={(event) => onSelect(event.target.value)}
      options={[
        { value: 'rename', label: '换一个名称，创建新产品' },
        { value: 'update', label: '更新已有的产品' },
        { value: 'reject', label: '拒绝，并告知厂商产品已收录' },
      ]}
    />
  </fieldset>
)

const focusCheckedOption = (options: HTMLElement | null) =>
  options?.querySelector<HTMLInputElement>('input:checked')?.focus()

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

type FieldProps = { label: string; hint?: string; error: string | undefined; children: (id: string) => ReactNode }

function Field({ label, hint, error, children }: FieldProps) {
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

const RejectionPreview = ({ notes }: { notes: string }) => (
  <div>
    <p>厂商凭回执可以看到以下审核意见：</p>
    <p className="mt-2 border-l-2 border-control pl-3 whitespace-pre-line">{notes}</p>
  </div>
)

/** The products and submissions that are similar to the submission, except the product of the same name. */
function SimilarToSubmission({ approval: { existing, products, submissions } }: { approval: ApprovalInfo }) {
  const otherProducts = products.filter(({ id }) => id !== existing?.id)
  if (otherProducts.length + submissions.length === 0) return null
  return (
    <div className="flex flex-col gap-1">
      <p className="text-sm text-muted">相似的产品与提交，请先核对是否重复</p>
      <div className="max-h-52 overflow-y-auto">
        <SimilarItems products={otherProducts} submissions={submissions} />
      </div>
    </div>
  )
}

const withDuplicateNote = (notes: string, { id }: ExistingProduct): string =>
  [notes.trim(), MESSAGES.alreadyListed(location.origin + PAGES.product(id))].filter((text) => text !== '').join('\n')

function findRequiredErrors({ category, name }: { category: string; name: string }) {
  return {
    ...(category.trim() === '' && { category: MESSAGES.productCategory }),
    ...(name.trim() === '' && { name: SUBMISSION_MESSAGES.productName }),
  }
}

/** Returns the field errors that belong to a field of the form. */
function pickFieldErrors(error: unknown): { name?: string; category?: string } {
  const errors = getFieldErrors(error)
  const name = errors.find(({ path }) => path === 'name' || path === 'productName')?.message
  const category = errors.find(({ path }) => path === 'category')?.message
  return { ...(name && { name }), ...(category && { category }) }
}
