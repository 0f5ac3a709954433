import { type SubmitEvent, useCallback, useRef, useState } from 'react'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { ProjectOffer } from '#contracts/evaluation-projects/offer.ts'
import type { ProjectCandidate } from '#contracts/evaluation-projects/project.ts'
import { EVALUATION_ANALYSIS } from '#contracts/limits.ts'
import { call } from '../../../../shared/call.ts'
import { findFieldMessage, toFormMessage } from '../../../../shared/call-error.ts'
import { Button } from '../../../components/buttons.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { focusFirstField } from '../../../components/focus-first-field.ts'
import { FormField } from '../../../components/form-field.tsx'
import { FormError } from '../../../components/text-field.tsx'
import { useFocusInvalidField } from '../../../components/use-focus-invalid-field.ts'
import { useUnsavedEdits } from '../../../components/use-unsaved-edits.ts'
import { LineField } from '../connections/line-field.tsx'
import { TextAreaField } from '../controlled-fields.tsx'
import { findInvalidNumber } from '../find-invalid-number.ts'
import { NumberInput } from '../number-input.tsx'
import type { LoadedProject } from '../project-queries.ts'
import { useSaveOnLatest } from '../use-save-on-latest.ts'
import { OfferLines } from './offer-lines.tsx'

type OfferDialogProps = { project: LoadedProject; candidate: ProjectCandidate; onClose: () => void }

/** An offer that may still lack its price. */
type OfferDraft = Omit<ProjectOffer, 'price'> & { price: number | null }

const MISSING_PRICE = '请填写报价'

/** Something of the price has to remain (`deductionSchema`). */
const MAX_DEDUCTION_PERCENT = 99

/** Edits the offer of a candidate. */
export function OfferDialog({ project, candidate, onClose }: OfferDialogProps) {
  const stored = project.data.offers.find((offer) => offer.candidate === candidate.key)
  const [draft, setDraft] = useState<OfferDraft>(
    stored ?? { candidate: candidate.key, price: null, deduction: null, lines: [], note: '' },
  )
  const [isPriceMissing, setIsPriceMissing] = useState(false)
  const [isEdited, setIsEdited] = useState(false)
  const { mutate, isPending, error } = useSaveOffer(project)
  const form = useRef<HTMLFormElement>(null)
  const priceInput = useRef<HTMLInputElement>(null)
  // The same function in each render, so that only the opening of the dialog moves the focus.
  const attachForm = useCallback((element: HTMLFormElement | null) => {
    form.current = element
    focusFirstField(element)
  }, [])
  useUnsavedEdits(isEdited)
  useFocusInvalidField(form, error)
  const getError = (path: string) => findSaveError(error, path)
  const rate = draft.deduction?.rate ?? 0

  function change(changes: Partial<OfferDraft>): void {
    setIsEdited(true)
    setDraft((current) => ({ ...current, ...changes }))
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const { price } = draft
    const invalidNumber = findInvalidNumber(event.currentTarget)
    setIsPriceMissing(price === null)
    if (invalidNumber) invalidNumber.focus()
    else if (price === null) priceInput.current?.focus()
    else mutate({ ...draft, price }, { onSuccess: onClose })
  }

  return (
    <Dialog isOpen onClose={onClose} title={`${candidate.name}的报价`} className="max-w-2xl">
      <form ref={attachForm} method="post" noValidate onSubmit={handleSubmit} className="space-y-5">
        <FormField
          label="报价（元）"
          hint="厂商报出的总价，成交也按它。"
          isRequired
          error={isPriceMissing && draft.price === null ? MISSING_PRICE : getError('price')}
        >
          {(control) => (
            <NumberInput
              {...control}
              ref={priceInput}
              max={EVALUATION_ANALYSIS.price}
              value={draft.price}
              onChange={(price) => change({ price })}
              onClear={() => change({ price: null })}
            />
          )}
        </FormField>
        <div className="grid gap-5 sm:grid-cols-[13rem_minmax(0,1fr)]">
          <FormField label="评审时扣除（%）" error={getError('deduction.rate')}>
            {(control) => (
              <NumberInput
                {...control}
                max={MAX_DEDUCTION_PERCENT}
                value={draft.deduction ? rate * 100 : null}
                onChange={(percent) =>
                  change({ deduction: { rate: percent / 100, reason: draft.deduction?.reason ?? '' } })
                }
                onClear={() => change({ deduction: null })}
              />
            )}
          </FormField>
          {draft.deduction && (
            <LineField
              label="扣除的原因"
              isRequired
              placeholder="如：小微企业"
              value={draft.deduction.reason}
              error={getError('deduction.reason')}
              onChange={(reason) => change({ deduction: { rate, reason } })}
            />
          )}
        </div>
        <OfferLines
          project={project.data.id}
          candidate={candidate.key}
          lines={draft.lines}
          getError={getError}
          onChange={(lines) => change({ lines })}
        />
        <TextAreaField
          label="说明"
          hint="如报价的有效期、不含的项目。"
          rows={2}
          value={draft.note}
          error={getError('note')}
          onChange={(note) => change({ note })}
        />
        <FormError>{toFormMessage(error)}</FormError>
        <Button type="submit" isBusy={isPending} className="w-full">
          {isPending ? '保存中……' : '保存'}
        </Button>
      </form>
    </Dialog>
  )
}

/** Returns a mutation that replaces the offer of a candidate, and keeps those of the others as they are by now. */
const useSaveOffer = (project: LoadedProject) =>
  useSaveOnLatest(project, (offer: ProjectOffer, { id, offers }, version) => {
    const others = offers.filter(({ candidate }) => candidate !== offer.candidate)
    const changed = others.toSpliced(SAVED_INDEX, 0, offer)
    return call(projectCalls.saveOffers, { params: { id }, body: { offers: changed }, version })
  })

/** The edited offer is the first that is sent, so that its errors are at a known place. */
const SAVED_INDEX = 0
const findSaveError = (error: unknown, path: string): string | undefined =>
  findFieldMessage(error, `offers.${SAVED_INDEX}.${path}`)
