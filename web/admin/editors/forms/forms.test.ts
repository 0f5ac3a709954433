/** Compares each form with its document's schema: every property has a field, and every field has a property. */

import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { DOCUMENT_SCHEMAS, parseDocument } from '#contracts/documents/documents.ts'
import { LINK_RULE } from '#contracts/fields.ts'
import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'
import { DOCUMENT_KINDS, type DocumentKind } from '#contracts/vocabulary.ts'
import { parsePath, withValueAt } from '../../components/json-path.ts'
import { getLabel, locateField } from '../form/field-paths.ts'
import type { Field } from '../form/form-types.ts'
import { FORMS } from './forms.ts'

/** Properties that nobody edits: product numbers, event ids, the keys of the evaluation method, and measured image sizes. */
const isNotEdited = (path: string) =>
  path === 'products.0.id' ||
  path === 'upcomingEvents.0.id' ||
  /^evaluationStandards\..*\.key$/.test(path) ||
  // Image sizes are measured by the upload.
  /\.screenshots\.0\.(width|height)$/.test(path)
/** A list of uploaded files is edited as one field. */
const UPLOADED_FILES = new Set(['evaluationTool.attachments.0'])

type Schema = { type?: string; properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] }

/** Returns the paths of all leaves of a JSON schema, with list items at index 0. */
function listLeafPaths(schema: Schema, path = ''): string[] {
  const getPath = (key: string) => (path === '' ? key : `${path}.${key}`)
  if (UPLOADED_FILES.has(path)) return [path]
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([key, inner]) => listLeafPaths(inner, getPath(key)))
  if (schema.items) return listLeafPaths(schema.items, getPath('0'))
  return [path]
}

const getSchema = (kind: DocumentKind): Schema =>
  JSON.parse(
    JSON.stringify(
      z.toJSONSchema(DOCUMENT_SCHEMAS[kind], { io: 'input', unrepresentable: 'any', metadata: z.registry() }),
    ),
  )

/** Lists all fields of a form with their path. */
function listFields(fields: readonly Field[], path: string): [string, Field][] {
  return fields.flatMap((field): [string, Field][] => {
    const fieldPath = path === '' ? field.key : `${path}.${field.key}`
    if (field.kind === 'group') return listFields(field.fields, fieldPath)
    if (field.kind === 'list') return [[fieldPath, field], ...listFields(field.fields, `${fieldPath}.0`)]
    return [[fieldPath, field]]
  })
}

describe.each(DOCUMENT_KINDS)('the form of %s', (kind) => {
  const form = FORMS[kind]
  const paths = listLeafPaths(getSchema(kind)).filter((path) => !isNotEdited(path))
  const fields = form.sections.flatMap((section) => listFields(section.fields, section.path))

  it('has a field for every property of its schema', () => {
    expect(paths.length).toBeGreaterThan(10)
    expect(paths.filter((path) => !locateField(form, path)?.isComplete)).toEqual([])
  })

  it('has no field without a property in its schema', () => {
    const formPaths = new Set(paths.map((path) => path.replace(/\.0$/, '')))
    const edited = fields.filter(([, field]) => field.kind !== 'list').map(([path]) => path)
    expect(edited.filter((path) => !formPaths.has(path))).toEqual([])
  })

  it('has no two fields with the same path', () => {
    const edited = fields.map(([path]) => path)
    expect(edited.filter((path, index) => edited.indexOf(path) !== index)).toEqual([])
  })

  it('labels every field in Chinese', () => {
    expect(paths.map((path) => getLabel(form, path)).filter((label) => !/\p{Script=Han}|Logo/u.test(label))).toEqual([])
  })

  it('states the rule for links in hints as in the error message', () => {
    const hints = fields.flatMap(([, { kind, hint = '' }]) => (kind === 'url' && hint.includes('http') ? [hint] : []))
    expect(hints.filter((hint) => !hint.includes(LINK_RULE))).toEqual([])
  })

  it('adds list items that are valid', () => {
    for (const [path, field] of fields) {
      // Pictures are added by upload.
      if (field.kind !== 'list' || field.maxPictures !== undefined) continue
      const item = field.createItem(0, {})
      const document = withValueAt({}, parsePath(path), [item])
      const parsed = parseDocument(kind, document)
      const issues = parsed.success ? [] : parsed.error.issues.map((issue) => issue.path.join('.'))
      // The parent item may require more than an empty one has.
      expect(
        issues.filter((issue) => issue.startsWith(path)),
        path,
      ).toEqual([])
      const keys = field.fields.map(({ key }) => key)
      expect(
        Object.keys(item).filter((key) => !keys.includes(key) && !isNotEdited(`${path}.0.${key}`)),
        path,
      ).toEqual([])
    }
  })
})

const createInitialItem = (kind: DocumentKind, path: string, count = 0, document: JsonObject = {}): unknown => {
  const field = locateField(FORMS[kind], path)?.field
  return field?.kind === 'list' ? field.createItem(count, document) : undefined
}

describe('new items', () => {
  it.each<[string, unknown, JsonObject]>([
    ['a home button', createInitialItem('home', 'hero.buttons'), { text: '新按钮', style: 'primary', link: '#' }],
    ['a home feature', createInitialItem('home', 'hero.features'), { icon: 'CheckCircle' }],
    ['a home service', createInitialItem('home', 'services'), { icon: 'Settings', link: '#' }],
    ['a home statistic', createInitialItem('home', 'statistics'), { value: '100+' }],
    [
      'an event',
      createInitialItem('community', 'upcomingEvents'),
      {
        title: '新活动',
        date: '2024-01-01',
        time: '14:00-16:00',
        type: '线上研讨会',
        speaker: '专家',
        location: '线上',
        attendees: 0,
        status: '报名中',
        registrationButtonText: '立即报名',
      },
    ],
    ['a member', createInitialItem('community', 'communityMembers'), { name: '新成员', joinedDate: '2024-01' }],
    ['a package', createInitialItem('selection', 'servicePackages'), { price: '面议', duration: '1个月' }],
    ['a process step', createInitialItem('selection', 'serviceProcess', 3), { step: 4 }],
    ['a statistic', createInitialItem('selection', 'statistics'), { value: '100+', color: 'blue' }],
    [
      'a product',
      createInitialItem('products', 'products'),
      { name: '新产品', category: '智能客服', price: '面议', rating: 4.5, isActive: true },
    ],
    [
      'a product of the first category',
      createInitialItem('products', 'products', 0, { categories: ['智能客服', '知识库'] }),
      { category: '智能客服' },
    ],
    ['an AI product', createInitialItem('ai', 'products'), { category: '对话机器人' }],
    ['an evaluation category', createInitialItem('evaluation', 'evaluationCategories'), { icon: 'Award' }],
    ['a submission advantage', createInitialItem('submit', 'submitAdvantages'), { icon: 'CheckSquare' }],
    ['a contact button', createInitialItem('submit', 'contactSection.buttons'), { action: 'contact' }],
    ['a submission step', createInitialItem('submit', 'submitProcess.steps', 2), { stepNumber: 3 }],
  ])('creates %s with its initial values', (_, item, expected) => {
    expect(isObject(item)).toBe(true)
    expect(item).toMatchObject(expected)
  })

  it('creates a member with one area of expertise', () => {
    expect(createInitialItem('community', 'communityMembers')).toMatchObject({ expertise: [expect.any(String)] })
  })
})

describe('getLabel', () => {
  it.each<[DocumentKind, string, string]>([
    ['home', 'hero.buttons.1.link', '主视觉 › 按钮2 › 链接'],
    ['home', 'statistics.0.value', '统计数据 › 统计1 › 数值'],
    ['selection', 'servicePackages.2.features.1', '服务套餐 › 套餐3 › 包含内容 › 第2条'],
    ['community', 'joinProcess.callToAction.buttons.0.text', '加入流程 › 行动号召 › 按钮1 › 文字'],
    ['home', 'unknownKey.2', '其他内容 › unknownKey › 第3项'],
  ])('labels the %s field %s as %s', (kind, path, label) => {
    expect(getLabel(FORMS[kind], path)).toBe(label)
  })
})
