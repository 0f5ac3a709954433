import { Button, Checkbox, Drawer, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { keyCalls } from '#contracts/keys/calls.ts'
import { KEY_LIFETIME_LABELS, KEY_LIFETIMES } from '#contracts/keys/lifetimes.ts'
import { KEY_MESSAGES as MESSAGES } from '#contracts/keys/messages.ts'
import { groupScopes, PLATFORM_SCOPES } from '#contracts/keys/scopes.ts'
import { TEXT } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import type { KeyScope } from '#contracts/permissions.ts'
import { toKeyAddresses, toKeyExpiry } from '../../../shared/account/key-texts.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { callAdmin } from '../../calls/call.ts'
import { createOnce } from '../../calls/create-once.ts'
import { clearErrorsOfChanges, showServerErrors } from '../../components/field-errors.ts'
import { FormError } from '../../components/form-error.tsx'
import { useConfirmBeforeClose } from '../../components/use-confirm-before-close.ts'
import { useLeaveGuard } from '../../components/use-leave-guard.ts'
import { useReturnFocus } from '../../components/use-return-focus.ts'

const FORM_ID = 'key'

type Values = { name: string; scopes: KeyScope[]; days: number; addresses: string }

type KeyDrawerProps = { onSaved: () => unknown; onNewKey: (key: string) => void; onClose: () => void }

/** Makes a key for the platform. */
export function KeyDrawer({ onSaved, onNewKey, onClose }: KeyDrawerProps) {
  useReturnFocus()
  const [form] = Form.useForm<Values>()
  const [isDirty, setIsDirty] = useState(false)
  useLeaveGuard(FORM_ID, { isDirty })
  const close = useConfirmBeforeClose({ isDirty, onClose })
  const [create] = useState(() => createOnce(sendKey))
  const createMutation = useMutation({
    mutationFn: create,
    onSuccess({ reply }) {
      onClose()
      onNewKey(reply.data.key)
    },
    onError: (error) => showServerErrors(form, error),
    onSettled: onSaved,
  })
  return (
    <Drawer open size={560} title="新建密钥" mask={{ closable: false }} onClose={close}>
      <Form<Values>
        name={FORM_ID}
        form={form}
        layout="vertical"
        initialValues={BLANK}
        onValuesChange={(changed) => {
          clearErrorsOfChanges(form, changed)
          setIsDirty(true)
        }}
        onFinish={(values) => createMutation.mutate(values)}
      >
        <FormError error={createMutation.error} fallback={ADMIN_MESSAGES.saveFailed} />
        <Form.Item
          name="name"
          label="名称"
          extra="写明用它的程序；操作记录中以这个名称出现。"
          rules={[{ required: true, whitespace: true, message: MESSAGES.name }]}
        >
          <Input maxLength={TEXT.word} autoComplete="off" />
        </Form.Item>
        <Form.Item name="days" label="有效期" extra="到期前一周以邮件提醒；不能延期，请届时新建。">
          <Select options={KEY_LIFETIMES.map((days) => ({ value: days, label: KEY_LIFETIME_LABELS[days] }))} />
        </Form.Item>
        <Form.Item
          name="scopes"
          label="权限"
          extra="只给程序用得到的。没有“联系方式：读取”时，姓名、电话与邮箱会被隐去。"
          rules={[{ type: 'array', min: 1, message: MESSAGES.scopes }]}
        >
          <ScopeChoice />
        </Form.Item>
        <Form.Item name="addresses" label="允许的地址" extra="IP地址或网段，每行一个；留空为不限。">
          <Input.TextArea rows={3} maxLength={TEXT.paragraph} placeholder="10.0.0.0/8" autoComplete="off" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={createMutation.isPending}>
          新建
        </Button>
      </Form>
    </Drawer>
  )
}

const BLANK: Values = { name: '', scopes: ['products:read'], days: 90, addresses: '' }
const SCOPE_GROUPS = groupScopes(PLATFORM_SCOPES)

/** The permissions by area. The form passes the value and the handler. */
const ScopeChoice = ({ value = [], onChange }: { value?: KeyScope[]; onChange?: (scopes: KeyScope[]) => void }) => (
  <Checkbox.Group<KeyScope> value={value} onChange={(scopes) => onChange?.(scopes)} className="w-full">
    <ul className="w-full divide-y divide-line border-y border-line">
      {SCOPE_GROUPS.map(({ area, label, scopes }) => (
        <li key={area} className="flex items-center justify-between gap-x-4">
          <span>{label}</span>
          <span className="grid grid-cols-2 gap-x-4">
            {scopes.map(({ scope, label: verb }) => (
              <Checkbox key={scope} value={scope} aria-label={`${label}：${verb}`} className="min-h-11 items-center">
                {verb}
              </Checkbox>
            ))}
          </span>
        </li>
      ))}
    </ul>
  </Checkbox.Group>
)

const sendKey = ({ name, scopes, days, addresses }: Values, idempotencyKey: string) =>
  callAdmin(keyCalls.create, {
    body: { name, scopes, expiresAt: toKeyExpiry(days), addresses: toKeyAddresses(addresses) },
    idempotencyKey,
  })
