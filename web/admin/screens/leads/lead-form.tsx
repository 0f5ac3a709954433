import { useQueryClient } from '@tanstack/react-query'
import { Button, Form, Input, Radio, Select } from 'antd'
import type { UserReference } from '#contracts/identity/user-reference.ts'
import type { LeadRecord } from '#contracts/leads/lead.ts'
import { LEAD_MESSAGES } from '#contracts/leads/messages.ts'
import { TEXT } from '#contracts/limits.ts'
import { LEAD_STATUS_LABELS, LEAD_STATUSES, type LeadStatus } from '#contracts/vocabulary.ts'
import { getFailureMessage } from '../../../shared/call-failure.ts'
import type { Versioned } from '../../../shared/versioned/edits.ts'
import { pickChangedFields } from '../../../shared/versioned/pick-changed-fields.ts'
import type { VersionedResource } from '../../../shared/versioned/versioned-form.ts'
import { createFieldDescriber } from '../../editors/form/describe-difference.ts'
import { paragraph, select } from '../../editors/form/form-parts.ts'
import { useUser } from '../../session/session.ts'
import { FormField } from '../../versioned/form-field.tsx'
import { SaveButton } from '../../versioned/save-button.tsx'
import { useVersionedForm } from '../../versioned/use-versioned-form.ts'
import { VersionedForm } from '../../versioned/versioned-form.tsx'
import { getLead, LEADS_KEY, leadKey, updateLead } from './lead-calls.ts'

type LeadFields = { status: LeadStatus; ownerId: string | null; notes: string }
type LeadFormProps = { lead: LeadRecord; owners: readonly UserReference[] }

const toVersionedFields = ({ status, owner, notes, version }: LeadRecord): Versioned<LeadFields> => ({
  value: { status, ownerId: owner?.id ?? null, notes },
  version,
})
/** A cleared select returns `undefined` despite its type; the API expects `null`. */
const normalizeFields = ({ status, ownerId, notes }: LeadFields): LeadFields => ({
  status,
  ownerId: ownerId ?? null,
  notes,
})

// The fields of the form. They also label the differences between two versions.
const STATUS = select(
  'status',
  '状态',
  LEAD_STATUSES.map((value) => ({ value, label: LEAD_STATUS_LABELS[value] })),
)
const NOTES = paragraph('notes', '备注')
const createOwnerField = (owners: readonly UserReference[]) =>
  select(
    'ownerId',
    '负责人',
    owners.map(({ id, name }) => ({ value: id, label: name })),
  )

/** Edits a lead's status, owner and notes. */
export function LeadForm({ lead, owners }: LeadFormProps) {
  const me = useUser()
  const owner = createOwnerField(withCurrentOwner(owners, lead.owner))
  const form = useVersionedForm(useLeadResource(lead.id), {
    resourceKey: `lead:${lead.id}`,
    initial: toVersionedFields(lead),
    normalizeFields,
    describeDifference: createFieldDescriber([STATUS, owner, NOTES]),
  })

  return (
    <VersionedForm form={form} name="lead" label="跟进" urlParameters={{ lead: lead.id }}>
      <FormField field={STATUS}>
        <Radio.Group options={[...STATUS.options]} />
      </FormField>
      {/* Nested items, since one with a label binds its value to a single child. */}
      <Form.Item label={owner.label} htmlFor="ownerId">
        <div className="flex gap-2">
          <FormField field={owner} noStyle>
            <Select
              id="ownerId"
              className="min-w-0 flex-1"
              allowClear
              placeholder="未分配"
              showSearch={{ optionFilterProp: 'label' }}
              options={[...owner.options]}
            />
          </FormField>
          <Button onClick={() => form.setField('ownerId', me._id)}>由我负责</Button>
        </div>
      </Form.Item>
      <FormField field={NOTES}>
        <Input.TextArea rows={5} maxLength={TEXT.paragraph} showCount placeholder="沟通要点、下一步" />
      </FormField>
      <SaveButton form={form} />
    </VersionedForm>
  )
}

/** Loads and saves a lead. Sends only changed fields, so that concurrent changes of other fields are kept. */
function useLeadResource(id: string): VersionedResource<LeadFields> {
  const client = useQueryClient()
  return {
    async read() {
      const lead = await getLead(id)
      client.setQueryData(leadKey(id), lead)
      return toVersionedFields(lead)
    },
    async save(fields, { value, version }) {
      const { data, message } = await updateLead(id, { version, ...pickChangedFields(value, fields) })
      client.setQueryData(leadKey(id), data)
      // Not awaited: the list behind the form may reload later.
      void client.invalidateQueries({ queryKey: LEADS_KEY })
      return { ...toVersionedFields(data), message }
    },
    savedMessage: LEAD_MESSAGES.saved,
    getErrorMessage: (error) => getFailureMessage(error, LEAD_MESSAGES.saveFailed),
  }
}

/** Adds the current owner, who may have lost the permission to own leads. */
function withCurrentOwner(owners: readonly UserReference[], owner: UserReference | null): readonly UserReference[] {
  const isListed = owners.some(({ id }) => id === owner?.id)
  return owner && !isListed ? [...owners, owner] : owners
}
