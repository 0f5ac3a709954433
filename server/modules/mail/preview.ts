import { type TemplateName, VARIABLE_SAMPLES } from '#contracts/mail/template-table.ts'
import type { EmailPreview, Template } from '#contracts/mail/templates.ts'
import { listDefaultTags, sanitizeHtml } from '#server/platform/sanitize-html.ts'
import { renderTemplate } from './mail-content.ts'

/** Renders a template with sample values, for a sandboxed frame in the back office. */
export function renderPreview(name: TemplateName, template: Template, siteName: string): EmailPreview {
  const content = renderTemplate<TemplateName>(name, template, { values: VARIABLE_SAMPLES, siteName })
  return content ? { ...content, html: sanitizeForFrame(content.html) } : { subject: '', html: '', text: '' }
}

/**
 * Makes a mail safe to preview in a frame: no scripts, no external resources, no links. Styles are sent as
 * `data-style`, because the frame's CSP blocks inline ones; the screen applies them by script.
 */
const sanitizeForFrame = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: [...listDefaultTags(), 'img', 'center', 'font'],
    allowedAttributes: {
      '*': [
        'data-style',
        'align',
        'valign',
        'width',
        'height',
        'bgcolor',
        'colspan',
        'rowspan',
        'dir',
        'lang',
        'title',
      ],
      a: ['href'],
      img: ['alt', 'src'],
      font: ['color', 'size', 'face'],
    },
    allowedSchemes: [],
    allowedSchemesByTag: { img: ['data'] },
    allowProtocolRelative: false,
    transformTags: {
      '*': (tagName, { style, ...attribs }) => ({
        tagName,
        attribs: style ? { ...attribs, 'data-style': style } : attribs,
      }),
      a: (tagName, { style, href = '' }) => ({
        tagName,
        attribs: { 'data-style': style ?? '', href: '#', title: href },
      }),
    },
  })
