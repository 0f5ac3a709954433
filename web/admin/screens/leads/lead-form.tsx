import { useQueryClient } from '@tanstack/react-query'
import { Button, Form, Input, Radio, Select } from 'antd'
import type { UserReference } from '#contracts/identity/user-reference.ts'
import { leadCalls } from '#contracts/leads/calls.ts'
import type { LeadRecord } from '#contracts/leads/lead.ts'
import { LEAD_MESSAGES } from '#contracts/leads/messages.ts'
import { TEXT } from '#contracts/limits.ts'
import type { LeadStatus } from '#contracts/vocabulary.ts'
import { LEAD_STATUS_LABELS, LEAD_STATUSES } from '#contracts/vocabulary.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { invalidate } from '../../../shared/call-query.ts'
import type { Versioned } from '../../../shared/versioned/edits.ts'
import type { VersionedResource } from '../../../shared/versioned/versioned-resource.ts'
import { CLEAR_BUTTON } from '../../components/clear-button.tsx'
import { paragraph, select, text } from '../../editors/form/form-parts.ts'
import { fromShanghaiInput, toShanghaiInput } from '../../lists/assignments/shanghai-input.ts'
import { useUser } from '../../session/session.ts'
import { FormField } from '../../versioned/form-field.tsx'
import { pickChangedFields } from '../../versioned/pick-changed-fields.ts'
import { SaveButton } from '../../versioned/save-button.tsx'
import { useVersionedForm } from '../../versioned/use-versioned-form.ts'
import { VersionedForm } from '../../versioned/versioned-form.tsx'
import { getLead, leadQuery, loadAuthorship, updateLead } from './lead-calls.ts'

type LeadFormValues = {
  status: LeadStatus
  ownerId: string | null
  /** The value of a `datetime-local` input; '' for the promised deadline. */
  dueAt: string
  notes: string
}

const toFormValues = ({ status, owner, assignment, dueAt, notes, version }: LeadRecord): Versioned<LeadFormValues> => ({
  value: {
    status,
    ownerId: owner?.id ?? null,
    dueAt: assignment.dueAt === null || assignment.dueAt === dueAt ? '' : toShanghaiInput(assignment.dueAt),
    notes,
  },
  version,
})

/** Loads and saves a lead. Sends only changed fields, so that concurrent changes of other fields are kept. */
function useLeadResource(id: string): VersionedResource<LeadFormValues> {
  const client = useQueryClient()
  return {
    async read() {
      const reply = await getLead(id)
      client.setQueryData(leadQuery(id).queryKey, reply)
      return toFormValues(reply.data)
    },
    readAuthorship: () => loadAuthorship(id),
    async save(values, base) {
      const { dueAt, ...changes } = pickChangedFields(base.value, values)
      const reply = await updateLead(id, {
        version: base.version,
        ...changes,
        ...(dueAt !== undefined && { assignmentDueAt: dueAt === '' ? null : fromShanghaiInput(dueAt) }),
      })
      client.setQueryData(leadQuery(id).queryKey, reply)
      // Not awaited: the list behind the form may reload later.
      void invalidate(client, leadCalls.list)
      return { ...toFormValues(reply.data), message: reply.message }
    },
    savedMessage: LEAD_MESSAGES.saved,
    getErrorMessage: (error) => toErrorMessage(error, LEAD_MESSAGES.saveFailed),
  }
}

const STATUS_OPTIONS = LEAD_STATUSES.map((status) => ({ value: status, label: LEAD_STATUS_LABELS[status] }))
const STATUS_FIELD = select('status', '状态', STATUS_OPTIONS)
const DUE_FIELD = text('dueAt', '截止时间（北京时间）')
const NOTES_FIELD = paragraph('notes', '备注')

type LeadFormProps = { lead: LeadRecord; owners: readonly UserReference[] }

/** Edits a lead's status, owner, deadline and notes. */
export function LeadForm({ lead, owners }: LeadFormProps) {
  const currentUser = useUser()
  const ownerOptions = toOwnerOptions(owners, lead.owner)
  const ownerField = select('ownerId', '负责人', ownerOptions)
  const resource = useLeadResource(lead.id)
  const form = useVersionedForm(resource, {
    resourceKey: `lead:${lead.id}`,
    initial: toFormValues(lead),
    fields: [STATUS_FIELD, ownerField, DUE_FIELD, NOTES_FIELD],
  })

  return (
    <VersionedForm form={form} name="lead" label="跟进" urlParameters={{ lead: lead.id }}>
      <FormField field={STATUS_FIELD}>
        <Radio.Group options={STATUS_OPTIONS} />
      </FormField>
      {/* Nested, since a form item with a label must have its input as its only child. */}
      <Form.Item label={ownerField.label} htmlFor="ownerId">
        <div className="flex gap-2">
          {/* A cleared select has the value `undefined`, but the API expects `null`. */}
          <FormField field={ownerField} noStyle normalize={(ownerId?: string) => ownerId ?? null}>
            <Select
              id="ownerId"
              className="min-w-0 flex-1"
              allowClear={CLEAR_BUTTON}
              placeholder="未分配"
              showSearch={{ optionFilterProp: 'label' }}
              options={ownerOptions}
            />
          </FormField>
          <Button onClick={() => form.setField('ownerId', currentUser._id)}>由我负责</Button>
        </div>
      </Form.Item>
      <FormField field={DUE_FIELD}>
        <Input type="datetime-local" />
      </FormField>
      <FormField field={NOTES_FIELD}>
        <Input.TextArea rows={5} maxLength={TEXT.paragraph} showCount placeholder="沟通要点、下一步" />
      </FormField>
      <SaveButton form={form} />
    </VersionedForm>
  )
}

/** Returns the options, including the current owner, who may have lost the permission to own leads. */
function toOwnerOptions(owners: readonly UserReference[], owner: UserReference | null) {
  const isMissing = owner !== null && owners.every(({ id }) => id !== owner.id)
  const listedOwners = isMissing ? [...owners, owner] : owners
  return listedOwners.map(({ id, name }) => ({ value: id, label: name }))
}
