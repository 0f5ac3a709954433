import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { TEXT } from '#contracts/limits.ts'
import { PAGES } from '#contracts/paths.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { SHORTLIST_MESSAGES } from '#contracts/shortlists/messages.ts'
import type { Shortlist } from '#contracts/shortlists/shortlist.ts'
import { call } from '../../../shared/call.ts'
import { getFailureMessage, getFieldErrors } from '../../../shared/call-failure.ts'
import { Button } from '../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { Dialog } from '../../components/dialog.tsx'
import { FormField } from '../../components/form-field.tsx'
import { FormFailure } from '../../components/text-field.tsx'
import { useToast } from '../../components/toast.tsx'
import { useNavigate } from '../../router.tsx'
import { NewRequirementFields, readNewRequirement } from './new-requirement.tsx'
import { type KindOption, KindSelect, RequirementRows, readKind } from './requirement-rows.tsx'
import { SHORTLISTS_KEY } from './shortlist-queries.ts'

/** The form in which an owner edits a shortlist: title, notes, requirements and notifications; also deletes it. */
export function OwnShortlistForm({ shortlist }: { shortlist: Shortlist }) {
  const { id, catalogue, title, notes, required, preferred, requirements, isNotified, version } = shortlist
  const client = useQueryClient()
  const showToast = useToast()
  const [isValueMissing, setIsValueMissing] = useState(false)
  const save = useMutation({
    mutationFn: (form: FormData) => {
      const added = readNewRequirement(form)
      const all = [...required, ...preferred, ...(added ? [added] : [])]
      const listRequirements = (kind: KindOption) => all.filter(({ attribute }) => readKind(form, attribute) === kind)
      return call(shortlistCalls.update, {
        params: { id },
        body: {
          title: String(form.get('title') ?? ''),
          notes: String(form.get('notes') ?? ''),
          required: listRequirements('required'),
          preferred: listRequirements('preferred'),
          isNotified: form.get('isNotified') === 'on',
        },
        version,
      })
    },
    onSuccess({ message }) {
      showToast(message ?? '', 'success')
      return client.invalidateQueries({ queryKey: SHORTLISTS_KEY })
    },
  })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const isMissing = readNewRequirement(form)?.values.length === 0
    setIsValueMissing(isMissing)
    if (!isMissing) save.mutate(form)
  }

  const titleError = getFieldErrors(save.error).find(({ path }) => path === 'title')?.message
  return (
    <form method="post" noValidate onSubmit={submit} className="card space-y-4 p-5" aria-label="我的清单">
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
      <FormFailure>{save.isError && titleError === undefined && getFailureMessage(save.error)}</FormFailure>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={save.isPending}>
          {save.isPending ? '保存中……' : '保存'}
        </Button>
        <RemoveButton id={id} title={title} />
      </div>
    </form>
  )
}

function RemoveButton({ id, title }: { id: string; title: string }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const navigate = useNavigate()
  const client = useQueryClient()
  const showToast = useToast()
  const remove = useMutation({
    mutationFn: () => call(shortlistCalls.remove, { params: { id } }),
    async onSuccess({ message }) {
      showToast(message ?? '', 'success')
      navigate(PAGES.myShortlists)
      await client.invalidateQueries({ queryKey: SHORTLISTS_KEY, refetchType: 'none' })
    },
    onError: (error) => showToast(getFailureMessage(error), 'error'),
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
          <Button isBusy={remove.isPending} onClick={() => remove.mutate()}>
            {remove.isPending ? '删除中……' : '删除'}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
