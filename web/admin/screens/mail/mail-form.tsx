import type { FormInstance } from 'antd'
import { Button, Tabs } from 'antd'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import type { CallReply } from '#contracts/call.ts'
import type { FieldError } from '#contracts/errors.ts'
import { mailCalls } from '#contracts/mail/calls.ts'
import type { TemplateName } from '#contracts/mail/template-table.ts'
import { TEMPLATE_NAMES } from '#contracts/mail/templates.ts'
import { queryOf } from '../../calls/query-of.ts'
import { clearFieldErrors } from '../../components/field-errors.ts'
import { parsePath } from '../../components/json-path.ts'
import { ScreenHeader } from '../../components/screen-header.tsx'
import type { FormRevisions } from '../../editors/history/form-history.tsx'
import { FormHistory } from '../../editors/history/form-history.tsx'
import { useCan } from '../../session/session.ts'
import { SaveButton } from '../../versioned/save-button.tsx'
import { useVersionedForm, type VersionedFormInstance } from '../../versioned/use-versioned-form.ts'
import { VersionedForm } from '../../versioned/versioned-form.tsx'
import { getDefaultConfig, MAIL_RESOURCE, restoreRevision, revisionQuery, type VersionedConfig } from './mail-calls.ts'
import { MAIL_FORM } from './mail-form-fields.ts'
import { type MailValues, toFormValues, validateMail } from './mail-values.ts'
import { OutboxList } from './outbox-list.tsx'
import { RecipientLists } from './recipient-lists.tsx'
import { ServerFields } from './server-fields.tsx'
import { ServiceStatus } from './service-status.tsx'
import { TemplatesTab } from './templates-tab.tsx'
import { useMailTest } from './use-mail-test.ts'

/** A new object for each request, so that the same field can be focused again. */
type FieldToFocus = { path: string }

/** Shows errors at the fields of the mail form. `openTab` opens the tab of a field. */
function useMailFieldErrors(openTab: (path: string) => void) {
  const [fieldToFocus, setFieldToFocus] = useState<FieldToFocus | null>(null)

  /** Opens the tab of a field and focuses it. */
  function focus(path: string): void {
    openTab(path)
    setFieldToFocus({ path })
  }

  return {
    fieldToFocus,
    focus,
    cancelFocus: () => setFieldToFocus(null),

    /** Shows errors and focuses the first invalid field. Returns true, since every field is in the form. */
    show(errors: readonly FieldError[], form: FormInstance): boolean {
      clearFieldErrors(form)
      form.setFields(errors.map(({ path, message }) => ({ name: [...parsePath(path)], errors: [message] })))
      if (errors[0]) focus(errors[0].path)
      return true
    },
  }
}

/** Focuses a field of a visible tab; none if `field` is null. */
function useFocusOnRequest(form: FormInstance, field: FieldToFocus | null): void {
  useEffect(() => {
    if (!field) return
    // Ant Design shows a tab one frame after it was selected.
    const frame = requestAnimationFrame(() => {
      form.scrollToField([...parsePath(field.path)], { focus: true, block: 'center' })
    })
    return () => cancelAnimationFrame(frame)
  }, [form, field])
}

type StoredMailValues = CallReply<typeof mailCalls.getRevision>['data']['config']

/** Lists, loads and restores revisions of the mail settings, which don't include the password. */
const MAIL_REVISIONS: FormRevisions<MailValues, StoredMailValues> = {
  form: MAIL_FORM,
  list: (page, version) => queryOf(mailCalls.listRevisions, { query: { page } }, version),
  get: revisionQuery,
  restore: restoreRevision,
  toStored({ smtpConfig, ...values }) {
    const { password: _, passwordSet: __, ...server } = smtpConfig
    return { smtpConfig: server, ...values }
  },
  emptyMessage: '邮件设置还没有保存过。',
  restoreNote: '历史版本不含密码：服务器、端口或用户名与现在不同时，须重新填写。',
  restoredCall: mailCalls.getConfig,
}

const TABS = ['smtp', 'recipients', 'templates', 'outbox'] as const
const SECRETS = ['smtpConfig.password']

type MailFormProps = {
  /** The stored settings; `undefined` if they can't be loaded, which shows the defaults. */
  loaded: VersionedConfig | undefined
}

/** Edits the mail settings: one form on three tabs, saved together. The tab and the template are part of the URL. */
export function MailForm({ loaded }: MailFormProps) {
  const initial = loaded ?? getDefaultConfig()
  const canEdit = useCan('mail:write')
  const { tab, template, openTab } = useTabInUrl()
  const fieldErrors = useMailFieldErrors((path) => openTab(getTabOfField(path)))
  const form = useVersionedForm(MAIL_RESOURCE, {
    resourceKey: 'mail',
    initial: { value: toFormValues(initial.config), version: initial.version },
    fields: MAIL_FORM,
    secrets: SECRETS,
    validate: validateMail,
    showErrors: fieldErrors.show,
  })
  const { fieldToFocus } = fieldErrors
  const isFieldVisible = fieldToFocus !== null && isTabOpen(getTabOfField(fieldToFocus.path), { tab, template })
  useFocusOnRequest(form.antForm, isFieldVisible ? fieldToFocus : null)
  const switchTab = (parameters: TabParameters) => {
    fieldErrors.cancelFocus()
    openTab(parameters)
  }

  return (
    <VersionedForm
      form={form}
      name="mail"
      disabled={!canEdit}
      header={
        <ScreenHeader
          title={ADMIN_SCREENS.mail.title}
          description="咨询与提交的通知、给厂商和用户的邮件，都由这里设置的服务器发出。"
          actions={<MailActions form={form} canEdit={canEdit} />}
        />
      }
    >
      <ServiceStatus
        lastTest={loaded?.config.lastTestResult}
        savedValues={loaded && form.loaded.value}
        onOpen={fieldErrors.focus}
      />
      <MailTabs form={form} tab={tab} template={template} canEdit={canEdit} onSwitch={switchTab} />
    </VersionedForm>
  )
}

type MailTabsProps = {
  form: VersionedFormInstance<MailValues>
  tab: Tab
  template: TemplateName
  canEdit: boolean
  onSwitch: (parameters: TabParameters) => void
}

/** The tabs. Those with fields are always rendered, since the form reads all of them. */
const MailTabs = ({ form, tab, template, canEdit, onSwitch }: MailTabsProps) => (
  <Tabs
    activeKey={tab}
    onChange={(key) => onSwitch({ tab: key })}
    items={[
      {
        key: 'smtp',
        label: 'SMTP',
        forceRender: true,
        children: <ServerFields savedSmtpConfig={form.loaded.value.smtpConfig} />,
      },
      { key: 'recipients', label: '收件人', forceRender: true, children: <RecipientLists canEdit={canEdit} /> },
      {
        key: 'templates',
        label: '模板',
        forceRender: true,
        children: (
          <TemplatesTab
            selected={template}
            isOpen={tab === 'templates'}
            canEdit={canEdit}
            onSelect={(name) => onSwitch({ tab: 'templates', template: name })}
            onChange={form.markEdited}
          />
        ),
      },
      { key: 'outbox', label: '发件箱', children: <OutboxList /> },
    ]}
  />
)

function MailActions({ form, canEdit }: { form: VersionedFormInstance<MailValues>; canEdit: boolean }) {
  const { isTesting, sendTest } = useMailTest(form)
  return (
    <>
      <FormHistory form={form} canEdit={canEdit} revisions={MAIL_REVISIONS} />
      {canEdit && (
        <>
          {form.isDirty && <span className="text-sm text-muted">有未保存的修改</span>}
          <Button loading={isTesting} onClick={sendTest}>
            {isTesting ? '正在发送……' : '发送测试邮件'}
          </Button>
          <SaveButton form={form} isDisabled={false} />
        </>
      )}
    </>
  )
}

type Tab = (typeof TABS)[number]
/** The URL parameters of a tab; `template` selects one on the tab of templates. */
type TabParameters = { tab: string; template?: string }

/** Returns the tab and the template in the URL, and a function that opens others. */
function useTabInUrl() {
  const [search, setSearch] = useSearchParams()
  const tab: Tab = TABS.find((item) => item === search.get('tab')) ?? 'smtp'
  const template = TEMPLATE_NAMES.find((item) => item === search.get('template')) ?? 'consultation'
  const openTab = (parameters: TabParameters) => setSearch(parameters, { replace: true, preventScrollReset: true })
  return { tab, template, openTab }
}

/** Returns the URL parameters that open the tab of a field. */
function getTabOfField(path: string): TabParameters {
  const [section, template = ''] = path.split('.')
  if (section === 'templates') return { tab: 'templates', template }
  return { tab: section === 'recipients' ? 'recipients' : 'smtp' }
}

const isTabOpen = ({ tab, template }: TabParameters, open: Required<TabParameters>): boolean =>
  tab === open.tab && (template === undefined || template === open.template)
