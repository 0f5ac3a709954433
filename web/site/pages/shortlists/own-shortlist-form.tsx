import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefCallback, type SubmitEvent, useCallback, useRef, useState } from 'react'
import { TEXT } from '#contracts/limits.ts'
import { PAGES } from '#contracts/paths.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { SHORTLIST_MESSAGES } from '#contracts/shortlists/messages.ts'
import type { Shortlist } from '#contracts/shortlists/shortlist.ts'
import { call } from '../../../shared/call.ts'
import { getFieldErrors, isCallError, toErrorMessage } from '../../../shared/call-error.ts'
import type { Versions } from '../../../shared/versioned/merge-additions.ts'
import { isSame, mergeVersions } from '../../../shared/versioned/three-way.ts'
import { Button } from '../../components/buttons.tsx'
import { ConflictDialog } from '../../components/conflict-dialog.tsx'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { Dialog } from '../../components/dialog.tsx'
import { FormField } from '../../components/form-field.tsx'
import { FormError } from '../../components/text-field.tsx'
import { useToast } from '../../components/toast.tsx'
import { useLeaveGuard } from '../../components/use-leave-guard.tsx'
import { useNavigate } from '../../router.tsx'
import { useQueries } from '../../site-context.tsx'
import { NewRequirementFields, readNewRequirement } from './new-requirement-fields.tsx'
import { type KindOption, KindSelect, RequirementRows, readKind } from './requirement-rows.tsx'
import {
  describeShortlistDifference,
  type ShortlistForm,
  toShortlistForm,
  toShortlistUpdate,
} from './shortlist-form.ts'
import { memberShortlistQuery, SHORTLISTS_KEY } from './shortlist-queries.ts'

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
  const { id, catalogue, title, notes, requirements, isNotified } = base
  const [isValueMissing, setIsValueMissing] = useState(false)
  const { data: attributes = [] } = useQuery(useQueries().attributes(catalogue))
  const formElement = useRef<HTMLFormElement>(null)
  const readFields = () => readShortlistForm(new FormData(formElement.current ?? undefined), base)
  const { save, saveFields, conflict, closeConflict } = useSaveShortlist({ base, userId, readFields, onSaved })

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const isMissing = readNewRequirement(new FormData(event.currentTarget))?.values.length === 0
    setIsValueMissing(isMissing)
    if (!isMissing) saveFields()
  }

  const titleError = getFieldErrors(save.error).find(({ path }) => path === 'title')?.message
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
      <div className="grid gap-4 lg:grid-cols-2">
        <FormField label="清单名称" isRequired error={titleError}>
          {(control) => (
            <input {...control} name="title" defaultValue={title} maxLength={TEXT.line} className={CONTROL_CLASS} />
          )}
        </FormField>
        <FormField label="备注">
          {(control) => (
            <textarea
              {...control}
              name="notes"
              rows={2}
              defaultValue={notes}
              maxLength={TEXT.paragraph}
              className={CONTROL_CLASS}
            />
          )}
        </FormField>
      </div>
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">要求</legend>
        {requirements.length > 0 && (
          <RequirementRows requirements={requirements}>
            {(requirement) => <KindSelect requirement={requirement} />}
          </RequirementRows>
        )}
        <NewRequirementFields
          catalogue={catalogue}
          usedAttributes={requirements.map(({ attribute }) => attribute)}
          error={isValueMissing ? SHORTLIST_MESSAGES.valuesMissing : undefined}
        />
      </fieldset>
      <label className="inline-flex min-h-11 items-center gap-2">
        <input type="checkbox" name="isNotified" defaultChecked={isNotified} />
        资料变化使结果改变，或候选产品的资料有更新时，邮件通知我
      </label>
      <FormError>{save.isError && titleError === undefined && toErrorMessage(save.error)}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button ref={saveButton} type="submit" isBusy={save.isPending}>
          {save.isPending ? '保存中……' : '保存'}
        </Button>
        <RemoveButton id={id} title={title} onRemove={onSaved} />
      </div>
      {conflict && (
        <ConflictDialog
          // The merge starts again if yet another version was saved meanwhile.
          key={conflict.newest.version}
          versions={conflict.versions}
          describe={(difference) =>
            describeShortlistDifference(difference, new Map(attributes.map(({ key, label }) => [key, label])))
          }
          isSaving={save.isPending}
          onClose={closeConflict}
          onSave={(merged) => save.mutate({ mine: merged, replaced: conflict.newest })}
        />
      )}
    </form>
  )
}

type ShortlistConflict = { versions: Versions<ShortlistForm>; newest: Shortlist }
/** A form's value, and the version that a save of it replaces. */
type ShortlistSave = { mine: ShortlistForm; replaced: Shortlist }
type SaveShortlistOptions = { base: Shortlist; userId: string; readFields: () => ShortlistForm; onSaved: () => void }

/**
 * Returns a mutation that saves a form's value, and a function that calls it with the current fields. If a newer
 * version was saved meanwhile, both are merged; if both changed the same field, they are returned as `conflict`
 * instead.
 */
function useSaveShortlist({ base, userId, readFields, onSaved }: SaveShortlistOptions) {
  const { id } = base
  const client = useQueryClient()
  const showToast = useToast()
  const [conflict, setConflict] = useState<ShortlistConflict | null>(null)
  /** The last save, if the owner edited the fields while it was in flight: they stay, and are based on it. */
  const [earlierSave, setEarlierSave] = useState<{ submitted: ShortlistForm; stored: Shortlist } | null>(null)

  const update = (form: ShortlistForm, version: number) =>
    call(shortlistCalls.update, { params: { id }, body: toShortlistUpdate(form), version })

  async function updateOrMerge({ mine, replaced }: ShortlistSave) {
    try {
      return await update(mine, replaced.version)
    } catch (error) {
      if (!isCallError(error) || error.status !== 412) throw error
    }
    const newest = await client.fetchQuery(memberShortlistQuery(id, userId))
    const versions = { base: toShortlistForm(replaced), mine, theirs: toShortlistForm(newest) }
    const { merged, hasConflict } = mergeVersions(versions)
    if (!hasConflict) return update(merged, newest.version)
    setConflict({ versions, newest })
    return undefined
  }

  const save = useMutation({
    mutationFn: updateOrMerge,
    onMutate: readFields,
    onSuccess(reply, _variables, submitted) {
      if (!reply) return undefined
      setConflict(null)
      client.setQueryData(memberShortlistQuery(id, userId).queryKey, reply.data)
      if (isSame(readFields(), submitted)) onSaved()
      else setEarlierSave({ submitted, stored: reply.data })
      showToast(reply.message ?? '', 'success')
      return client.invalidateQueries({ queryKey: SHORTLISTS_KEY })
    },
  })

  function saveFields() {
    if (!earlierSave) return save.mutate({ mine: readFields(), replaced: base })
    const { submitted, stored } = earlierSave
    const versions = { base: submitted, mine: readFields(), theirs: toShortlistForm(stored) }
    return save.mutate({ mine: mergeVersions(versions).merged, replaced: stored })
  }

  return { save, saveFields, conflict, closeConflict: () => setConflict(null) }
}

/** Returns the form's value, without requirements whose kind is `none`. */
function readShortlistForm(form: FormData, { required, preferred }: Shortlist): ShortlistForm {
  const newRequirement = readNewRequirement(form)
  const requirements = [...required, ...preferred, ...(newRequirement ? [newRequirement] : [])]
  const listByKind = (kind: KindOption) => requirements.filter(({ attribute }) => readKind(form, attribute) === kind)
  return toShortlistForm({
    title: String(form.get('title') ?? ''),
    notes: String(form.get('notes') ?? '').replaceAll('\r\n', '\n'),
    isNotified: form.get('isNotified') === 'on',
    required: listByKind('required'),
    preferred: listByKind('preferred'),
  })
}

type RemoveButtonProps = { id: string; title: string; onRemove: () => void }

function RemoveButton({ id, title, onRemove }: RemoveButtonProps) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const navigate = useNavigate()
  const client = useQueryClient()
  const showToast = useToast()
  const removeShortlist = useMutation({
    mutationFn: () => call(shortlistCalls.remove, { params: { id } }),
    async onSuccess({ message }) {
      showToast(message ?? '', 'success')
      onRemove()
      navigate(PAGES.myShortlists)
      await client.invalidateQueries({ queryKey: SHORTLISTS_KEY, refetchType: 'none' })
    },
    onError: (error) => showToast(toErrorMessage(error), 'error'),
  })
  return (
    <>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setIsDialogOpen(true)}>
        删除清单
      </Button>
      <Dialog isOpen={isDialogOpen} onClose={() => setIsDialogOpen(false)} title="删除清单？" className="max-w-md">
        <p>“{title}”的链接将不再有效，有链接的人也无法再查看。</p>
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={() => setIsDialogOpen(false)}>
            保留
          </Button>
          <Button isBusy={removeShortlist.isPending} onClick={() => removeShortlist.mutate()}>
            {removeShortlist.isPending ? '删除中……' : '删除'}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
