import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ChoiceTabs } from './choice-tabs.tsx'

const OPTIONS = [
  { value: '', label: '全部', count: 3 },
  { value: 'new', label: '新线索', count: 0 },
  { value: 'late', label: '已超时' },
]

it('presses the selected tab, and shows the counts that are known', () => {
  const markup = renderToStaticMarkup(
    <ChoiceTabs label="按状态筛选" options={OPTIONS} value="new" onChange={() => undefined} />,
  )
  const tabs = [...markup.matchAll(/aria-pressed="(\w+)"[^>]*>(.*?)<\/button>/g)].map(([, isPressed, content]) => ({
    isPressed,
    text: content?.replaceAll(/<[^>]*>/g, ''),
  }))
  expect(tabs).toEqual([
    { isPressed: 'false', text: '全部3' },
    { isPressed: 'true', text: '新线索0' },
    { isPressed: 'false', text: '已超时' },
  ])
})
