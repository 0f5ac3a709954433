import { useState } from 'react'
import { inquiryCalls } from '#contracts/inquiries/calls.ts'
import type { Inquiry } from '#contracts/inquiries/inquiry.ts'
import { TEXT } from '#contracts/limits.ts'
import { call } from '../../../../shared/call.ts'
import { isCallError, toErrorMessage } from '../../../../shared/call-error.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { FormField } from '../../../components/form-field.tsx'
import { FormError } from '../../../components/text-field.tsx'
import { useToast } from '../../../components/toast.tsx'
import { useInquiryCache } from '../inquiry-queries.ts'

/** Who has replaced whom, which the record of the opening keeps. */
export const ReplacementList = ({ replacements }: Pick<Inquiry['opening'], 'replacements'>) =>
  replacements.length > 0 && (
    <ul className="text-sm text-muted">
      {replacements.map(({ from, to, reason, by, at }) => (
        <li key={at} className="wrap-anywhere">
          {by}于<time dateTime={at}>{formatMinute(at)}</time>把第二位确认人由{from}更换为{to}，原因：{reason}
        </li>
      ))}
    </ul>
  )

/** Names another second opener, if the present one has left. */
export function OpenerReplacement({ inquiry: { id, opening, contents } }: { inquiry: Inquiry }) {
  const cache = useInquiryCache()
  const showToast = useToast()
  const [email, setEmail] = useState('')
  const [reason, setReason] = useState('')
  const replaceMutation = useMutation({
    mutationFn: () => call(inquiryCalls.replaceOpener, { params: { id }, body: { email: email.trim(), reason } }),
    onSuccess(reply) {
      cache.replace(reply)
      showToast(reply.message, 'success')
      setEmail('')
      setReason('')
    },
    // Without a reply, it may have been replaced.
    onError: cache.reload,
  })
  const { error } = replaceMutation
  const findError = (path: string) =>
    isCallError(error) ? error.errors?.find((item) => item.path === path)?.message : undefined
  const fieldErrors = [findError('email'), findError('reason')]
  return (
    <details open={opening.isOpenerMissing || undefined}>
      <summary className="inline-flex min-h-11 items-center text-indigo hover:underline">更换第二位确认人</summary>
      <div className="space-y-3 pt-1">
        {opening.isOpenerMissing && (
          <p role="status" className="rounded border border-tone bg-tone px-3 py-2 text-tone tone-orange">
            {contents.secondOpener}的账号已不可用，须先更换才能开启。
          </p>
        )}
        <FormField label="新的确认人的账号邮箱" isRequired error={fieldErrors[0]}>
          {(control) => (
            <input
              {...control}
              type="email"
              maxLength={TEXT.line}
              className={CONTROL_CLASS}
              value={email}
              onChange={({ target }) => setEmail(target.value)}
            />
          )}
        </FormField>
        <FormField
          label="原因"
          isRequired
          hint="连同更换一并告知受邀厂商，并记入开启记录；原来那位的确认作废。"
          error={fieldErrors[1]}
        >
          {(control) => (
            <input
              {...control}
              maxLength={TEXT.line}
              className={CONTROL_CLASS}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </FormField>
        <FormError>
          {replaceMutation.isError && fieldErrors.every((item) => item === undefined) && toErrorMessage(error)}
        </FormError>
        <Button variant="outline" isBusy={replaceMutation.isPending} onClick={() => replaceMutation.mutate()}>
          {replaceMutation.isPending ? '更换中……' : '更换并告知厂商'}
        </Button>
      </div>
    </details>
  )
}
