/** The request of an API that isn't one of the known kinds: a template with placeholders. */
import { z } from 'zod'
import { AGENTS, TEXT } from '../limits.ts'
import { isObject } from '../rules/is-object.ts'
import { storedText } from '../stored-text.ts'
import { fillJsonTemplate, listPlaceholders } from './fill-template.ts'
import { isCredentialName, isForbiddenHeader, isHeaderName, isHeaderValue } from './header-names.ts'
import { AGENT_MESSAGES as MESSAGES } from './messages.ts'

const PLACEHOLDERS = ['question', 'history', 'session'] as const

/** Reports what is wrong with the names and values of headers, at their paths. */
export function reportHeaderIssues(headers: Readonly<Record<string, string>>, context: z.RefinementCtx): void {
  const report = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message })
  const names = new Set<string>()
  for (const [name, value] of Object.entries(headers)) {
    if (!isHeaderName(name)) report(name, MESSAGES.headerName)
    else if (isForbiddenHeader(name)) report(name, MESSAGES.headerForbidden(name))
    else if (names.has(name.toLowerCase())) report(name, MESSAGES.headerDuplicate(name))
    else if (value !== '' && !isHeaderValue(value)) report(name, MESSAGES.headerValue)
    names.add(name.toLowerCase())
  }
}

const PathSchema = storedText()
  .trim()
  .max(TEXT.link)
  .refine((path) => path === '' || /^\/(?!\/)[^\s#]*$/.test(path), MESSAGES.templatePath)
  .superRefine((path, context) => {
    const [, query = ''] = path.split('?', 2)
    for (const name of new URLSearchParams(query).keys())
      if (isCredentialName(name)) context.addIssue({ code: 'custom', message: MESSAGES.keyInTemplate(name) })
  })

/** A body as text; a JSON object is accepted, too, and stored as text. */
const BodySchema = z
  .preprocess(
    (body) => (isObject(body) || Array.isArray(body) ? JSON.stringify(body) : body),
    storedText().max(AGENTS.templateBody),
  )
  .default('')

const TemplateHeadersSchema = z
  .record(z.string(), z.string().max(AGENTS.headerValue))
  .default({})
  .superRefine((headers, context) => {
    reportHeaderIssues(headers, context)
    for (const name of Object.keys(headers))
      if (isCredentialName(name))
        context.addIssue({ code: 'custom', path: [name], message: MESSAGES.keyInTemplate(name) })
  })

export const RequestTemplateSchema = z
  .object({
    method: z.enum(['POST', 'GET', 'PUT']).default('POST'),
    path: PathSchema.default('').describe('接在地址之后的路径，可含查询参数。'),
    headers: TemplateHeadersSchema.describe('不含密钥的请求头。'),
    body: BodySchema.describe('请求正文：JSON中的占位符代表JSON值，不用加引号；其他格式中代表转义后的文字。'),
    poll: z
      .object({ method: z.enum(['GET', 'POST']).default('GET'), path: PathSchema })
      .nullable()
      .default(null)
      .describe('回复不随即返回时，如何查询：路径中以 {{task}} 代表任务编号。'),
  })
  .superRefine((template, context) => {
    const report = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    const used = { path: listPlaceholders(template.path), body: listPlaceholders(template.body) }
    for (const [field, names] of Object.entries(used))
      for (const name of names)
        if (!PLACEHOLDERS.some((placeholder) => placeholder === name)) report(field, MESSAGES.placeholder(name))
    if (![...used.path, ...used.body].includes('question')) report('body', MESSAGES.question)
    else if (isJsonTemplate(template) && template.body !== '' && fillJsonTemplate(template.body, SAMPLE) === undefined)
      report('body', MESSAGES.templateBody)
    if (template.poll && !listPlaceholders(template.poll.path).includes('task')) report('poll', MESSAGES.pollPath)
  })
export type RequestTemplate = z.infer<typeof RequestTemplateSchema>

const SAMPLE = { question: '您好', history: [], session: 's' }

/** Returns the media type of a template's body. */
export const getTemplateType = ({ headers }: Pick<RequestTemplate, 'headers'>): string =>
  (Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'application/json')
    .split(';', 1)
    .join('')
    .trim()
    .toLowerCase()

export const isJsonTemplate = (template: Pick<RequestTemplate, 'headers'>): boolean =>
  /[/+]json$/.test(getTemplateType(template))
