import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { type SyntheticEvent, useDeferredValue } from 'react'
import { MAIL_MESSAGES as MESSAGES } from '#contracts/mail/messages.ts'
import type { TemplateName } from '#contracts/mail/template-table.ts'
import { TEMPLATE_LABELS, type Template } from '#contracts/mail/templates.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { useDebounced } from '../../components/use-debounced.ts'
import { previewTemplate } from './mail-calls.ts'

const PREVIEW_DEBOUNCE_MS = 400

type TemplatePreviewProps = { name: TemplateName; template: Template }

/** Shows how an email will look, filled with sample data, while its template is edited. */
export function TemplatePreview({ name, template }: TemplatePreviewProps) {
  const deferredTemplate = useDeferredValue(template)
  const { subject, htmlTemplate } = useDebounced(deferredTemplate, PREVIEW_DEBOUNCE_MS)
  const isEmpty = subject.trim() === '' || htmlTemplate.trim() === ''
  const previewQuery = useQuery({
    queryKey: ['mail', 'preview', name, subject, htmlTemplate],
    queryFn: ({ signal }) => previewTemplate(name, { subject, htmlTemplate }, signal),
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
