import { describe, expect, it } from 'vitest'
import { diff } from '#contracts/rules/json-diff.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import { FORMS } from '../forms/forms.ts'
import { groupChanges } from './group-changes.ts'

const MEETING = { id: 'meeting', title: '大模型选型闭门会', date: '2026-12-10', status: '报名中' }
const SALON = { id: 'salon', title: '', date: '', status: '报名中' }

const listGroups = (kind: DocumentKind, before: object, after: object) =>
  groupChanges(FORMS[kind], diff(before, after), after).map(({ label, changes }) => [
    label,
    ...changes.map(({ change, label: changeLabel }) => `${change.kind} ${changeLabel}`.trim()),
  ])

describe('groupChanges', () => {
  it.each<[string, DocumentKind, object, object, string[][]]>([
    [
      'names a field by its section',
      'home',
      { hero: { title: '旧' } },
      { hero: { title: '新' } },
      [['主视觉 › 标题', 'changed']],
    ],
    [
      'names an item by its title, and groups its fields',
      'community',
      { upcomingEvents: [MEETING] },
      { upcomingEvents: [{ ...MEETING, date: '2026-12-11', status: '已结束' }] },
      [['近期活动 › 活动“大模型选型闭门会”', 'changed 日期', 'changed 状态']],
    ],
    [
      'names a removed item by its title, separately from the item now at its index',
      'community',
      { upcomingEvents: [MEETING, { ...SALON, title: '沙龙' }] },
      { upcomingEvents: [{ ...SALON, title: '沙龙', status: '已结束' }] },
      [
        ['近期活动 › 活动“大模型选型闭门会”', 'removed'],
        ['近期活动 › 活动“沙龙”', 'changed 状态'],
      ],
    ],
    [
      'numbers an item without a title',
      'community',
      { upcomingEvents: [SALON] },
      { upcomingEvents: [{ ...SALON, status: '已结束' }] },
      [['近期活动 › 未命名活动1', 'changed 状态']],
    ],
    [
      'names an item within an item',
      'selection',
      { servicePackages: [{ name: '标准版', features: ['知识库', '工单'] }] },
      { servicePackages: [{ name: '标准版', features: ['知识库', '报表'] }] },
      [['服务套餐 › 套餐“标准版”', 'changed 包含内容']],
    ],
    [
      'groups the words of a list',
      'products',
      { categories: ['客服', '营销'] },
      { categories: ['财务', '客服', '人事'] },
      [['类别 › 产品类别', 'removed', 'added', 'added']],
    ],
    [
      'omits the id assigned by the server',
      'products',
      { products: [{ name: '智能客服' }] },
      { products: [{ id: '1', name: '智能客服', slogan: '新' }] },
      [['产品列表 › 产品“智能客服”', 'added 标语']],
    ],
    [
      'lists a key without a field under other content',
      'home',
      {},
      { campaign: { on: true } },
      [['其他内容 › campaign', 'added']],
    ],
  ])('%s', (_, kind, before, after, groups) => {
    expect(listGroups(kind, before, after)).toEqual(groups)
  })
})
