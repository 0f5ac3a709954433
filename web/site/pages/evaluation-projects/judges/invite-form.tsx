import { type SubmitEvent, useRef, useState } from 'react'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import { PROJECT_MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { JudgeInvitation } from '#contracts/evaluation-projects/project.ts'
import { TEXT } from '#contracts/limits.ts'
import { call } from '../../../../shared/call.ts'
import { findFieldMessage, getFieldErrors, toErrorMessage } from '../../../../shared/call-error.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { FormField } from '../../../components/form-field.tsx'
import { readFormValues } from '../../../components/read-form-values.ts'
import { FormError } from '../../../components/text-field.tsx'
import { useFocusInvalidField } from '../../../components/use-focus-invalid-field.ts'
import { useProjectCache } from '../project-queries.ts'

type InviteFormProps = { projectId: string; onInvited: (invitation: JudgeInvitation) => void }

/** Invites a judge, who scores by a link or, if an email address is given, with their account. */
export function InviteForm({ projectId, onInvited }: InviteFormProps) {
  const cache = useProjectCache()
  const form = useRef<HTMLFormElement>(null)
  const [isNameMissing, setIsNameMissing] = useState(false)
  const inviteMutation = useMutation({
    mutationFn: ({ name = '', email = '' }: Record<string, string>) =>
      call(projectCalls.inviteJudge, { params: { id: projectId }, body: { name, email: email.trim() } }),
    onSuccess: ({ data }) => {
      form.current?.reset()
      onInvited(data)
    },
    // Without a reply, the judge may have been invited.
    onSettled: cache.reload,
  })
  useFocusInvalidField(form, inviteMutation.error)

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = readFormValues(event.currentTarget)
    setIsNameMissing(!values.name?.trim())
    if (values.name?.trim()) inviteMutation.mutate(values)
    else event.currentTarget.querySelector<HTMLElement>('[name="name"]')?.focus()
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={handleSubmit}
      aria-label="邀请评委"
      className="card space-y-4 p-5"
    >
      <h2 className="text-base">邀请评委</h2>
      <FormField
        label="姓名"
        isRequired
        error={isNameMissing ? PROJECT_MESSAGES.judgeName : findFieldMessage(inviteMutation.error, 'name')}
      >
        {(control) => (
          <input {...control} name="name" autoComplete="off" maxLength={TEXT.word} className={CONTROL_CLASS} />
        )}
      </FormField>
      <FormField
        label="评委邮箱"
        hint="填写后由验证过这个邮箱的账号登录打分，不生成链接；有账号的会收到邮件通知。"
        error={findFieldMessage(inviteMutation.error, 'email')}
      >
        {(control) => (
          <input
            {...control}
            name="email"
            type="email"
            autoComplete="off"
            maxLength={TEXT.line}
            className={CONTROL_CLASS}
          />
        )}
      </FormField>
      <FormError>
        {inviteMutation.isError &&
          getFieldErrors(inviteMutation.error).length === 0 &&
          toErrorMessage(inviteMutation.error)}
      </FormError>
      <Button type="submit" isBusy={inviteMutation.isPending} className="w-full">
        {inviteMutation.isPending ? '邀请中……' : '邀请'}
      </Button>
    </form>
  )
}
