import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Form, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import type { Author } from '#contracts/content/revision.ts'
import type { LeadRecord } from '#contracts/leads/lead.ts'
import { LEAD_MESSAGES } from '#contracts/leads/messages.ts'
import { TEXT } from '#contracts/limits.ts'
import { LEAD_STATUS_LABELS, LEAD_STATUSES, type LeadStatus } from '#contracts/vocabulary.ts'
import { failureMessage, isReadFailure } from '../../../shared/read-failure.ts'
import { useUnsaved } from '../../parts/use-unsaved.tsx'
import { useUser } from '../../session/session.ts'
import { LEADS_KEY, leadKey, readLead, updateLead } from './lead-calls.ts'

type Fields = { status: LeadStatus; ownerId: string | null; notes: string }
type LeadFormProps = { lead: LeadRecord; owners: readonly Author[] }

const NAMES = ['status', 'ownerId', 'notes'] as const
const fieldsOf = ({ status, owner, notes }: LeadRecord): Fields => ({ status, ownerId: owner?.id ?? null, notes })

/**
 * Status, owner and notes. Where somebody else has saved meanwhile, what they wrote is shown beside what was typed, which
 * stays; the next save then counts on their version.
 */
export function LeadForm({ lead, owners }: LeadFormProps) {
  const { message } = App.useApp()
  const client = useQueryClient()
  const me = useUser()
  const [form] = Form.useForm<Fields>()
  /** What the changes were made on; the query's lead may be newer. */
  const [basis, setBasis] = useState(lead)
  const [theirs, setTheirs] = useState<LeadRecord>()
  const [isDirty, setDirty] = useState(false)
  useUnsaved(`lead:${lead.id}`, {
    isDirty,
    isElsewhere: ({ search }) => new URLSearchParams(search).get('lead') !== lead.id,
    consequence: '离开后，对这条线索的修改不会保存。',
  })

  const save = useMutation({
    mutationFn: (fields: Fields) => updateLead(lead.id, { version: basis.version, ...changedFields(basis, fields) }),
    onSuccess(reply, sent) {
      const typedSince = otherFields(sent, form.getFieldsValue())
      setBasis(reply.data)
      setTheirs(undefined)
      form.setFieldsValue({ ...fieldsOf(reply.data), ...typedSince })
      setDirty(Object.keys(typedSince).length > 0)
      client.setQueryData(leadKey(lead.id), reply.data)
      void client.invalidateQueries({ queryKey: LEADS_KEY })
      message.success(reply.message)
    },
    async onError(error) {
      if (!isReadFailure(error)) return
      if (error.status === 412) await takeIn()
      const wrong = NAMES.flatMap((name) => {
        const found = error.errors?.find(({ path }) => path === name)
        return found ? [{ name, errors: [found.message] }] : []
      })
      form.setFields(wrong)
      if (wrong[0]) form.scrollToField(wrong[0].name, { focus: true })
    },
  })

  /** Their version becomes what ours changes: what was not changed here is theirs from now on. */
  async function takeIn() {
    const fresh = await readLead(lead.id).catch(() => undefined)
    if (!fresh) return
    const ours = changedFields(basis, form.getFieldsValue())
    form.setFieldsValue({ ...fieldsOf(fresh), ...ours })
    setBasis(fresh)
    setTheirs(fresh)
    client.setQueryData(leadKey(lead.id), fresh)
  }

  return (
    <Form<Fields>
      form={form}
      layout="vertical"
      requiredMark={false}
      aria-label="跟进"
      initialValues={fieldsOf(basis)}
      onValuesChange={(_, fields) => setDirty(Object.keys(changedFields(basis, fields)).length > 0)}
      onFinish={(fields) => save.mutate(fields)}
    >
      {save.isError && (
        <Alert
          className="mb-4"
          type={theirs ? 'warning' : 'error'}
          showIcon
          role="alert"
          title={failureMessage(save.error, LEAD_MESSAGES.saveFailed)}
          description={theirs && <Theirs lead={theirs} />}
        />
      )}
      <Form.Item label="状态" name="status">
        <Radio.Group options={LEAD_STATUSES.map((status) => ({ value: status, label: LEAD_STATUS_LABELS[status] }))} />
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
              options={ownersWith(owners, lead.owner).map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Form.Item>
          <Button
            onClick={() => {
              form.setFieldValue('ownerId', me._id)
              setDirty(Object.keys(changedFields(basis, form.getFieldsValue())).length > 0)
            }}
          >
            由我负责
          </Button>
        </div>
      </Form.Item>
      <Form.Item label="备注" name="notes">
        <Input.TextArea rows={5} maxLength={TEXT.paragraph} showCount placeholder="沟通要点、下一步" />
      </Form.Item>
      <Button type="primary" htmlType="submit" disabled={save.isPending || !isDirty}>
        {save.isPending ? '保存中...' : '保存'}
      </Button>
    </Form>
  )
}

/** Only what is other than it was: two people who change different things don't undo one another. */
const changedFields = (basis: LeadRecord, fields: Fields) => otherFields(fieldsOf(basis), fields)

function otherFields(before: Fields, { status, ownerId, notes }: Fields): Partial<Fields> {
  return {
    ...(status === before.status ? {} : { status }),
    // A cleared selection is undefined.
    ...((ownerId ?? null) === (before.ownerId ?? null) ? {} : { ownerId: ownerId ?? null }),
    ...(notes === before.notes ? {} : { notes }),
  }
}

/** An owner who may no longer have leads stays one of this lead's choices. */
const ownersWith = (owners: readonly Author[], owner: Author | null): readonly Author[] =>
  owner && !owners.some(({ id }) => id === owner.id) ? [...owners, owner] : owners

const Theirs = ({ lead }: { lead: LeadRecord }) => (
  <div>
    <p>
      对方保存的内容：{LEAD_STATUS_LABELS[lead.status]}，{lead.owner ? `负责人${lead.owner.name}` : '未分配'}。
    </p>
    <p className="whitespace-pre-wrap">备注：{lead.notes || '无'}</p>
    <p>您改动的内容仍在下面，其余已换成对方的。核对后再次保存，将以您的为准。</p>
  </div>
)
