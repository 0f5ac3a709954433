import { LEAD_MESSAGES } from '#contracts/leads/messages.ts'
import { STAFF_MAILS, type StaffMail } from '#contracts/mail/mail-issues.ts'
import { type TemplateName, VARIABLE_SAMPLES } from '#contracts/mail/template-table.ts'
import type { EmailPreview, Template } from '#contracts/mail/templates.ts'
import { SUBMISSION_REVIEW_MESSAGES } from '#contracts/submissions/messages.ts'
import { listDefaultTags, sanitizeHtml } from '#server/platform/sanitize-html.ts'
import { renderTemplate } from './mail-content.ts'

/** The labels of the links that follow the mails to the staff, whatever their templates contain. */
const LINK_LABELS: Record<StaffMail, string> = {
  consultation: LEAD_MESSAGES.mailLink,
  evaluationRequest: LEAD_MESSAGES.mailLink,
  submission: SUBMISSION_REVIEW_MESSAGES.mailLink,
}

/** Renders a template with sample values, for a sandboxed frame in the back office. */
export function renderPreview(name: TemplateName, template: Template, siteName: string): EmailPreview {
  const staffMail = STAFF_MAILS.find((mail) => mail === name)
  const link = staffMail && { url: 'https://zhijian.example/admin', label: LINK_LABELS[staffMail] }
  const content = renderTemplate<TemplateName>(name, template, { values: VARIABLE_SAMPLES, siteName, link })
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
