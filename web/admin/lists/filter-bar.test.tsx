import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { FilterBar } from './filter-bar.tsx'

const renderBar = (search: string | undefined, activeCount: number): string =>
  renderToStaticMarkup(
    <FilterBar label="筛选线索" search={search} activeCount={activeCount}>
      负责人
    </FilterBar>,
  )

it.each([
  ['has no button if all filters are visible', undefined, 0, { button: undefined, isOpen: undefined }],
  ['is closed on a phone if no other filter than the search is set', '搜索', 0, { button: '筛选', isOpen: 'false' }],
  ['is open and counts the filters if some are set', '搜索', 2, { button: '筛选（2）', isOpen: 'true' }],
])('%s', (_, search, activeCount, expected) => {
  const markup = renderBar(search, activeCount)
  const [, isOpen] = /aria-expanded="(\w+)"/.exec(markup) ?? []
  const [, button] = /<span>([^<]*筛选[^<]*)<\/span><\/button>/.exec(markup) ?? []
  expect({ button, isOpen }).toEqual(expected)
})
