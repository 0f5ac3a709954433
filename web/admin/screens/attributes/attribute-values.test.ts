import { expect, it } from 'vitest'
import { EMPTY_ATTRIBUTE, toFormErrors, toRequestBody, validateAttribute } from './attribute-values.ts'

const CHOICE = {
  ...EMPTY_ATTRIBUTE,
  key: 'license',
  label: '许可证',
  group: '基本',
  type: 'choice' as const,
  choices: [
    { stored: '开源', text: ' 开放源码 ' },
    { stored: '商业', text: '商业' },
    { stored: '', text: '其他' },
  ],
}

it('sends a rename for changed options, but not for new ones', () => {
  expect(toRequestBody(CHOICE)).toMatchObject({
    body: { choices: [' 开放源码 ', '商业', '其他'] },
    renamedChoices: { 开源: '开放源码' },
  })
})

it('omits options and unit if the type does not have them', () => {
  const { body, renamedChoices } = toRequestBody({ ...CHOICE, type: 'text', unit: 'GB' })
  expect(body.choices).toEqual([])
  expect(body.unit).toBe('')
  expect(renamedChoices).toEqual({})
})

it('reports errors of an option at its field', () => {
  const choices = [...CHOICE.choices, { stored: '', text: '甲、乙' }, { stored: '', text: ' ' }]
  expect(validateAttribute({ ...CHOICE, choices, label: '' }, false)).toEqual([
    { path: 'label', message: '请输入属性名称' },
    { path: 'choices.3.text', message: '选项不能包含换行、顿号、逗号、分号或“｜”' },
    { path: 'choices.4.text', message: '请输入选项' },
  ])
})

it.each([
  ['an option by its index', 'choices.1', 'choices.1.text'],
  ['a renamed option by its stored name', 'renamedChoices.商业', 'choices.1.text'],
  ['a renamed option that is no longer in the form', 'renamedChoices.免费', 'renamedChoices.免费'],
  ['all options', 'choices', 'choices'],
  ['another field', 'label', 'label'],
])('maps the error path of %s', (_, path, formPath) => {
  expect(toFormErrors([{ path, message: '错误' }], CHOICE)).toEqual([{ path: formPath, message: '错误' }])
})

it('requires a key only for new attributes', () => {
  expect(validateAttribute({ ...CHOICE, key: '许可' }, true).map(({ path }) => path)).toEqual(['key'])
  expect(validateAttribute({ ...CHOICE, key: '许可' }, false)).toEqual([])
})
