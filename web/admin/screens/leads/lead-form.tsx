import { Button, Form, Input, Radio, Select } from 'antd'
import type { UserReference } from '#contracts/identity/user-reference.ts'
import type { LeadRecord } from '#contracts/leads/lead.ts'
import { TEXT } from '#contracts/limits.ts'
import { LEAD_STATUS_LABELS, LEAD_STATUSES } from '#contracts/vocabulary.ts'
import { CLEAR_BUTTON } from '../../components/clear-button.tsx'
import { paragraph, select } from '../../editors/form/form-parts.ts'
import { useUser } from '../../session/session.ts'
import { FormField } from '../../versioned/form-field.tsx'
import { SaveButton } from '../../versioned/save-button.tsx'
import { useVersionedForm } from '../../versioned/use-versioned-form.ts'
import { VersionedForm } from '../../versioned/versioned-form.tsx'
import { toFormValues, useLeadResource } from './use-lead-resource.ts'

const STATUS_OPTIONS = LEAD_STATUSES.map((status) => ({ value: status, label: LEAD_STATUS_LABELS[status] }))
const STATUS_FIELD = select('status', '状态', STATUS_OPTIONS)
const NOTES_FIELD = paragraph('notes', '备注')

type LeadFormProps = { lead: LeadRecord; owners: readonly UserReference[] }

/** Edits a lead's status, owner and notes. */
export function LeadForm({ lead, owners }: LeadFormProps) {
  const currentUser = useUser()
  const ownerOptions = toOwnerOptions(owners, lead.owner)
  const ownerField = select('ownerId', '负责人', ownerOptions)
  const resource = useLeadResource(lead.id)
  const form = useVersionedForm(resource, {
    resourceKey: `lead:${lead.id}`,
    initial: toFormValues(lead),
    fields: [STATUS_FIELD, ownerField, NOTES_FIELD],
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
