import { useState } from 'react'
import { PAGES } from '#contracts/paths.ts'
import type { ApprovalInfo, ExistingProduct } from '#contracts/submission-review/approval.ts'
import type { SubmissionDecision, SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_REVIEW_MESSAGES as MESSAGES, SUBMISSION_MESSAGES } from '#contracts/submissions/messages.ts'
import { getFieldErrors } from '../../../shared/call-error.ts'
import { type DecisionNotes, isAlreadyReviewed } from './submission-calls.ts'

/**
 * What to do with the submission. `create`: approve it as a new product, as none has its name. `rename`: approve it as a new
 * product with another name. `update`: update the existing product. `reject`: reject it as a duplicate.
 */
export type Choice = 'create' | 'rename' | 'update' | 'reject'

export type ApprovalOptions = {
  record: SubmissionRecord
  notes: DecisionNotes
  approval: ApprovalInfo
  /** Sends the decision; rejects with the error. */
  onSubmit: (decision: SubmissionDecision) => Promise<unknown>
  onFailed: (error: unknown) => void
  onClose: () => void
}

type ApprovalErrors = { name?: string; category?: string }

/** Returns the state of an approval: what to do with the submission, the fields of the product, and their errors. */
export function useApproval({ record, notes, approval, onSubmit, onFailed, onClose }: ApprovalOptions) {
  const { existing } = approval
  const [choice, setChoice] = useState(() => getInitialChoice(record, existing))
  const [category, setCategory] = useState(() => getInitialCategory(choice, approval))
  const [name, setName] = useState(existing ? `${record.productName}（${record.companyName}）` : record.productName)
  const [acceptsContact, setAcceptsContact] = useState(false)
  const [errors, setErrors] = useState<ApprovalErrors>({})
  const [isSubmitting, setIsSubmitting] = useState(false)
  const rejectionNotes = existing ? withDuplicateNote(notes.vendorNotes ?? record.vendorNotes, existing) : ''

  function createDecision(): SubmissionDecision {
    if (choice === 'reject') return { ...notes, status: 'rejected', vendorNotes: rejectionNotes }
    const approved = { ...notes, status: 'approved', category } as const
    if (choice === 'rename') return { ...approved, productName: name }
    return choice === 'update' && existing
      ? { ...approved, updates: { id: existing.id, version: existing.version }, acceptsContact }
      : approved
  }

  /** Returns the errors of the fields that are blank. */
  function checkRequiredFields(): ApprovalErrors {
    if (choice === 'reject') return {}
    const productName = choice === 'rename' ? name : record.productName
    return {
      ...(category.trim() === '' && { category: MESSAGES.productCategory }),
      ...(productName.trim() === '' && { name: SUBMISSION_MESSAGES.productName }),
    }
  }

  /** Shows the errors at the fields. Returns whether there are any. */
  function showErrors(newErrors: ApprovalErrors): boolean {
    setErrors(newErrors)
    return Object.keys(newErrors).length > 0
  }

  return {
    choice,
    category,
    name,
    errors,
    isSubmitting,
    /** The notes to the vendor, if the submission is rejected. */
    rejectionNotes,
    acceptsContact,
    setAcceptsContact,
    setCategory,
    setName,

    /** Selects a choice, with the category that it starts with. */
    selectChoice(newChoice: Choice): void {
      setChoice(newChoice)
      setErrors({})
      setCategory(getInitialCategory(newChoice, approval))
      setAcceptsContact(false)
    },

    async submit(): Promise<void> {
      if (showErrors(checkRequiredFields())) return
      setIsSubmitting(true)
      try {
        await onSubmit(createDecision())
        onClose()
      } catch (error) {
        if (showErrors(pickFieldErrors(error))) return
        onFailed(error)
        if (await isAlreadyReviewed(record._id, error)) onClose()
      } finally {
        setIsSubmitting(false)
      }
    },
  }
}

function getInitialChoice({ update }: SubmissionRecord, existing: ExistingProduct | null): Choice {
  if (!existing) return 'create'
  return update ? 'update' : 'rename'
}

/** Returns the category to start with: that of an updated product, even if the catalogue doesn't list it. */
const getInitialCategory = (choice: Choice, { existing, suggestedCategory }: ApprovalInfo): string =>
  (choice === 'update' && existing?.fields.category) || suggestedCategory

const withDuplicateNote = (notes: string, { id }: ExistingProduct): string =>
  [notes.trim(), MESSAGES.alreadyListed(location.origin + PAGES.product(id))].filter((text) => text !== '').join('\n')

/** Returns the field errors that belong to a field of the form. */
function pickFieldErrors(error: unknown): ApprovalErrors {
  const errors = getFieldErrors(error)
  const name = errors.find(({ path }) => path === 'name' || path === 'productName')?.message
  const category = errors.find(({ path }) => path === 'category')?.message
  return { ...(name && { name }), ...(category && { category }) }
}
