import { useRef, useState } from 'react'
import { canDo } from '#contracts/colleagues/roles.ts'
import { inquiryCalls } from '#contracts/inquiries/calls.ts'
import { TEXT } from '#contracts/limits.ts'
import { PAGES } from '#contracts/paths.ts'
import { call } from '../../../../shared/call.ts'
import { isCallError, toErrorMessage } from '../../../../shared/call-error.ts'
import { fromShanghaiInput, toShanghaiInput } from '../../../../shared/shanghai-input.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { withKeys } from '../../../../shared/with-keys.ts'
import { Button } from '../../../components/buttons.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { ConflictDialog } from '../../../components/conflict-dialog.tsx'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { Dialog } from '../../../components/dialog.tsx'
import { FormField } from '../../../components/form-field.tsx'
import { FormError } from '../../../components/text-field.tsx'
import { useToast } from '../../../components/toast.tsx'
import { useFocusInvalidField } from '../../../components/use-focus-invalid-field.ts'
import { useLeaveGuard } from '../../../components/use-leave-guard.tsx'
import { useNavigate } from '../../../router.tsx'
import { TextAreaField } from '../../evaluation-projects/controlled-fields.tsx'
import { SetupCard } from '../../evaluation-projects/setup/setup-card.tsx'
import { describeInquiryDifference, getInquiryFieldLabel } from '../describe-inquiry.ts'
import { type LoadedInquiry, useInquiryCache } from '../inquiry-queries.ts'
import { type InquiryEditor, useInquiryForm } from '../use-inquiry-form.ts'
import { DraftPreview } from './draft-preview.tsx'
import { ProductsCard } from './products-card.tsx'
import { QuestionsCard } from './questions-card.tsx'

const LEAVE_WARNING = '最近的修改还没有保存。离开后，这些修改留在这个标签页里，再打开时还在。'

/** The editor of a draft, which saves itself, with what vendors will see and what is missing to publish it. */
export function DraftEditor({ inquiry }: { inquiry: LoadedInquiry }) {
  const editor = useInquiryForm(inquiry)
  const form = useRef<HTMLDivElement>(null)
  const leaveDialog = useLeaveGuard(editor.isDirty, LEAVE_WARNING)
  useFocusInvalidField(form, editor.errors.length > 0 ? editor.errors : null)
  return (
    <div ref={form} className="grid gap-6">
      <BasicsCard editor={editor} />
      <ProductsCard inquiry={inquiry.data} editor={editor} />
      <QuestionsCard inquiry={inquiry.data} editor={editor} />
      <OpeningCard editor={editor} />
      <PublishBar inquiry={inquiry} editor={editor} />
      {canDo(inquiry.data.role, 'removeInquiry') && <RemoveDraft id={inquiry.data.id} />}
      {editor.conflict && (
        <ConflictDialog
          // The merge starts again if yet another version was saved meanwhile.
          key={editor.conflict.version}
          versions={editor.conflict.versions}
          authorship={editor.conflict.authorship}
          describe={describeInquiryDifference}
          isSaving={editor.isSaving}
          onClose={editor.closeConflict}
          onSave={editor.saveMerged}
        />
      )}
      {leaveDialog}
    </div>
  )
}

const findError = ({ errors }: InquiryEditor, path: string) => errors.find((error) => error.path === path)?.message

const BasicsCard = ({ editor }: { editor: InquiryEditor }) => {
  const { value, change } = editor
  return (
    <SetupCard title="征询">
      <div className="grid gap-5">
        <FormField label="标题" isRequired error={findError(editor, 'title')}>
          {(control) => (
            <input
              {...control}
              value={value.title}
              maxLength={TEXT.line}
              className={CONTROL_CLASS}
              onChange={({ target }) => change({ title: target.value })}
            />
          )}
        </FormField>
        <TextAreaField
          label="背景"
          rows={4}
          maxLength={TEXT.long}
          hint="要解决什么问题、规模、何时上线，厂商据此作答。"
          value={value.background}
          onChange={(background) => change({ background })}
        />
        <TextAreaField
          label="要求与条件"
          rows={3}
          maxLength={TEXT.long}
          hint="例如报价的有效期、付款方式、保密要求。"
          value={value.terms}
          onChange={(terms) => change({ terms })}
        />
        <FormField
          label="截止时间（北京时间）"
          isRequired
          error={findError(editor, 'deadline')}
          hint="以平台服务器的时钟为准；截止之后不能再提交，才能开启。"
        >
          {(control) => (
            <input
              {...control}
              type="datetime-local"
              className={`${CONTROL_CLASS} max-w-72`}
              value={toShanghaiInput(value.deadline)}
              onChange={({ target }) => change({ deadline: fromShanghaiInput(target.value) })}
            />
          )}
        </FormField>
        <label className="inline-flex min-h-11 items-center gap-2">
          <input
            type="checkbox"
            className="size-4 accent-indigo"
            checked={value.isNamed}
            onChange={({ target }) => change({ isNamed: target.checked })}
          />
          告诉厂商我的姓名与单位
        </label>
      </div>
    </SetupCard>
  )
}

const OpeningCard = ({ editor }: { editor: InquiryEditor }) => (
  <SetupCard title="开启" lead="截止之前，任何人都不能查看回答与报价；截止之后由您开启，开启人与时间记录在案。">
    <FormField
      label="须一同确认的同事"
      error={findError(editor, 'secondOpener')}
      hint="填对方在本平台已验证的账号邮箱，两人都确认后才开启，从不改由一人开启：对方的账号停用了，须由您另换一位。留空则由您开启。"
    >
      {(control) => (
        <input
          {...control}
          type="email"
          className={CONTROL_CLASS}
          value={editor.value.secondOpener}
          onChange={({ target }) => editor.change({ secondOpener: target.value.trim() })}
        />
      )}
    </FormField>
  </SetupCard>
)

/** Whether everything is saved, what is missing, the preview, and the button that publishes. */
function PublishBar({ inquiry: { data }, editor }: { inquiry: LoadedInquiry; editor: InquiryEditor }) {
  const cache = useInquiryCache()
  const showToast = useToast()
  const [isPreviewed, setIsPreviewed] = useState(false)
  const publishMutation = useMutation({
    async mutationFn() {
      if (!(await editor.flush())) return undefined
      return call(inquiryCalls.publish, { params: { id: data.id } })
    },
    onSuccess(reply) {
      if (!reply) return
      cache.replace(reply)
      showToast(reply.message, 'success')
    },
    onError(error) {
      if (isCallError(error) && error.errors) editor.setErrors(error.errors)
      // Without a reply, it may have been published.
      return cache.reload()
    },
  })
  const isReady = editor.errors.length === 0
  // The errors of fields disappear with the next change.
  const hasOtherError = publishMutation.isError && !(isCallError(publishMutation.error) && publishMutation.error.errors)
  return (
    <section
      aria-label="保存与发出"
      data-bottom-bar
      className="card sticky bottom-3 z-10 space-y-2 px-5 py-3 shadow-lg"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-sm text-muted">
          {describeSaving(editor)}
        </p>
        <div className="flex flex-wrap gap-2">
          {editor.isStale && (
            <Button variant="outline" onClick={editor.compare}>
              核对并合并
            </Button>
          )}
          <Button variant="outline" onClick={() => setIsPreviewed(true)}>
            预览
          </Button>
          {canDo(data.role, 'publishInquiry') && (
            <Button isBusy={publishMutation.isPending} onClick={() => publishMutation.mutate()}>
              {publishMutation.isPending ? '发出中……' : '发出征询'}
            </Button>
          )}
        </div>
      </div>
      {!canDo(data.role, 'publishInquiry') && <p className="text-sm text-muted">由负责人或共同所有人发出。</p>}
      {!isReady && (
        <ul role="alert" className="text-sm text-danger">
          {withKeys(editor.errors, ({ path }) => path).map(({ key, item }) => (
            <li key={key}>
              {[getInquiryFieldLabel(item.path, editor.value), item.message].filter(Boolean).join('：')}
            </li>
          ))}
        </ul>
      )}
      <FormError>{isReady && hasOtherError && toErrorMessage(publishMutation.error)}</FormError>
      <Dialog isOpen={isPreviewed} onClose={() => setIsPreviewed(false)} title="厂商看到的样子" className="max-w-3xl">
        <DraftPreview inquiry={data} />
      </Dialog>
    </section>
  )
}

function describeSaving({ isStale, isSaving, isDirty, failure }: InquiryEditor): string {
  if (isStale) return '征询已在别处更新，您填写的内容仍在，核对后可以合并。'
  if (isSaving) return '保存中……'
  if (isDirty) return failure ?? '有未保存的修改'
  return '已保存'
}

/** Deletes a draft, after asking. */
function RemoveDraft({ id }: { id: string }) {
  const navigate = useNavigate()
  const cache = useInquiryCache()
  const [isAsked, setIsAsked] = useState(false)
  const removeMutation = useMutation({
    mutationFn: () => call(inquiryCalls.remove, { params: { id } }),
    async onSuccess() {
      navigate(PAGES.inquiries)
      await cache.reload()
    },
  })
  return (
    <div>
      <Button variant="outline" onClick={() => setIsAsked(true)}>
        删除草稿
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title="删除这份草稿"
        confirmLabel="删除"
        mutation={removeMutation}
        onClose={() => setIsAsked(false)}
      >
        问题与邀请名单会一并删除，不能恢复。
      </ConfirmDialog>
    </div>
  )
}
