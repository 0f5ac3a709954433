import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { inquiryCalls } from '#contracts/inquiries/calls.ts'
import type { Inquiry, InquiryClose } from '#contracts/inquiries/inquiry.ts'
import { OUTCOME_LABELS, OUTCOMES, type Outcome } from '#contracts/inquiries/statuses.ts'
import { describeLowSelection } from '#contracts/rules/evaluation/describe-prices.ts'
import { getOfferTotal } from '#contracts/rules/inquiries/offer-total.ts'
import { call } from '../../../../shared/call.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { dataOf } from '../../../../shared/call-query.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { FormError } from '../../../components/text-field.tsx'
import { useToast } from '../../../components/toast.tsx'
import { useUnsavedEdits } from '../../../components/use-unsaved-edits.ts'
import { queryOf } from '../../../query-of.ts'
import { SelectField, TextAreaField } from '../../evaluation-projects/controlled-fields.tsx'
import { useInquiryCache } from '../inquiry-queries.ts'

const DEFAULT_TEXTS = {
  selected: '感谢贵公司认真作答。经评审，贵公司的产品入选，我们会另行联系后续安排。',
  notSelected: '感谢贵公司认真作答。经评审，这次没有选用贵公司的产品，期待以后有机会合作。',
  others: '这次征询已经结束，感谢关注。',
  cancelled: '由于计划变化，这次征询取消，给贵公司添了麻烦，十分抱歉。',
} as const

/** Ends an inquiry: tells each vendor the outcome, or before the opening that it is cancelled. */
export function CloseSection({ inquiry }: { inquiry: Inquiry }) {
  const [isOpen, setIsOpen] = useState(false)
  // Kept while the dialog is closed: a click beside it must not discard what was typed.
  const [draft, setDraft] = useState<CloseDraft>()
  useUnsavedEdits(draft !== undefined)
  const isCancelled = inquiry.opening.openedAt === null
  return (
    <div>
      <Button variant={isCancelled ? 'outline' : 'primary'} onClick={() => setIsOpen(true)}>
        {isCancelled ? '取消征询' : '结束并告知结果'}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={isCancelled ? '取消征询' : '结束征询，告知各厂商'}
      >
        <CloseForm
          inquiry={inquiry}
          isCancelled={isCancelled}
          draft={draft ?? createDraft(inquiry)}
          onChange={setDraft}
          onDone={() => {
            setDraft(undefined)
            setIsOpen(false)
          }}
        />
      </Dialog>
    </div>
  )
}

/** What vendors will be told. */
type CloseDraft = InquiryClose
type VendorOutcome = InquiryClose['outcomes'][number]

const createDraft = ({ opening: { openedAt, handedIn } }: Inquiry): CloseDraft => ({
  text: openedAt === null ? DEFAULT_TEXTS.cancelled : DEFAULT_TEXTS.others,
  outcomes: handedIn.map(({ invitation }) => ({
    invitation,
    outcome: 'notSelected',
    text: DEFAULT_TEXTS.notSelected,
  })),
})

/** Changes an outcome, and its text unless the owner has written an own one. */
const withOutcome = (item: VendorOutcome, outcome: Outcome): VendorOutcome => ({
  ...item,
  outcome,
  text: item.text === DEFAULT_TEXTS[item.outcome] ? DEFAULT_TEXTS[outcome] : item.text,
})

type CloseFormProps = {
  inquiry: Inquiry
  isCancelled: boolean
  draft: CloseDraft
  onChange: (draft: CloseDraft) => void
  onDone: () => void
}

function CloseForm({ inquiry, isCancelled, draft, onChange, onDone }: CloseFormProps) {
  const cache = useInquiryCache()
  const showToast = useToast()
  const { text, outcomes } = draft
  const closeMutation = useMutation({
    mutationFn: () => call(inquiryCalls.close, { params: { id: inquiry.id }, body: draft }),
    onSuccess(reply) {
      onDone()
      cache.replace(reply)
      showToast(reply.message, 'success')
    },
  })
  const change = (changed: VendorOutcome) =>
    onChange({
      ...draft,
      outcomes: outcomes.map((item) => (item.invitation === changed.invitation ? changed : item)),
    })
  return (
    <div className="space-y-5">
      {isCancelled && <p>各厂商都会收到通知。密钥随即销毁，已提交的回答再也不能读取。</p>}
      {outcomes.map((item) => (
        <fieldset key={item.invitation} className="space-y-3 rounded-lg border border-line p-4">
          <legend className="px-1 font-medium">{describeVendor(inquiry, item.invitation)}</legend>
          <SelectField
            label="结果"
            isRequired
            value={item.outcome}
            options={OUTCOMES.map((outcome) => ({ value: outcome, label: OUTCOME_LABELS[outcome] }))}
            onChange={(value) => change(withOutcome(item, value === 'selected' ? 'selected' : 'notSelected'))}
          />
          {item.outcome === 'selected' && <LowOfferNotice inquiry={inquiry} invitation={item.invitation} />}
          <TextAreaField
            label="告知的话"
            isRequired
            rows={3}
            value={item.text}
            onChange={(next) => change({ ...item, text: next })}
          />
        </fieldset>
      ))}
      <TextAreaField
        label={isCancelled ? '告知厂商的话' : '告知没有提交的厂商'}
        isRequired
        rows={3}
        value={text}
        onChange={(next) => onChange({ ...draft, text: next })}
      />
      <FormError>{closeMutation.isError && toErrorMessage(closeMutation.error)}</FormError>
      <Button isBusy={closeMutation.isPending} onClick={() => closeMutation.mutate()}>
        {isCancelled ? '取消征询并告知' : '结束并告知'}
      </Button>
    </div>
  )
}

/** Says before a vendor is told that it is selected that its offer is unusually low; nothing if it isn't. */
function LowOfferNotice({ inquiry: { id, asked }, invitation }: { inquiry: Inquiry; invitation: string }) {
  const { data: opened = [] } = useQuery(dataOf(queryOf(inquiryCalls.listAnswers, { params: { id } })))
  const offers = opened.flatMap(({ invitation: key, handedIn }) => {
    const price = getOfferTotal(asked, handedIn.answers)
    return price === null ? [] : [{ key, price }]
  })
  const notice = describeLowSelection(offers, invitation)
  return (
    <div role="status">{notice && <p className="border-l-3 border-cinnabar pl-3 text-sm text-pretty">{notice}</p>}</div>
  )
}

function describeVendor({ invitations, contents }: Inquiry, id: string): string {
  const invitation = invitations.find((item) => item.id === id)
  return `${contents.products.find(({ key }) => key === invitation?.product)?.name ?? ''}（${invitation?.email ?? ''}）`
}
