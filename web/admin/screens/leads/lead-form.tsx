import { useQueryClient } from '@tanstack/react-query'
import { Button, Form, Input, Radio, Select } from 'antd'
import type { Author } from '#contracts/content/revision.ts'
import type { LeadRecord } from '#contracts/leads/lead.ts'
import { LEAD_MESSAGES } from '#contracts/leads/messages.ts'
import { TEXT } from '#contracts/limits.ts'
import { LEAD_STATUS_LABELS, LEAD_STATUSES, type LeadStatus } from '#contracts/vocabulary.ts'
import { failureMessage } from '../../../shared/read-failure.ts'
import { changedFields } from '../../../shared/versioned/changed-fields.ts'
import type { Versioned } from '../../../shared/versioned/edits.ts'
import { saveOutcome } from '../../../shared/versioned/save-outcome.ts'
import type { VersionedSource } from '../../../shared/versioned/versioned-form.ts'
import { createFieldDescriber } from '../../editors/form/describe-difference.ts'
import { useUser } from '../../session/session.ts'
import { SavingOutcome } from '../../versioned/saving-outcome.tsx'
import { useFormBinding } from '../../versioned/use-form-binding.ts'
import { useLeaveGuard } from '../../versioned/use-leave-guard.tsx'
import { useVersionedForm } from '../../versioned/use-versioned-form.ts'
import { VersionedFields } from '../../versioned/versioned-fields.tsx'
import { getLead, LEADS_KEY, leadKey, updateLead } from './lead-calls.ts'

type LeadFields = { status: LeadStatus; ownerId: string | null; notes: string }
type LeadFormProps = { lead: LeadRecord; owners: readonly Author[] }

const toVersioned = ({ status, owner, notes, version }: LeadRecord): Versioned<LeadFields> => ({
  value: { status, ownerId: owner?.id ?? null, notes },
  version,
})
/** A cleared selection is undefined. */
const toFields = ({ status, ownerId, notes }: LeadFields): LeadFields => ({ status, ownerId: ownerId ?? null, notes })
const getSaveFailure = (error: unknown) => failureMessage(error, LEAD_MESSAGES.saveFailed)

const STATUS_OPTIONS = LEAD_STATUSES.map((status) => ({ value: status, label: LEAD_STATUS_LABELS[status] }))

/** Edits a lead's status, owner and notes. */
export function LeadForm({ lead, owners }: LeadFormProps) {
  const me = useUser()
  const binding = useFormBinding(toVersioned(lead), toFields)
  const saving = useVersionedForm({ binding, source: useVersionedLead(lead.id), draft: { subject: `lead:${lead.id}` } })
  useLeaveGuard({
    owner: `lead:${lead.id}`,
    isDirty: saving.isDirty,
    edits: binding.edits,
    isElsewhere: ({ search }) => new URLSearchParams(search).get('lead') !== lead.id,
  })
  const ownerOptions = withCurrentOwner(owners, lead.owner).map(({ id, name }) => ({ value: id, label: name }))

  return (
    <VersionedFields binding={binding} saving={saving} name="lead" label="跟进">
      <SavingOutcome
        saving={saving}
        describe={createFieldDescriber([
          { key: 'status', label: '状态', kind: 'select', options: STATUS_OPTIONS },
          { key: 'ownerId', label: '负责人', kind: 'select', options: ownerOptions },
          { key: 'notes', label: '备注', kind: 'paragraph' },
        ])}
      />
      <Form.Item label="状态" name="status">
        <Radio.Group options={STATUS_OPTIONS} />
      </Form.Item>
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
          <Button
            onClick={() => {
              binding.form.setFieldValue('ownerId', me._id)
              binding.edited()
            }}
          >
            由我负责
          </Button>
        </div>
      </Form.Item>
      <Form.Item label="备注" name="notes">
        <Input.TextArea rows={5} maxLength={TEXT.paragraph} showCount placeholder="沟通要点、下一步" />
      </Form.Item>
      <Button type="primary" htmlType="submit" disabled={saving.isSaving || !saving.isDirty}>
        {saving.isSaving ? '保存中...' : '保存'}
      </Button>
    </VersionedFields>
  )
}

/** Reads and saves the lead. Sends only changed fields, so that people who change different fields don't undo each other. */
function useVersionedLead(id: string): VersionedSource<LeadFields> {
  const client = useQueryClient()
  const updateCache = (lead: LeadRecord): Versioned<LeadFields> => {
    client.setQueryData(leadKey(id), lead)
    return toVersioned(lead)
  }
  const save = async (fields: LeadFields, { value, version }: Versioned<LeadFields>) => {
    const { data, message } = await updateLead(id, { version, ...changedFields(value, fields) })
    void client.invalidateQueries({ queryKey: LEADS_KEY })
    return { ...updateCache(data), message }
  }
  return {
    read: async () => updateCache(await getLead(id)),
    save: (fields, base) => saveOutcome(save(fields, base), getSaveFailure),
    messages: { saved: LEAD_MESSAGES.saved, describeNewerFailure: getSaveFailure },
  }
}

/** Adds the current owner to the options, even if they lost the permission. */
const withCurrentOwner = (owners: readonly Author[], owner: Author | null): readonly Author[] =>
  owner && !owners.some(({ id }) => id === owner.id) ? [...owners, owner] : owners
