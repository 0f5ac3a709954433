import { describe, expect, it } from 'vitest'
import { describeSides } from './describe-value.ts'
import { color, list, rating, richText, select, tags, title } from './form-parts.ts'
import type { Field } from './form-types.ts'

const style = select('style', '样式', [{ value: 'primary', label: '主要' }])
const points = list({
  key: 'points',
  label: '要点',
  noun: '要点',
  titleKeys: ['title'],
  fields: [title, color, tags('items', '项', '项')],
  createItem: () => ({}),
})

describe('describeSides', () => {
  it.each<[unknown, string, Field | undefined]>([
    ['标题', '标题', undefined],
    ['', '（空白）', undefined],
    [undefined, '（没有）', undefined],
    [null, '（空）', undefined],
    [null, '暂无评分', rating('rating', '评分')],
    [true, '是', undefined],
    [4.5, '4.5', undefined],
    [[], '（空列表）', undefined],
    [['开源', '私有部署'], '开源；私有部署', undefined],
    [{ title: '标题', empty: '', list: [], items: ['开源', '私有部署'] }, '标题，开源；私有部署', undefined],
    [{}, '（空）', undefined],
    [{ title: '一句话。', items: ['第二句话。', '词组'] }, '一句话。第二句话。词组', undefined],
    [
      { title: '标题', color: 'blue', items: ['开源', '私有部署'], unknownKey: 7, id: 'point-1' },
      '标题：标题\n颜色：蓝\n项：开源；私有部署\n其他内容（unknownKey）：7',
      points,
    ],
    ['blue', '蓝', color],
    ['mauve', 'mauve', color],
    ['primary', '主要', style],
    ['blue', 'blue', undefined],
    ['2026-11-21T16:05:00.000Z', '2026年11月22日 00:05', undefined],
    [
      '<p>支持<strong>私有部署</strong></p><p>检索 &amp; 问答</p>',
      '支持私有部署\n检索 & 问答',
      richText('text', '介绍'),
    ],
    [
      { filename: '清单.pdf', path: '/uploads/attachments/a.pdf', size: 2_048, uploadDate: '2026-11-21T02:00:00.000Z' },
      '清单.pdf，2.0 KB，2026年11月21日 10:00上传',
      { kind: 'attachments', key: 'attachments', label: '附件' },
    ],
  ])('formats %j as %s', (value, text, field) => {
    expect(describeSides({ kind: 'changed', before: value, after: '' }, field).before).toBe(text)
  })

  it('formats a move by its positions', () => {
    expect(describeSides({ kind: 'moved', before: 0, after: 2 })).toEqual({ before: '第1位', after: '第3位' })
  })

  it('formats both sides of long texts in full', () => {
    const commonText = '同'.repeat(1_000)
    const sides = { before: `${commonText}旧的结尾`, after: `${commonText}新的结尾` }
    expect(describeSides({ kind: 'changed', ...sides })).toEqual(sides)
  })
})
