import { type SubmitEvent, useEffect, useRef } from 'react'
import type { Connection } from '#contracts/agents/connection.ts'
import { AGENT_KIND_TABLE, AGENT_KINDS, type AgentKind } from '#contracts/agents/kinds.ts'
import { Button } from '../../../components/buttons.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { focusFirstField } from '../../../components/focus-first-field.ts'
import { FormError } from '../../../components/text-field.tsx'
import { useFocusInvalidField } from '../../../components/use-focus-invalid-field.ts'
import { SelectField } from '../controlled-fields.tsx'
import { AdvancedFields } from './advanced-fields.tsx'
import type { ConnectionTarget } from './connection-target.ts'
import { HttpFields } from './http-fields.tsx'
import { KeyFields } from './key-fields.tsx'
import { LineField } from './line-field.tsx'
import { ProbePanel } from './probe-panel.tsx'
import { useConnectionForm } from './use-connection-form.ts'

const KIND_OPTIONS = AGENT_KINDS.map((kind) => ({ value: kind, label: AGENT_KIND_TABLE[kind].label }))
const isKind = (value: string): value is AgentKind => AGENT_KINDS.some((kind) => kind === value)

type ConnectionDialogProps = {
  target: ConnectionTarget
  connection: Connection | undefined
  onClose: () => void
}

/** Edits and tries a connection. */
export function ConnectionDialog({ target, connection, onClose }: ConnectionDialogProps) {
  const form = useConnectionForm({ target, initial: connection })
  const element = useRef<HTMLFormElement>(null)
  const { draft, change, getError } = form
  const details = AGENT_KIND_TABLE[draft.kind]

  useEffect(() => {
    if (!form.error) return
    const invalidFields = element.current?.querySelectorAll('details [aria-invalid=true]') ?? []
    for (const field of invalidFields) field.closest('details')?.setAttribute('open', '')
  }, [form.error])
  useFocusInvalidField(element, form.error)

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    form.save(onClose)
  }

  return (
    <Dialog isOpen onClose={onClose} title={`连接：${target.name}`} className="max-w-3xl">
      <form
        ref={(form) => {
          element.current = form
          focusFirstField(form)
        }}
        method="post"
        noValidate
        autoComplete="off"
        onSubmit={handleSubmit}
        className="space-y-5"
      >
        <SelectField
          label="接口"
          hint={details.description}
          isRequired
          value={draft.kind}
          options={KIND_OPTIONS}
          onChange={(kind) => isKind(kind) && change({ kind })}
        />
        <LineField
          label="地址"
          hint={details.urlHint}
          isRequired
          type="url"
          placeholder={details.urlExample}
          value={draft.url}
          error={getError('url')}
          onChange={(url) => change({ url })}
        />
        {details.model && (
          <LineField
            {...details.model}
            value={draft.model}
            error={getError('model')}
            onChange={(model) => change({ model })}
          />
        )}
        {details.botId && (
          <LineField
            {...details.botId}
            value={draft.botId}
            error={getError('botId')}
            onChange={(botId) => change({ botId })}
          />
        )}
        <KeyFields form={form} details={details} />
        {draft.kind === 'http' && <HttpFields form={form} />}
        <AdvancedFields form={form} />
        <FormError>{form.failure}</FormError>
        <ProbePanel form={form} onProbe={form.probe} />
        <Button type="submit" isBusy={form.isSaving} isUnavailable={form.isProbing} className="w-full">
          {form.isSaving ? '保存中……' : form.isDirty ? '保存' : '完成'}
        </Button>
      </form>
    </Dialog>
  )
}
