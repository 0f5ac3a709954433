import { buffer } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { writeWorkbook, xlsxStream } from './xlsx.ts'

const readPart = (bytes: Uint8Array, path: string): string => strFromU8(unzipSync(bytes)[path] ?? new Uint8Array())
const readRows = (bytes: Uint8Array): string[] =>
  readPart(bytes, 'xl/worksheets/sheet1.xml').match(/<row .*?<\/row>/gs) ?? []
const findStyle = (row = '') => /<c [^>]*s="(\d+)"/.exec(row)?.[1]

it('streams a bold heading above rows in which long texts wrap', async () => {
  const bytes = await buffer(xlsxStream([{ title: '名称' }], [[['甲'], ['乙']], [['丙']]]))
  const styles = readRows(bytes).map(findStyle)
  expect(styles).toEqual(['1', '2', '2', '2'])
  const formats =
    readPart(bytes, 'xl/styles.xml')
      .split('<cellXfs')[1]
      ?.match(/<xf [^>]*\/>|<xf .*?<\/xf>/gs) ?? []
  expect(formats[1]).toContain('fontId="1"')
  expect(formats[2]).toContain('fontId="0"')
  expect(formats[2]).toContain('wrapText')
})

it.each([
  ['短', 15],
  ['字'.repeat(19), 30],
  ['a'.repeat(19), 15],
  ['一\n二\n三', 45],
  ['字'.repeat(10_000), 409],
])('has a row as high as its text: %#', async (text, height) => {
  const bytes = await writeWorkbook([{ name: '表', columns: [{ title: '名称', width: 20 }], rows: [[text]] }])
  expect(readRows(bytes)[1]).toContain(`ht="${height}"`)
})
