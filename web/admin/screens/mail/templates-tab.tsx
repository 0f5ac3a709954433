import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Form, Select } from 'antd'
import { type SyntheticEvent, useDeferredValue, useId } from 'react'
import { mailCalls } from '#contracts/mail/calls.ts'
import { MAIL_MESSAGES as MESSAGES } from '#contracts/mail/messages.ts'
import type { TemplateName } from '#contracts/mail/template-table.ts'
import { isTemplateEmpty, TEMPLATE_LABELS, TEMPLATE_NAMES, type Template } from '#contracts/mail/templates.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { queryOf } from '../../calls/query-of.ts'
import { useDebounced } from '../../components/use-debounced.ts'
import { TemplateFields } from './template-fields.tsx'

const PREVIEW_DEBOUNCE_MS = 400

type TemplatePreviewProps = { name: TemplateName; template: Template }

/** Shows how an email will look, filled with sample data, while its template is edited. */
function TemplatePreview({ name, template }: TemplatePreviewProps) {
  const deferredTemplate = useDeferredValue(template)
  const { subject, htmlTemplate } = useDebounced(deferredTemplate, PREVIEW_DEBOUNCE_MS)
  const isEmpty = subject.trim() === '' || htmlTemplate.trim() === ''
  const previewQuery = useQuery({
    ...dataOf(queryOf(mailCalls.preview, { body: { name, subject, htmlTemplate } })),
    placeholderData: keepPreviousData,
    enabled: !isEmpty,
    retry: false,
  })

  return (
    <section className="panel mb-5 min-w-0 px-5 py-5" aria-label="预览">
      <h2 className="text-lg">预览</h2>
      <p className="pt-1 pb-4 text-sm text-muted">以示例数据填写；外部图片不显示，链接不可点击。</p>
      {isEmpty && <p className="text-muted">主题和正文都填写后，这里显示邮件的样子。</p>}
      {!isEmpty && previewQuery.isError && (
        <Alert
          className="mb-4"
          type="error"
          showIcon
          title={toErrorMessage(previewQuery.error, MESSAGES.previewFailed)}
        />
      )}
      {!isEmpty && previewQuery.data && !previewQuery.isError && (
        <>
          <p className="pb-3">
            <span className="text-muted">主题：</span>
            {previewQuery.data.subject}
          </p>
          <iframe
            title={`${TEMPLATE_LABELS[name]}的预览`}
            // Runs no scripts; same-origin, so that styles can be inserted from here.
            sandbox="allow-same-origin"
            srcDoc={toHtmlDocument(previewQuery.data.html)}
            onLoad={applyStyles}
            className="h-96 w-full rounded-card border border-line bg-white"
          />
        </>
      )}
    </section>
  )
}

const toHtmlDocument = (html: string) =>
  `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>邮件预览</title></head><body>${html}</body></html>`

/** Applies styles, which the server sends as data, since the content security policy blocks inline styles. */
function applyStyles({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) {
  const { contentDocument } = currentTarget
  for (const element of contentDocument?.querySelectorAll<HTMLElement>('[data-style]') ?? [])
    element.style.cssText = element.dataset.style ?? ''
}

type TemplatesTabProps = {
  selected: TemplateName
  /** Whether the tab is visible. */
  isOpen: boolean
  canEdit: boolean
  onSelect: (name: TemplateName) => void
  /** Called after changes other than typing. */
  onChange: () => void
}

/** Edits the selected template next to its preview. All templates stay mounted, so that their errors can be shown. */
export function TemplatesTab({ selected, isOpen, canEdit, onSelect, onChange }: TemplatesTabProps) {
  const id = useId()
  const templates = Form.useWatch<Record<TemplateName, Template> | undefined>('templates')
  const isEmpty = (name: TemplateName) => !templates || isTemplateEmpty(templates[name])
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 pb-4">
        <label htmlFor={id}>邮件模板</label>
        <Select
          id={id}
          disabled={false}
          className="w-full sm:w-80"
          value={selected}
          onChange={onSelect}
          options={TEMPLATE_NAMES.map((name) => ({
            value: name,
            label: `${TEMPLATE_LABELS[name]}${isEmpty(name) ? '（不发送）' : ''}`,
          }))}
        />
      </div>
      {TEMPLATE_NAMES.map((name) => (
        <div key={name} hidden={name !== selected}>
          <div className="grid items-start gap-x-8 lg:grid-cols-2">
            <TemplateFields name={name} canEdit={canEdit} isEmpty={isEmpty(name)} onChange={onChange} />
            {isOpen && name === selected && templates && <TemplatePreview name={name} template={templates[name]} />}
          </div>
        </div>
      ))}
    </>
  )
}
