import { App, Button, Drawer, Form, Input, Select, Switch } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { COMPANY_MESSAGES as MESSAGES } from '#contracts/identity/company-messages.ts'
import { PROVIDER_KINDS, type ProviderKind } from '#contracts/identity/company-sign-in.ts'
import { signInProviderCalls } from '#contracts/identity/sign-in-provider-calls.ts'
import type { MappedRole, Provider } from '#contracts/identity/sign-in-providers.ts'
import { TEXT } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { callAdmin } from '../../calls/call.ts'
import { createOnce } from '../../calls/create-once.ts'
import { clearErrorsOfChanges, showServerErrors } from '../../components/field-errors.ts'
import { FormError } from '../../components/form-error.tsx'
import { useConfirmBeforeClose } from '../../components/use-confirm-before-close.ts'
import { useLeaveGuard } from '../../components/use-leave-guard.ts'
import { useReturnFocus } from '../../components/use-return-focus.ts'
import { KIND_TEXTS, ROLE_OPTIONS, splitLines } from './provider-texts.ts'

const FORM_ID = 'sign-in-provider'

/** What the form contains; a blank secret is kept. */
type Values = {
  kind: ProviderKind
  label: string
  issuer: string
  clientId: string
  agentId: string
  tenant: string
  secret: string
  domains: string
  roleClaim: string
  roles: { value: string; role: MappedRole }[]
  acrValues: string
  alwaysTwoFactors: boolean
  isForStaff: boolean
  isForMembers: boolean
}

type ProviderDrawerProps = {
  /** `null` for a new one. */
  provider: Provider | null
  onSaved: () => unknown
  onClose: () => void
}

/** Adds or edits an identity provider. */
export function ProviderDrawer({ provider, onSaved, onClose }: ProviderDrawerProps) {
  useReturnFocus()
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const kind = Form.useWatch('kind', form) ?? provider?.kind ?? 'oidc'
  const texts = KIND_TEXTS[kind]
  const [isDirty, setIsDirty] = useState(false)
  useLeaveGuard(FORM_ID, { isDirty })
  const close = useConfirmBeforeClose({ isDirty, onClose })
  const [save] = useState(() => (provider ? createUpdate(provider) : createCreation()))
  const saveMutation = useMutation({
    mutationFn: save,
    onSuccess(text) {
      message.success(text)
      onClose()
    },
    onError: (error) => showServerErrors(form, error),
    onSettled: onSaved,
  })
  return (
    <Drawer
      open
      size={560}
      title={provider ? '编辑登录方式' : '添加登录方式'}
      mask={{ closable: false }}
      onClose={close}
    >
      <Form<Values>
        name={FORM_ID}
        form={form}
        layout="vertical"
        initialValues={provider ? toValues(provider) : BLANK}
        onValuesChange={(changed) => {
          clearErrorsOfChanges(form, changed)
          // Proposes the name of the kind, unless another one was typed.
          if (changed.kind && PROPOSED_LABELS.includes(form.getFieldValue('label')))
            form.setFieldValue('label', KIND_TEXTS[changed.kind].label)
          setIsDirty(true)
        }}
        onFinish={(values) => saveMutation.mutate(values)}
      >
        <FormError error={saveMutation.error} fallback={ADMIN_MESSAGES.saveFailed} />
        <Form.Item name="kind" label="种类" extra={texts.hint}>
          <Select
            disabled={provider !== null}
            options={PROVIDER_KINDS.map((value) => ({ value, label: KIND_TEXTS[value].name }))}
          />
        </Form.Item>
        <Form.Item
          name="label"
          label="名称"
          extra="登录页的按钮写作“用……登录”。"
          rules={[{ required: true, whitespace: true, message: MESSAGES.label }]}
        >
          <Input maxLength={TEXT.word} placeholder="公司账号" />
        </Form.Item>
        {kind === 'oidc' && (
          <Form.Item
            name="issuer"
            label="发现地址（issuer）"
            extra="不含 /.well-known 及其后的部分。内网地址须由运维人员在 SIGN_IN_HOSTS 中列出。"
            rules={[{ required: true, whitespace: true, message: MESSAGES.issuer }]}
          >
            <Input maxLength={TEXT.link} inputMode="url" autoComplete="off" placeholder="https://id.example.com" />
          </Form.Item>
        )}
        <Form.Item
          name="clientId"
          label={texts.clientId}
          rules={[{ required: true, whitespace: true, message: MESSAGES.clientId }]}
        >
          <Input maxLength={TEXT.line} autoComplete="off" />
        </Form.Item>
        {kind === 'wecom' && (
          <Form.Item
            name="agentId"
            label="应用的AgentId"
            extra="企业微信的成员以账号（userid）识别，企业可以把它再给别人：成员离职时，请在用户管理中停用其账号，或不再使用这个账号名。"
            rules={[{ required: true, whitespace: true, message: MESSAGES.agentId }]}
          >
            <Input maxLength={TEXT.word} inputMode="numeric" autoComplete="off" />
          </Form.Item>
        )}
        {kind === 'dingtalk' && (
          <Form.Item
            name="tenant"
            label="组织的CorpId"
            extra="只有这个组织的成员可以登录。"
            rules={[{ required: true, whitespace: true, message: MESSAGES.tenant }]}
          >
            <Input maxLength={TEXT.line} autoComplete="off" />
          </Form.Item>
        )}
        {kind === 'feishu' && (
          <Form.Item name="tenant" label="企业的tenant_key" extra="应用商店应用须填写；企业自建应用可留空。">
            <Input maxLength={TEXT.line} autoComplete="off" />
          </Form.Item>
        )}
        <Form.Item
          name="secret"
          label={texts.secret}
          extra={provider ? '加密保存，不再显示；留空则保留原密钥。' : '加密保存，不再显示。'}
          rules={provider ? [] : [{ required: true, whitespace: true, message: MESSAGES.secret }]}
        >
          <Input.Password maxLength={TEXT.line} autoComplete="new-password" placeholder={provider ? '已设置' : ''} />
        </Form.Item>
        <Form.Item name="isForMembers" label="会员可以用它登录" valuePropName="checked">
          <Switch checkedChildren="开" unCheckedChildren="关" />
        </Form.Item>
        <Form.Item name="isForStaff" label="后台人员可以用它登录" valuePropName="checked">
          <Switch checkedChildren="开" unCheckedChildren="关" />
        </Form.Item>
        {kind === 'oidc' && <ClaimFields />}
        <Form.Item
          name="alwaysTwoFactors"
          label="每次登录都算作两步验证"
          extra="仅当公司账号本身一律要求两步验证时开启。"
          valuePropName="checked"
        >
          <Switch checkedChildren="开" unCheckedChildren="关" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={saveMutation.isPending}>
          {provider ? '保存' : '添加'}
        </Button>
      </Form>
    </Drawer>
  )
}

/** What is read from the claims of an ID token. */
const ClaimFields = () => (
  <>
    <Form.Item
      name="domains"
      label="允许的邮箱域名"
      extra="一行一个。只有经过提供方验证的这些域名的邮箱可以登录；留空则不限。"
    >
      <Input.TextArea rows={3} placeholder="example.com" />
    </Form.Item>
    <Form.Item
      name="roleClaim"
      label="决定角色的声明（claim）"
      extra="例如 groups。每次登录都按下面的对应关系给予角色，取代在用户管理中给的；没有对应的成为会员；提供方表明因分组太多而略去的，角色不变。超级管理员只能由人指定，不受影响。"
    >
      <Input maxLength={TEXT.word} autoComplete="off" />
    </Form.Item>
    <Form.List name="roles">
      {(fields, { add, remove }) => (
        <fieldset className="m-0 border-0 p-0 pb-6">
          <legend className="px-0 pb-2 text-sm">声明的值与角色</legend>
          {fields.map(({ key, name }, index) => (
            <div key={key} className="flex items-start gap-2">
              <Form.Item
                name={[name, 'value']}
                className="min-w-0 flex-1"
                rules={[{ required: true, whitespace: true, message: MESSAGES.claimValue }]}
              >
                <Input maxLength={TEXT.line} aria-label={`第${index + 1}个声明的值`} />
              </Form.Item>
              <Form.Item name={[name, 'role']} className="w-32">
                <Select options={ROLE_OPTIONS} aria-label={`第${index + 1}个角色`} />
              </Form.Item>
              <Button
                aria-label={`删除第${index + 1}个对应关系`}
                icon={<Trash2 className="size-4" aria-hidden />}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          <Button icon={<Plus className="size-4" aria-hidden />} onClick={() => add({ value: '', role: 'viewer' })}>
            添加对应关系
          </Button>
        </fieldset>
      )}
    </Form.List>
    <Form.Item name="acrValues" label="表示两步验证的acr" extra="一行一个。提供方在 amr 中给出 mfa 时不必填写。">
      <Input.TextArea rows={2} />
    </Form.Item>
  </>
)

const PROPOSED_LABELS: readonly string[] = Object.values(KIND_TEXTS).map(({ label }) => label)

const BLANK: Values = {
  kind: 'oidc',
  label: '公司账号',
  issuer: '',
  clientId: '',
  agentId: '',
  tenant: '',
  secret: '',
  domains: '',
  roleClaim: '',
  roles: [],
  acrValues: '',
  alwaysTwoFactors: false,
  isForStaff: false,
  isForMembers: false,
}

const toValues = ({ domains, acrValues, ...provider }: Provider): Values => ({
  ...provider,
  secret: '',
  domains: domains.join('\n'),
  acrValues: acrValues.join('\n'),
})

const toBody = (values: Values, stored: Provider | null) => {
  const { domains, acrValues, roles, ...fields } = { ...BLANK, ...(stored && toValues(stored)), ...values }
  return {
    kind: fields.kind,
    label: fields.label,
    issuer: fields.issuer,
    clientId: fields.clientId,
    agentId: fields.agentId,
    tenant: fields.tenant,
    secret: fields.secret,
    roleClaim: fields.roleClaim,
    roles,
    alwaysTwoFactors: fields.alwaysTwoFactors,
    isForStaff: fields.isForStaff,
    isForMembers: fields.isForMembers,
    domains: splitLines(domains),
    acrValues: splitLines(acrValues),
  }
}

function createCreation(): (values: Values) => Promise<string> {
  const create = createOnce((values: Values, idempotencyKey) =>
    callAdmin(signInProviderCalls.create, { body: toBody(values, null), idempotencyKey }),
  )
  return async (values) => (await create(values)).reply.message
}

const createUpdate =
  (provider: Provider): ((values: Values) => Promise<string>) =>
  async (values) => {
    const { id, version } = provider
    const reply = await callAdmin(signInProviderCalls.update, {
      params: { id },
      body: toBody(values, provider),
      version,
    })
    return reply.message
  }
