import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Skeleton, Switch } from 'antd'
import { APP_DOWNLOAD_LABELS, type AppDownload, AppDownloadUpdateSchema } from '#contracts/branding/branding.ts'
import { TEXT } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { SETTINGS_MESSAGES } from '#contracts/settings/messages.ts'
import { getServerMessage, toErrorMessage } from '../../../shared/call-error.ts'
import type { Versioned } from '../../../shared/versioned/edits.ts'
import type { VersionedResource } from '../../../shared/versioned/versioned-resource.ts'
import { LoadError } from '../../components/load-error.tsx'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import type { FieldsByKey } from '../../editors/form/form-types.ts'
import { useCan } from '../../session/session.ts'
import { FormField } from '../../versioned/form-field.tsx'
import { useVersionedForm, type Values } from '../../versioned/use-versioned-form.ts'
import {
  appDownloadQuery,
  loadAppDownloadAuthorship,
  readAppDownload,
  resetAppDownload,
  updateAppDownload,
} from './settings-calls.ts'
import { type OnDirtyChange, SettingsForm } from './settings-form.tsx'

type AppDownloadCardProps = { onDirtyChange: OnDirtyChange }

/** Edits the app link in the site's header. */
export function AppDownloadCard({ onDirtyChange }: AppDownloadCardProps) {
  const { data: loaded, isPending, isError, error, refetch } = useQuery(appDownloadQuery)
  return (
    <section className="panel px-5 py-5">
      <h2 className="text-lg">应用下载</h2>
      <p className="pt-1 pb-4 text-sm text-muted">显示后，网站页头会多一个下载入口，手机上在菜单里。</p>
      {isPending && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {isError && <LoadError error={error} fallback={ADMIN_MESSAGES.loadFailed} onRetry={refetch} />}
      {loaded && <AppDownloadForm loaded={loaded} onDirtyChange={onDirtyChange} />}
    </section>
  )
}

/** The fields of the form, which also label the differences between two versions. */
const FIELDS = {
  name: {
    key: 'name',
    label: APP_DOWNLOAD_LABELS.name,
    kind: 'text',
    maxLength: TEXT.word,
    hint: '入口上的文字；留空时为“下载应用”。',
  },
  downloadUrl: { key: 'downloadUrl', label: APP_DOWNLOAD_LABELS.downloadUrl, kind: 'url' },
  description: {
    key: 'description',
    label: APP_DOWNLOAD_LABELS.description,
    kind: 'paragraph',
    hint: '鼠标停在入口上时显示。',
  },
  isActive: { key: 'isActive', label: '在网站上显示', kind: 'switch' },
} as const satisfies FieldsByKey<AppDownload>

const FIELD_LIST = Object.values(FIELDS)

const RESOURCE: VersionedResource<Values> = {
  read: readAppDownload,
  readAuthorship: loadAppDownloadAuthorship,
  save: (values, { version }) => updateAppDownload(values, version),
  savedMessage: SETTINGS_MESSAGES.appDownloadSaved,
  getErrorMessage: (error) => getServerMessage(error) ?? SETTINGS_MESSAGES.appDownloadFailed,
}

const getResetErrorMessage = (error: unknown) =>
  SETTINGS_MESSAGES.resetFailedPrefix + toErrorMessage(error, ADMIN_MESSAGES.actionFailed)

type AppDownloadFormProps = { loaded: Versioned<Values>; onDirtyChange: OnDirtyChange }

function AppDownloadForm({ loaded, onDirtyChange }: AppDownloadFormProps) {
  const confirm = useConfirm()
  const canEdit = useCan('branding:write')
  const form = useVersionedForm(RESOURCE, { resourceKey: 'app-download', initial: loaded, fields: FIELD_LIST })
  const link = Form.useWatch<unknown>('downloadUrl', form.antForm) ?? loaded.value.downloadUrl

  const reset = () => form.runAction(({ version }) => resetAppDownload(version), getResetErrorMessage)
  const confirmReset = () =>
    confirm({
      title: '重置应用下载配置？',
      content: '名称、链接和说明会被清空，网站上的下载入口随即消失。',
      okText: '重置',
      isDangerous: true,
      onOk: reset,
    })

  return (
    <SettingsForm
      name="app-download"
      form={form}
      canEdit={canEdit}
      onDirtyChange={(isDirty) => onDirtyChange('app-download', isDirty)}
      saveButton={{ text: '更新下载配置', isDisabled: !String(link).trim() }}
      actions={
        <Button onClick={confirmReset} {...getUnavailableProps(form.isSaving)}>
          重置
        </Button>
      }
    >
      <FormField field={FIELDS.name}>
        <Input maxLength={FIELDS.name.maxLength} readOnly={!canEdit} />
      </FormField>
      <FormField field={FIELDS.downloadUrl} rules={[{ validator: async (_, value) => assertValidLink(value) }]}>
        <Input maxLength={TEXT.link} readOnly={!canEdit} placeholder="https://" inputMode="url" />
      </FormField>
      <FormField field={FIELDS.description}>
        <Input.TextArea rows={2} maxLength={TEXT.paragraph} readOnly={!canEdit} />
      </FormField>
      <FormField field={FIELDS.isActive}>
        <Switch disabled={!canEdit} checkedChildren="开" unCheckedChildren="关" />
      </FormField>
    </SettingsForm>
  )
}

/** Throws the schema's message if the link is invalid. */
function assertValidLink(value: unknown): void {
  const parsed = AppDownloadUpdateSchema.shape.downloadUrl.safeParse(value)
  if (!parsed.success) throw new Error(parsed.error.issues[0]?.message)
}
