import { expect, it } from 'vitest'
import { listTitledItems } from './titled-items.ts'

it('lists titled items at any depth, with the path of their title, and their texts', () => {
  expect(
    listTitledItems('community', {
      pageInfo: { title: '不是列表项' },
      upcomingEvents: [
        { title: '闭门会', date: '2026-12-10', description: '签到后开始' },
        { date: '2026-12-11' },
        { title: ' ', date: '' },
        7,
      ],
      joinProcess: { callToAction: { buttons: [{ text: '加入' }] } },
    }),
  ).toEqual([
    {
      path: 'upcomingEvents.0.title',
      title: '闭门会，2026-12-10',
      label: '活动',
      texts: [
        { path: 'upcomingEvents.0.title', text: '闭门会' },
        { path: 'upcomingEvents.0.description', text: '签到后开始' },
      ],
    },
    { path: 'upcomingEvents.1.date', title: '2026-12-11', label: '活动', texts: [] },
    {
      path: 'joinProcess.callToAction.buttons.0.text',
      title: '加入',
      label: '按钮',
      texts: [{ path: 'joinProcess.callToAction.buttons.0.text', text: '加入' }],
    },
  ])
})
