import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { RecordTable } from './record-table.tsx'

const renderTable = (canWrite: boolean): string =>
  renderToStaticMarkup(
    <RecordTable
      label="线索"
      items={[{ id: '1', company: '甲公司' }]}
      getKey={({ id }) => id}
      columns={[
        { title: '公司', renderCell: ({ company }) => company },
        { title: '操作', renderCell: () => '处理', isHidden: !canWrite },
      ]}
      renderCard={({ company }) => company}
    />,
  )

it.each([
  ['leaves out a hidden column', false, { heads: ['公司'], cells: ['甲公司'] }],
  ['shows a column that isn’t hidden', true, { heads: ['公司', '操作'], cells: ['甲公司', '处理'] }],
])('%s', (_, canWrite, expected) => {
  const markup = renderTable(canWrite)
  const listTexts = (element: string) =>
    [...markup.matchAll(new RegExp(`<${element}[ >][^>]*>?([^<]*)</${element}>`, 'g'))].map(([, text]) => text)
  expect({ heads: listTexts('th'), cells: listTexts('td') }).toEqual(expected)
})
