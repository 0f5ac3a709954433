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
import { useUser } from '../../session/session.ts'
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

const STATUS_OPTIONS = LEAD_STATUSES.map((status) => ({ value: status, label: LEAD_STATUS_LABELS[status] }))

/** Edits a lead's status, owner and notes. */
export function LeadForm({ lead, owners }: LeadFormProps) {
  const me = useUser()
  const ownerOptions = withCurrentOwner(owners, lead.owner).map(({ id, name }) => ({ value: id, label: name }))
  const form = useVersionedForm(useLeadResource(lead.id), {
    subject: `lead:${lead.id}`,
    initial: toVersionedFields(lead),
    normalizeFields,
    describeDifference: createFieldDescriber([
      { key: 'status', label: '状态', kind: 'select', options: STATUS_OPTIONS },
      { key: 'ownerId', label: '负责人', kind: 'select', options: ownerOptions },
      { key: 'notes', label: '备注', kind: 'paragraph' },
    ]),
  })

  return (
    <VersionedForm form={form} name="lead" label="跟进" urlParameters={{ lead: lead.id }}>
      <Form.Item label="状态" name="status">
        <Radio.Group options={STATUS_OPTIONS} />
      </Form.Item>
      {/* A field beside a button: the inner item holds the value, the outer one the label. */}
      <Form.Item label="负责人" htmlFor="ownerId">
        <div className="flex gap-2">
          <Form.Item name="ownerId" noStyle>
            <Select
              id="ownerId"
              className="min-w-0 flex-1"
              allowClear
              placeholder="未分配"
              showSearch={{ optionFilterProp: 'label' }}
              options={ownerOptions}
            />
          </Form.Item>
          <Button onClick={() => form.setField('ownerId', me._id)}>由我负责</Button>
        </div>
      </Form.Item>
      <Form.Item label="备注" name="notes">
        <Input.TextArea rows={5} maxLength={TEXT.paragraph} showCount placeholder="沟通要点、下一步" />
      </Form.Item>
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
