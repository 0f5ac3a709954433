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
export function ApproveDialog(props: ApproveDialogProps) {
  const { record } = props
  const [isOpen, setOpen] = useState(true)
  const close = () => setOpen(false)
  const approvalQuery = useQuery({
    queryKey: approvalKey(record._id),
    queryFn: () => getApprovalInfo(record._id),
    refetchOnMount: 'always',
  })
  return (
    <Modal
      open={isOpen}
      width={640}
      title={`通过“${record.productName}”？`}
      footer={null}
      onCancel={close}
      afterClose={() => {
        restoreFocus()
        props.onClosed()
      }}
    >
      {approvalQuery.isError ? (
        <LoadError error={approvalQuery.error} fallback={MESSAGES.approvalFailed} onRetry={approvalQuery.refetch} />
      ) : approvalQuery.isFetchedAfterMount && approvalQuery.data ? (
        <ApproveForm {...props} approval={approvalQuery.data} onClose={close} />
      ) : (
        <Skeleton active paragraph={{ rows: 4 }} />
      )}
    </Modal>
  )
}

type Decision = 'create' | 'rename' | 'update' | 'reject'
const SUBMIT_LABELS: Record<Decision, string> = { create: '通过', rename: '通过', update: '更新并通过', reject: '拒绝' }

type ApproveFormProps = Omit<ApproveDialogProps, 'onClosed'> & { approval: ApprovalInfo; onClose: () => void }

function ApproveForm({ record, notes, approval, onSubmit, onFailed, onClose }: ApproveFormProps) {
  const { existing, categories, products, submissions } = approval
  const [decision, setDecision] = useState<Decision>(existing ? 'rename' : 'create')
  const [category, setCategory] = useState(approval.suggestedCategory)
  const [name, setName] = useState(existing ? `${record.productName}（${record.companyName}）` : record.productName)
  const [errors, setErrors] = useState<{ name?: string; category?: string }>({})
  const [isBusy, setBusy] = useState(false)
  const rejectionNotes = existing ? withDuplicateNote(notes.vendorNotes ?? record.vendorNotes, existing) : ''

  async function submit() {
    const requiredErrors =
      decision === 'reject'
        ? {}
        : findRequiredErrors({ category, name: decision === 'rename' ? name : record.productName })
    setErrors(requiredErrors)
    if (Object.keys(requiredErrors).length > 0) return
    setBusy(true)
    try {
      await onSubmit(getReview())
      onClose()
    } catch (error) {
      const fieldErrors = pickFieldErrors(error)
      setErrors(fieldErrors)
      if (Object.keys(fieldErrors).length > 0) return
      onFailed(error)
      if (isReviewedByOthers(error)) onClose()
    } finally {
      setBusy(false)
    }
  }

  function getReview(): SubmissionReview {
    if (decision === 'reject') return { ...notes, status: 'rejected', vendorNotes: rejectionNotes }
    const review = { ...notes, status: 'approved', category } as const
    if (decision === 'rename') return { ...review, productName: name }
    return decision === 'update' && existing
      ? { ...review, updates: { id: existing.id, version: existing.version } }
      : review
  }

  /** Selects a decision. An update starts with the product's category, even if the catalogue doesn't list it. */
  function selectDecision(next: Decision) {
    setDecision(next)
    setErrors({})
    setCategory((next === 'update' && existing?.fields.category) || approval.suggestedCategory)
  }
  const currentCategory = decision === 'update' && existing ? existing.fields.category : ''
  const allowedCategories =
    currentCategory === '' || categories.length === 0 || categories.includes(currentCategory)
      ? categories
      : [currentCategory, ...categories]

  const otherProducts = products.filter(({ id }) => id !== existing?.id)
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
          <DuplicateName existing={existing} decision={decision} onSelect={selectDecision} />
        ) : (
          <p>将在智能体产品目录中创建产品并立即公开，厂商可以凭回执看到结果与审核意见。</p>
        )}
        {decision === 'rename' && (
          <Field label="产品名称" error={errors.name}>
            {(id) => (
              <Input id={id} value={name} maxLength={TEXT.line} onChange={(event) => setName(event.target.value)} />
            )}
          </Field>
        )}
        {decision !== 'reject' && (
          <Field
            label="产品类别"
            hint={decision === 'update' ? '产品现在的类别' : describeSuggestion(record, approval)}
            error={errors.category}
          >
            {(id) => <CategoryField id={id} categories={allowedCategories} value={category} onChange={setCategory} />}
          </Field>
        )}
        {decision !== 'reject' && (
          <ScreenshotChange record={record} existing={decision === 'update' ? existing : null} />
        )}
        {decision === 'update' && existing && <ChangedFields existing={existing} record={record} category={category} />}
        {decision === 'reject' && <RejectionPreview notes={rejectionNotes} />}
        {otherProducts.length + submissions.length > 0 && (
          <div className="flex flex-col gap-1">
            <p className="text-sm text-muted">相似的产品与提交，请先核对是否重复</p>
            <div className="max-h-52 overflow-y-auto">
              <SimilarItems products={otherProducts} submissions={submissions} />
            </div>
          </div>
        )}
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>取消</Button>
        {/* Otherwise Enter would close the dialog, whose first button has the focus. */}
        <Button
          type="primary"
          danger={decision === 'reject'}
          htmlType="submit"
          loading={isBusy}
          autoFocus={existing === null}
        >
          {SUBMIT_LABELS[decision]}
        </Button>
      </div>
    </form>
  )
}

const describeSuggestion = ({ category }: SubmissionRecord, { suggestedCategory }: ApprovalInfo): string =>
  suggestedCategory === '' ? `提交时归为“${category}”，目录中没有对应的类别` : `提交时归为“${category}”，已按此推荐`

type DuplicateNameProps = { existing: ExistingProduct; decision: Decision; onSelect: (decision: Decision) => void }

/** Asks what to do if a product with the same name exists. */
const DuplicateName = ({ existing, decision, onSelect }: DuplicateNameProps) => (
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
      value={decision}
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
