import { Button, type FormInstance, Tabs } from 'antd'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { TestResult } from '#contracts/mail/mail.ts'
import { TEMPLATE_NAMES } from '#contracts/mail/templates.ts'
import { createDescriber } from '../../editors/form/describe-difference.ts'
import { FormHistory } from '../../editors/history/form-history.tsx'
import { ScreenHeader } from '../../parts/screen-header.tsx'
import { useCan } from '../../session/session.ts'
import { SaveButton } from '../../versioned/save-button.tsx'
import { useVersionedForm } from '../../versioned/use-versioned-form.ts'
import { VersionedForm } from '../../versioned/versioned-form.tsx'
import { type LoadedConfig, MAIL_SOURCE } from './mail-calls.ts'
import { MAIL_FORM } from './mail-form-fields.ts'
import { MAIL_REVISIONS } from './mail-revisions.ts'
import { getValues } from './mail-values.ts'
import { OutboxTab } from './outbox-tab.tsx'
import { RecipientLists } from './recipient-lists.tsx'
import { ServerFields } from './server-fields.tsx'
import { ServiceStatus } from './service-status.tsx'
import { TemplatesTab } from './templates-tab.tsx'
import { checkMail, toFieldName, useMailErrors } from './use-mail-errors.ts'
import { useMailTest } from './use-mail-test.ts'

const TABS = ['smtp', 'recipients', 'templates', 'outbox'] as const
const TAB_OF: Readonly<Record<string, (typeof TABS)[number]>> = {
  smtpConfig: 'smtp',
  recipients: 'recipients',
  templates: 'templates',
}

const SECRETS = ['smtpConfig.password']
const describeDifference = createDescriber(MAIL_FORM, SECRETS)

type MailFormProps = { initial: LoadedConfig; lastTest: TestResult | null }

/** Edits the mail settings: one form on three tabs, saved together. Tab and template are part of the URL. */
export function MailForm({ initial, lastTest }: MailFormProps) {
  const canEdit = useCan('mail:write')
  const [search, setSearch] = useSearchParams()
  const tab = TABS.find((item) => item === search.get('tab')) ?? 'smtp'
  const template = TEMPLATE_NAMES.find((item) => item === search.get('template')) ?? 'consultation'
  const changeView = (values: Record<string, string>) => setSearch(values, { replace: true, preventScrollReset: true })
  const { firstError, clear, focus, showErrors } = useMailErrors((path) => changeView(getTabParameters(path)))
  const form = useVersionedForm(MAIL_SOURCE, {
    resourceKey: 'mail',
    initial: { value: getValues(initial.config), version: initial.revision },
    secrets: SECRETS,
    describeDifference,
    check: checkMail,
    showErrors,
  })
  const { isTesting, test } = useMailTest(form)
  useFocusOnError(form.fields, firstError, `${tab} ${template}`)
  const changeViewByUser = (values: Record<string, string>) => {
    clear()
    changeView(values)
  }

  return (
    <VersionedForm
      form={form}
      name="mail"
      disabled={!canEdit}
      header={
        <ScreenHeader
          title="邮件设置"
          description="咨询与提交的通知、给厂商和用户的邮件，都由这里设置的服务器发出。"
          actions={
            <>
              <FormHistory form={form} canEdit={canEdit} revisions={MAIL_REVISIONS} />
              {canEdit && (
                <>
                  {form.isDirty && <span className="text-sm text-muted">有未保存的修改</span>}
                  <Button disabled={isTesting} onClick={test}>
                    {isTesting ? '正在发送...' : '发送测试邮件'}
                  </Button>
                  <SaveButton form={form} isDisabled={false} />
                </>
              )}
            </>
          }
        />
      }
    >
      <ServiceStatus lastTest={lastTest} loaded={form.loaded.value} onOpen={focus} />
      <Tabs
        activeKey={tab}
        onChange={(key) => changeViewByUser({ tab: key })}
        items={[
          {
            key: 'smtp',
            label: 'SMTP',
            forceRender: true,
            children: <ServerFields loaded={form.loaded.value.smtpConfig} />,
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
                onShow={(name) => changeViewByUser({ tab: 'templates', template: name })}
                onChange={form.markEdited}
              />
            ),
          },
          { key: 'outbox', label: '发件箱', children: <OutboxTab /> },
        ]}
      />
    </VersionedForm>
  )
}

/** Returns the URL parameters that open a field's tab. */
function getTabParameters(path: string): Record<string, string> {
  const [section = '', part = ''] = path.split('.')
  return { tab: TAB_OF[section] ?? 'smtp', ...(section === 'templates' ? { template: part } : {}) }
}

/** Focuses the first invalid field once its tab is visible. */
function useFocusOnError(form: FormInstance, firstError: { path: string } | null, openView: string) {
  useEffect(() => {
    if (!firstError || !openView) return
    // Ant Design shows a tab one frame after it was selected.
    const frame = requestAnimationFrame(() => {
      form.scrollToField(toFieldName(firstError.path), { focus: true, block: 'center' })
    })
    return () => cancelAnimationFrame(frame)
  }, [form, firstError, openView])
}
