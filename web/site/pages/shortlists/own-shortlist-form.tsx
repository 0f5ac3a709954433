import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefCallback, type SubmitEvent, useCallback, useRef, useState } from 'react'
import { canDo } from '#contracts/colleagues/roles.ts'
import { TEXT } from '#contracts/limits.ts'
import { PAGES } from '#contracts/paths.ts'
import { isLimit } from '#contracts/rules/shortlists/match-product.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { SHORTLIST_MESSAGES } from '#contracts/shortlists/messages.ts'
import type { Shortlist, ShortlistRequirement } from '#contracts/shortlists/shortlist.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { call } from '../../../shared/call.ts'
import { findFieldMessage, isCallError, toErrorMessage } from '../../../shared/call-error.ts'
import { isQueryOf } from '../../../shared/call-query.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { Button } from '../../components/buttons.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ConflictDialog, type ConflictDialogProps } from '../../components/conflict-dialog.tsx'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { FormField } from '../../components/form-field.tsx'
import { FormError } from '../../components/text-field.tsx'
import { useToast } from '../../components/toast.tsx'
import { useFocusInvalidField } from '../../components/use-focus-invalid-field.ts'
import { useLeaveGuard } from '../../components/use-leave-guard.tsx'
import { useNavigate } from '../../router.tsx'
import { useQueries } from '../../site-context.tsx'
import { LimitField, readLimit } from './limit-field.tsx'
import { focusIncomplete, NewRequirementFields, readNewRequirement } from './new-requirement-fields.tsx'
import { GradeSelect, type KindOption, KindSelect, RequirementRows, readGrade, readKind } from './requirement-rows.tsx'
import { describeShortlistDifference, type ShortlistForm, toShortlistForm } from './shortlist-form.ts'
import { SHORTLIST_READS } from './shortlist-queries.ts'
import { useSaveShortlist } from './use-save-shortlist.ts'

type RemoveShortlistButtonProps = { id: string; title: string; onRemove: () => void }

/** Deletes a shortlist. One that no longer exists is deleted: the reply of an earlier request may have been lost. */
async function removeShortlist(id: string): Promise<void> {
  try {
    await call(shortlistCalls.remove, { params: { id } })
  } catch (error) {
    if (!isCallError(error) || error.status !== 404) throw error
  }
}

/** Deletes a shortlist after a confirmation, and opens the list of the others. */
function RemoveShortlistButton({ id, title, onRemove }: RemoveShortlistButtonProps) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const navigate = useNavigate()
  const client = useQueryClient()
  const showToast = useToast()
  const removeShortlistMutation = useMutation({
    mutationFn: () => removeShortlist(id),
    async onSuccess() {
      showToast(SHORTLIST_MESSAGES.removed, 'success')
      onRemove()
      navigate(PAGES.myShortlists)
      await client.invalidateQueries({ predicate: isQueryOf(...SHORTLIST_READS), refetchType: 'none' })
    },
  })
  return (
    <>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setIsDialogOpen(true)}>
        删除清单
      </Button>
      <ConfirmDialog
        isOpen={isDialogOpen}
        title="删除清单？"
        confirmLabel="删除"
        cancelLabel="保留"
        mutation={removeShortlistMutation}
        onClose={() => setIsDialogOpen(false)}
      >
        “{title}”的链接将不再有效，有链接的人也无法再查看。
      </ConfirmDialog>
    </>
  )
}

const LEAVE_WARNING = '对清单的修改还没有保存，离开后会丢失。'

/**
 * The form in which an owner edits or deletes a shortlist. If another version is saved elsewhere, it replaces the
 * fields unless they have been edited; otherwise both versions are merged on saving.
 */
export function OwnShortlistForm({ shortlist, userId }: { shortlist: Shortlist; userId: string }) {
  const [base, setBase] = useState(shortlist)
  const [isDirty, setIsDirty] = useState(false)
  const leaveDialog = useLeaveGuard(isDirty, LEAVE_WARNING)
  if (!isDirty && shortlist.version !== base.version) setBase(shortlist)
  const isSaved = useRef(false)
  /** Focuses the save button of the saved version, whose fields replace those that had the focus. */
  const takeFocus = useCallback((button: HTMLButtonElement | null) => {
    if (!button || !isSaved.current) return
    isSaved.current = false
    if (document.activeElement === document.body) button.focus()
  }, [])
  function handleSaved() {
    isSaved.current = true
    setIsDirty(false)
  }
  return (
    <>
      <ShortlistFields
        key={base.version}
        base={base}
        userId={userId}
        onEdit={() => setIsDirty(true)}
        onSaved={handleSaved}
        saveButton={takeFocus}
      />
      {leaveDialog}
    </>
  )
}

type ShortlistFieldsProps = {
  base: Shortlist
  userId: string
  onEdit: () => void
  onSaved: () => void
  saveButton: RefCallback<HTMLButtonElement>
}

function ShortlistFields({ base, userId, onEdit, onSaved, saveButton }: ShortlistFieldsProps) {
  /** The attributes of requirements that accept nothing. */
  const [incomplete, setIncomplete] = useState<readonly string[]>([])
  const formElement = useRef<HTMLFormElement>(null)
  const readFields = () => readShortlistForm(new FormData(formElement.current ?? undefined), base)
  const { saveMutation, saveFields, conflict, closeConflict } = useSaveShortlist({ base, userId, readFields, onSaved })

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const acceptingNothing = listRequirements(form, base).filter(acceptsNothing)
    setIncomplete(acceptingNothing.map(({ attribute }) => attribute))
    const [first] = acceptingNothing
    if (first) focusIncomplete(event.currentTarget, first.attribute)
    else saveFields()
  }

  const titleError = findFieldMessage(saveMutation.error, 'title')
  useFocusInvalidField(formElement, saveMutation.error)
  return (
    <form
      ref={formElement}
      method="post"
      noValidate
      onInput={onEdit}
      onSubmit={handleSubmit}
      className="card space-y-4 p-5"
      aria-label="我的清单"
    >
      <TitleAndNotes base={base} titleError={titleError} />
      <RequirementsFieldset base={base} incomplete={incomplete} />
      <label className="inline-flex min-h-11 items-center gap-2">
        <input type="checkbox" name="isNotified" defaultChecked={base.isNotified} />
        资料变化使结果改变，或候选产品的资料有更新时，邮件通知我
      </label>
      <FormError>{saveMutation.isError && titleError === undefined && toErrorMessage(saveMutation.error)}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button ref={saveButton} type="submit" isBusy={saveMutation.isPending}>
          {saveMutation.isPending ? '保存中……' : '保存'}
        </Button>
        {canDo(base.role ?? '', 'removeShortlist') && (
          <RemoveShortlistButton id={base.id} title={base.title} onRemove={onSaved} />
        )}
      </div>
      {conflict && (
        <ShortlistConflictDialog
          // The merge starts again if yet another version was saved meanwhile.
          key={conflict.newest.version}
          catalogue={base.catalogue}
          versions={conflict.versions}
          authorship={conflict.authorship}
          isSaving={saveMutation.isPending}
          onClose={closeConflict}
          onSave={(merged) => saveMutation.mutate({ mine: merged, replaced: conflict.newest })}
        />
      )}
    </form>
  )
}

type TitleAndNotesProps = { base: Shortlist; titleError: string | undefined }

const TitleAndNotes = ({ base, titleError }: TitleAndNotesProps) => (
  <div className="grid gap-4 lg:grid-cols-2">
    <FormField label="清单名称" isRequired error={titleError}>
      {(control) => (
        <input {...control} name="title" defaultValue={base.title} maxLength={TEXT.line} className={CONTROL_CLASS} />
      )}
    </FormField>
    <FormField label="备注">
      {(control) => (
        <textarea
          {...control}
          name="notes"
          rows={2}
          defaultValue={base.notes}
          maxLength={TEXT.paragraph}
          className={CONTROL_CLASS}
        />
      )}
    </FormField>
  </div>
)

/** The kind of each requirement, and the fields of a new one. */
const RequirementsFieldset = ({ base, incomplete }: { base: Shortlist; incomplete: readonly string[] }) => (
  <fieldset>
    <legend className="mb-1.5 text-sm font-medium">要求</legend>
    {base.requirements.length > 0 && (
      <RequirementRows requirements={base.requirements}>
        {(requirement) => (
          <div className="flex flex-wrap gap-2 sm:justify-end">
            <StoredLimit base={base} attribute={requirement.attribute} incomplete={incomplete} />
            <div className="flex flex-wrap gap-2 sm:[:not(:only-child)]:mt-6.5">
              <GradeSelect requirement={requirement} />
              <KindSelect requirement={requirement} />
            </div>
          </div>
        )}
      </RequirementRows>
    )}
    <NewRequirementFields
      catalogue={base.catalogue}
      usedAttributes={base.requirements.map(({ attribute }) => attribute)}
      incomplete={incomplete}
    />
  </fieldset>
)

type StoredLimitProps = { base: Shortlist; attribute: string; incomplete: readonly string[] }

/** The amount of a stored requirement, if it is an upper limit. */
function StoredLimit({ base, attribute, incomplete }: StoredLimitProps) {
  const { data: attributes = [] } = useQuery(useQueries().attributes(base.catalogue))
  const stored = [...base.required, ...base.preferred].find((requirement) => requirement.attribute === attribute)
  if (!stored || !isLimit(stored)) return null
  return (
    <div className="w-full sm:w-56">
      <LimitField
        label="上限"
        unit={attributes.find(({ key }) => key === attribute)?.unit ?? '元'}
        initial={String(stored.atMost)}
        attribute={attribute}
        error={incomplete.includes(attribute) ? SHORTLIST_MESSAGES.limitMissing : undefined}
      />
    </div>
  )
}

type ShortlistConflictDialogProps = Omit<ConflictDialogProps<ShortlistForm>, 'describe'> & { catalogue: Catalogue }

function ShortlistConflictDialog({ catalogue, ...props }: ShortlistConflictDialogProps) {
  const { data: attributes = [] } = useQuery(useQueries().attributes(catalogue))
  const labels = new Map(attributes.map(({ key, label }) => [key, label]))
  return <ConflictDialog {...props} describe={(difference) => describeShortlistDifference(difference, labels)} />
}

/** Returns the requirements in a form, without those whose kind is `none`. */
function listRequirements(form: FormData, { required, preferred }: Shortlist): ShortlistRequirement[] {
  const newRequirement = readNewRequirement(form)
  return [...required, ...preferred, ...(newRequirement ? [newRequirement] : [])]
    .filter(({ attribute }) => readKind(form, attribute) !== 'none')
    .map((requirement) => {
      const { attribute } = requirement
      const grade = readGrade(form, attribute)
      const common = grade === undefined ? { attribute } : { attribute, grade }
      return isLimit(requirement)
        ? { ...common, atMost: readLimit(form, attribute) ?? requirement.atMost }
        : { ...common, values: requirement.values }
    })
}

/** Returns whether a requirement has no value, or a limit that is blank or can't be read. */
const acceptsNothing = (requirement: ShortlistRequirement): boolean =>
  isLimit(requirement) ? requirement.atMost === 0 : requirement.values.length === 0

/** Returns the form's value. */
function readShortlistForm(form: FormData, base: Shortlist): ShortlistForm {
  const requirements = listRequirements(form, base)
  const listByKind = (kind: KindOption) => requirements.filter(({ attribute }) => readKind(form, attribute) === kind)
  return toShortlistForm({
    title: String(form.get('title') ?? ''),
    notes: String(form.get('notes') ?? '').replaceAll('\r\n', '\n'),
    isNotified: form.get('isNotified') === 'on',
    required: listByKind('required'),
    preferred: listByKind('preferred'),
  })
}
