/** The calls' reference for people: one page without a script, made of the OpenAPI document. */

import { escapeHtml } from '#contracts/rules/escape-html.ts'
import { policyHash } from '#server/platform/sha256.ts'
import type { JsonSchema } from './json-schemas.ts'
import type { Media, OpenapiDocument, Operation, Parameter, Response } from './openapi-shapes.ts'
import { REFERENCE_STYLE } from './reference-style.ts'
import { describeType, listFields, type SchemaField } from './schema-fields.ts'

const styleHash = policyHash(REFERENCE_STYLE)

export const REFERENCE_POLICY = `default-src 'none'; style-src ${styleHash}; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`

/** Returns a description's text: its paragraphs, and what stands between backquotes as code. */
const formatProse = (text: string): string =>
  text
    .split('\n\n')
    .map((paragraph) => `<p>${inline(paragraph)}</p>`)
    .join('')
const inline = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
const code = (text: string) => `<code>${escapeHtml(text)}</code>`
const schemaAnchor = (name: string) => `schema-${name}`

/** Returns a type as `describeType` names it, with links to the descriptions of its components. */
const linkType = (schema: JsonSchema): string =>
  describeType(schema)
    .map(({ text, component }) =>
      component ? `<a href="#${schemaAnchor(component)}">${escapeHtml(text)}</a>` : escapeHtml(text),
    )
    .join('')

type Call = { path: string; method: string; operation: Operation }

export function referencePage(document: OpenapiDocument, documentAddress: string): string {
  const calls: Call[] = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const groups = document.tags.map((tag) => ({
    ...tag,
    calls: calls.filter(({ operation }) => operation.tags.includes(tag.name)),
  }))
  const { title, version, description } = document.info
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} - 接口说明</title>
<meta name="description" content="${escapeHtml(document.info.summary)}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${REFERENCE_STYLE}</style>
</head>
<body>
<a class="skip" href="#main">跳到主要内容</a>
<header class="shell">
<h1>${escapeHtml(title)}</h1>
<p class="muted">版本 ${escapeHtml(version)}　<a href="${documentAddress}">OpenAPI ${document.openapi} 文档（JSON）</a></p>
${formatProse(description)}
<p>服务地址：${document.servers.map(({ url }) => code(url)).join('、')}</p>
</header>
<div class="shell columns">
<nav aria-label="目录"><details><summary>目录</summary>
${groups.map((group) => `<h2>${escapeHtml(group.name)}</h2><ul>${group.calls.map(contentsItem).join('')}</ul>`).join('\n')}
<h2>数据结构</h2><ul>${Object.keys(document.components.schemas).map(schemaItem).join('')}</ul>
</details></nav>
<main id="main" tabindex="-1">
${groups.map((group) => `<section><h2>${escapeHtml(group.name)}</h2>${formatProse(group.description)}${group.calls.map((call) => callArticle(call, document)).join('\n')}</section>`).join('\n')}
<section><h2>数据结构</h2>
${Object.entries(document.components.schemas).map(schemaArticle).join('\n')}
</section>
</main>
</div>
<footer class="shell"><p class="muted"><a href="/">返回首页</a></p></footer>
</body>
</html>
`
}

const contentsItem = ({ operation }: Call) =>
  `<li><a href="#${operation.operationId}">${escapeHtml(operation.summary ?? operation.operationId)}</a></li>`
const schemaItem = (name: string) => `<li><a href="#${schemaAnchor(name)}">${escapeHtml(name)}</a></li>`

function callArticle({ path, method, operation }: Call, document: OpenapiDocument): string {
  const { operationId, summary, description, security, parameters = [], requestBody, responses } = operation
  return `<article id="${operationId}" aria-labelledby="${operationId}-title">
<h3 id="${operationId}-title">${escapeHtml(summary ?? operationId)}</h3>
<p class="call"><span class="method">${method.toUpperCase()}</span>${code(path)}</p>
<p class="muted">${security.length === 0 ? '公开，无需登录' : '需要登录：Bearer 令牌'}</p>
${description ? formatProse(description) : ''}
${parameters.length > 0 ? parameterTable(parameters) : ''}
${
  requestBody
    ? Object.entries(requestBody.content)
        .map(([type, media]) => mediaBlock('请求内容', type, media))
        .join('')
    : ''
}
${Object.entries(responses)
  .map(([status, response]) => ('$ref' in response ? '' : responseBlock(status, response)))
  .join('')}
${failureTable(responses, document)}
</article>`
}

const parameterTable = (parameters: readonly Parameter[]) => `<table><caption>参数</caption>
<thead><tr><th scope="col">名称</th><th scope="col">类型</th><th scope="col">说明</th></tr></thead>
<tbody>${parameters
  .map(
    ({ name, required, schema, description, example, in: place }) =>
      `<tr><th scope="row">${code(name)}</th><td>${linkType(schema)}${required ? '，必填' : ''}${place === 'path' ? '，在路径中' : ''}</td><td>${inline(description)}${describeLimits(schema)}${example === undefined ? '' : ` 例：${code(String(example))}`}</td></tr>`,
  )
  .join('')}</tbody></table>`

function mediaBlock(title: string, type: string, { schema, example }: Media): string {
  const fields = listFields(schema)
  const toName = `${title}，${code(type)}`
  return `${fields.length > 0 ? fieldTable(toName, fields) : `<h4>${toName}</h4><p>${linkType(schema)}</p>`}
${example === undefined ? '' : `<pre><code>${escapeHtml(JSON.stringify(example, null, 2))}</code></pre>`}`
}

const responseBlock = (status: string, { description, content = {} }: Response): string =>
  Object.entries(content)
    .map(([type, media]) => mediaBlock(`响应 ${status}`, type, media))
    .join('') || `<h4>响应 ${status}</h4><p class="muted">${escapeHtml(description)}</p>`

function failureTable(responses: Operation['responses'], document: OpenapiDocument): string {
  const rows = Object.entries(responses).flatMap(([status, response]) => {
    if (!('$ref' in response)) return []
    const { description } = document.components.responses[response.$ref.split('/').pop() ?? ''] ?? { description: '' }
    return [`<tr><th scope="row">${status}</th><td>${escapeHtml(description)}</td></tr>`]
  })
  if (rows.length === 0) return ''
  return `<table><caption>失败时</caption><thead><tr><th scope="col">状态码</th><th scope="col">含义（内容均为 <a href="#${schemaAnchor('Failure')}">Failure</a>）</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

const fieldTable = (caption: string, fields: readonly SchemaField[]) => `<table><caption>${caption}</caption>
<thead><tr><th scope="col">字段</th><th scope="col">类型</th><th scope="col">说明</th></tr></thead>
<tbody>${fields
  .map(
    ({ path, schema, isRequired }) =>
      `<tr><th scope="row">${code(path)}</th><td>${linkType(schema)}${isRequired ? '' : '，可省略'}</td><td>${inline(schema.description ?? '')}${describeLimits(schema)}</td></tr>`,
  )
  .join('')}</tbody></table>`

function schemaArticle([name, schema]: [string, JsonSchema]): string {
  const fields = listFields(schema)
  const anchor = schemaAnchor(name)
  return `<article id="${anchor}" aria-labelledby="${anchor}-title"><h3 id="${anchor}-title">${escapeHtml(name)}</h3>
${schema.description ? formatProse(schema.description) : ''}
${fields.length > 0 ? fieldTable('字段', fields) : `<p>${linkType(schema)}${describeLimits(schema)}</p>`}</article>`
}

/** Returns what a value may be, in words. */
function describeLimits(schema: JsonSchema): string {
  const parts = [
    schema.enum ? `取值：${schema.enum.map((value) => code(String(value))).join('、')}` : '',
    schema.minLength === undefined ? '' : `至少${schema.minLength}个字符`,
    schema.maxLength === undefined ? '' : `最多${schema.maxLength}个字符`,
    schema.minimum === undefined ? '' : `不小于${schema.minimum}`,
    schema.maximum === undefined ? '' : `不大于${schema.maximum}`,
    schema.maxItems === undefined ? '' : `最多${schema.maxItems}项`,
    isPlain(schema.default) ? `默认${code(String(schema.default))}` : '',
  ].filter(Boolean)
  return parts.length > 0 ? ` ${parts.join('，')}。` : ''
}

const isPlain = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean'
