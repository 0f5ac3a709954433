import { App, Button, Drawer, Form } from 'antd'
import { useState } from 'react'
import { eventCalls } from '#contracts/events/calls.ts'
import type { EventInput, EventRecord } from '#contracts/events/event-record.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { callAdmin } from '../../calls/call.ts'
import { createOnce } from '../../calls/create-once.ts'
import { clearErrorsOfChanges, showServerErrors } from '../../components/field-errors.ts'
import { FormError } from '../../components/form-error.tsx'
import { useConfirmBeforeClose } from '../../components/use-confirm-before-close.ts'
import { type ConfirmedCall, useConfirmedCall } from '../../components/use-confirmed-call.tsx'
import { useLeaveGuard } from '../../components/use-leave-guard.ts'
import { useReturnFocus } from '../../components/use-return-focus.ts'
import { BLANK_EVENT, EventFields } from './event-form.tsx'

const FORM_ID = 'event'

/** What is edited: an event, or a new one, which may be a copy. */
export type EditedEvent = { event: EventRecord } | { copied: EventRecord | null }

type EventDrawerProps = { edited: EditedEvent; onSaved: () => unknown; onClose: () => void }

/** Adds or edits an event. */
export function EventDrawer({ edited, onSaved, onClose }: EventDrawerProps) {
  useReturnFocus()
  const { message } = App.useApp()
  const [form] = Form.useForm<EventInput>()
  const [isDirty, setIsDirty] = useState(false)
  useLeaveGuard(FORM_ID, { isDirty })
  const close = useConfirmBeforeClose({ isDirty, onClose })
  const callConfirmed = useConfirmedCall()
  const [save] = useState(() => ('event' in edited ? createUpdate(edited.event, callConfirmed) : createCreation()))
  const saveMutation = useMutation({
    mutationFn: save,
    onSuccess(text) {
      message.success(text)
      onClose()
    },
    onError: (error) => showServerErrors(form, error),
    onSettled: onSaved,
  })
  const isNew = !('event' in edited)
  return (
    <Drawer
      open
      size={640}
      title={isNew ? '新建活动' : '编辑活动'}
      mask={{ closable: false }}
      onClose={close}
      afterOpenChange={(isOpen) => isOpen && isNew && form.focusField('title')}
    >
      <Form<EventInput>
        name={FORM_ID}
        form={form}
        layout="vertical"
        initialValues={getInitialValues(edited)}
        onValuesChange={(changed) => {
          clearErrorsOfChanges(form, changed)
          setIsDirty(true)
        }}
        onFinish={(values) => saveMutation.mutate(values)}
      >
        <FormError error={saveMutation.error} fallback={ADMIN_MESSAGES.saveFailed} />
        <EventFields />
        <Button type="primary" htmlType="submit" loading={saveMutation.isPending}>
          {isNew ? '新建' : '保存'}
        </Button>
      </Form>
    </Drawer>
  )
}

/** A copy takes place on another day. */
function getInitialValues(edited: EditedEvent): EventInput {
  if ('event' in edited) return toInput(edited.event)
  return edited.copied ? { ...toInput(edited.copied), date: '', status: BLANK_EVENT.status } : BLANK_EVENT
}

const toInput = (event: EventRecord): EventInput => ({
  title: event.title,
  date: event.date,
  time: event.time,
  type: event.type,
  status: event.status,
  speaker: event.speaker,
  location: event.location,
  attendees: event.attendees,
  places: event.places,
  description: event.description,
  registrationUrl: event.registrationUrl,
  registrationButtonText: event.registrationButtonText,
})

function createCreation(): (values: EventInput) => Promise<string> {
  const create = createOnce((body: EventInput, idempotencyKey) =>
    callAdmin(eventCalls.create, { body, idempotencyKey }),
  )
  return async (values) => (await create(values)).reply.message
}

const createUpdate =
  ({ id: eventId, version }: EventRecord, callConfirmed: ConfirmedCall) =>
  async (body: EventInput): Promise<string> => {
    const { message } = await callConfirmed((isConfirmed) =>
      callAdmin(eventCalls.update, {
        params: { eventId },
        query: isConfirmed ? { confirmed: true } : {},
        body,
        version,
      }),
    )
    return message
  }
