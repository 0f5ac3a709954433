import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { TABLE } from '#contracts/limits.ts'
import { openTable } from './open-table.ts'
import { createXmlCheck } from './workbook/xml-check.ts'
import { writeTable } from './write-table.ts'

const folder = await mkdtemp(join(tmpdir(), 'zhijian-open-table-'))
afterAll(() => rm(folder, { recursive: true }))

let files = 0
async function read(bytes: Buffer | string) {
  files += 1
  const path = join(folder, String(files))
  await writeFile(path, bytes)
  const table = await openTable(path, TABLE)
  const rows: (unknown[] | string)[] = []
  for await (const { values, problem } of table.rows())
    rows.push(problem ?? table.columns.map((column) => values.get(column)))
  expect(table.rowCount).toBe(rows.length)
  return { columns: table.columns, rows }
}

/** Longer than a chunk. */
const LONG = '字'.repeat(150_000)

describe('a table that is read in chunks', () => {
  const texts = fc.string({ unit: fc.constantFrom('甲', '"', ',', '\n', '\r\n', '🚀', 'a', ' ', '，', '\\', '[', '}') })
  const cells = fc.array(fc.tuple(texts, texts), { minLength: 1, maxLength: 6 })

  it.each(['csv', 'json'] as const)(
    'equals the written table for all chunk boundaries (%s)',
    async (format) => {
      await fc.assert(
        fc.asyncProperty(cells, async (pairs) => {
          // The long cell moves the end of a chunk into the other cells.
          const rows = pairs.map(([name, note], index) => [`${index}${name}`, index % 2 === 0 ? note + LONG : note])
          const columns = ['名称', '描述'].map((title, index) => ({
            key: title,
            title,
            cell: (row: string[]) => row[index] ?? null,
          }))
          const { rows: readRows } = await read((await writeTable(format, columns, rows)).bytes)
          expect(readRows.map((row) => [row[0], row[1] ?? ''])).toEqual(rows)
        }),
        { numRuns: 25, seed: 1 },
      )
    },
    60_000,
  )

  it.each<[string, string, unknown]>([
    ['a list', '[{"a":1},{"a":"]}"}]', [[1], [']}']]],
    ['a list with spaces', ' [ {"a":1} , {"a":2} ] ', [[1], [2]]],
    ['the first list of a document', '{"x":[1],"products":[{"a":1}],"data":[{"a":2}]}', [[1]]],
    ['a list two levels deep', '{"data":{"total":1,"products":[{"a":"\\"products\\":["}]}}', [['"products":[']]],
    ['not a list inside another key', '{"other":{"products":[{"a":2}]},"products":[{"a":1}]}', [[1]]],
  ])('is found in JSON that contains %s', async (_, json, rows) => {
    expect((await read(json)).rows).toEqual(rows)
  })

  it.each([
    ['ends within an item', '[{"a":1},{"a"'],
    ['ends after a comma', '[{"a":1},'],
    ['has a trailing comma', '[{"a":1},]'],
    ['has two consecutive commas', '[{"a":1},,{"a":2}]'],
    ['continues after its end', '[{"a":1}] and more'],
    ['is malformed before its list', '{"total" 1, "products":[{"a":1}]}'],
    ['has an unmatched closing bracket', '[{"a":1}]]'],
  ])('is rejected if its JSON %s', async (_, json) => {
    await expect(read(json)).rejects.toMatchObject({ code: 'invalid', message: '导入文件格式错误' })
  })

  it('is rejected before any row is returned if a quote in a late row is not closed', async () => {
    const rows = Array.from({ length: 4_000 }, (_, index) => `产品${index},${'文'.repeat(100)}`)
    await expect(read(`名称,描述\n${rows.join('\n')}\n产品,"未完`)).rejects.toMatchObject({
      code: 'invalid',
      message: '第4002行的引号不成对',
    })
  })

  it('is rejected if a row is too long', async () => {
    await expect(read(`名称\n"${'字'.repeat(11 * TABLE.cell)}`)).rejects.toMatchObject({ code: 'payloadTooLarge' })
  })
})

describe('createXmlCheck', () => {
  it.each<[string, boolean]>([
    ['<?xml version="1.0"?><a><b c="1>2"/>3 > 2<!-- <x> --><![CDATA[<]]></a>', true],
    ['<a><b></a>', false],
    ['<a><b</a>', false],
    ['<a><b>', false],
    ['<a></a', false],
  ])('checks whether %s is complete: %s', (xml, isComplete) => {
    for (const size of [1, 7, 1_000]) {
      const check = createXmlCheck()
      for (let at = 0; at < xml.length; at += size) check.add(Buffer.from(xml.slice(at, at + size)))
      expect(check.isComplete()).toBe(isComplete)
    }
  })
})
