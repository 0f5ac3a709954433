/** Compares the indexed search with a scan of all texts. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEXT } from '#contracts/limits.ts'
import { TEST_DATABASES } from '#testing/databases/test-databases.ts'
import type { Database } from './database.ts'
import { indexTexts, isAmong, listContaining, reindexText, TEXT_INDEXES } from './text-indexes.ts'

const AT = '2026-11-21T02:00:00.000Z'
const CHARACTERS = ['智', '能', '客', 'a', 'b', '%', '_', '\\', "'", '"', ' ', '*', '&', '😀', '\n']
const SEED = 38
/** The number of a row that a test adds to those of all. */
const LONG_ORDINAL = 1_000

const buildTexts = (characters: readonly string[], maxLength: number) =>
  fc.array(fc.constantFrom(...characters), { minLength: 1, maxLength }).map((parts) => parts.join(''))
const substrings = fc.array(buildTexts(CHARACTERS, 5), { minLength: 1, maxLength: 3 })
/** Texts with few or many bigrams; about half of them start with the same words, whose bigrams are frequent. */
const TEXTS = fc
  .sample(fc.tuple(fc.boolean(), buildTexts(CHARACTERS, 12)), { seed: SEED, numRuns: 150 })
  .map(([isUsual, text]) => (isUsual ? `智能客服${text}` : text))

describe.each(TEST_DATABASES)('text index ($name)', ({ open }) => {
  let database: Database
  const texts = new Map(TEXTS.map((text, index) => [index + 1, text]))

  async function insert(ordinal: number, text: string): Promise<void> {
    await sql`insert into leads (id, kind, company_name, contact_name, phone, email, requirements, product_name,
      status, notes, search_text_without_contacts, search_text, ordinal, created_at, updated_at)
      values (${`lead-${ordinal}`}, 'consultation', '', '', '', '', '', '', 'new', '', '', ${text}, ${ordinal}, ${AT},
      ${AT})`.execute(database.read)
    await indexTexts(database.read, TEXT_INDEXES.leads, [{ ordinal, text }])
  }

  beforeAll(async () => {
    database = await open()
    for (const [ordinal, text] of texts) await insert(ordinal, text)
  })
  afterAll(() => database.close())

  const ascending = (one: number, other: number) => one - other
  const find = async (searched: readonly string[]) =>
    (await listContaining(database.read, TEXT_INDEXES.leads, searched)).sort(ascending)
  const scan = (searched: readonly string[]) =>
    [...texts].filter(([, text]) => searched.some((substring) => text.includes(substring))).map(([ordinal]) => ordinal)
  const compare = () =>
    fc.assert(
      fc.asyncProperty(substrings, async (searched) => {
        expect(await find(searched)).toEqual(scan(searched))
      }),
      { numRuns: 150 },
    )

  it('finds the same rows as a full scan', compare)

  it('selects the rows with the listed numbers', async () => {
    const selectAmong = async (numbers: readonly number[]) => {
      const rows = await database.read
        .selectFrom('leads')
        .select('ordinal')
        .where(isAmong(database.read, 'leads.ordinal', numbers))
        .orderBy('ordinal')
        .execute()
      return rows.map(({ ordinal }) => ordinal)
    }
    expect(await selectAmong([90, 30, 5_000])).toEqual([30, 90])
    expect(await selectAmong([])).toEqual([])
  })

  it('finds changed texts by their new content only, and no deleted texts', async () => {
    texts.set(1, '换了一段文字')
    await database.read.updateTable('leads').set({ searchText: '换了一段文字' }).where('ordinal', '=', 1).execute()
    await reindexText(database.read, TEXT_INDEXES.leads, { ordinal: 1, text: '换了一段文字' })
    await database.read.deleteFrom('leads').where('ordinal', '<', 20).where('ordinal', '>', 1).execute()
    for (let ordinal = 2; ordinal < 20; ordinal += 1) texts.delete(ordinal)
    expect(await find(['一段文'])).toEqual([1])
    await compare()
  })

  it.each([
    { name: 'that repeats its words', getCode: (index: number) => 0x4e00 + (index % 7_000) },
    {
      name: 'of random characters',
      getCode: (index: number) => 0x4e00 + (Math.floor(Math.abs(Math.sin(index)) * 1e9) % 20_000),
    },
  ])('takes the longest text $name', async ({ getCode }) => {
    const text = Array.from({ length: TEXT.richText }, (_, index) => String.fromCharCode(getCode(index))).join('')
    await insert(LONG_ORDINAL, text)
    expect(await find([text.slice(60_000, 60_006)])).toEqual([LONG_ORDINAL])
    await database.read.deleteFrom('leads').where('ordinal', '=', LONG_ORDINAL).execute()
  })
})
