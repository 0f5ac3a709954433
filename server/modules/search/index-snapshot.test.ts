import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database/database.ts'
import { TEST_DATABASES } from '#testing/databases/test-databases.ts'
import { decompressBitset, isCompressed } from './bitset.ts'
import { CatalogueIndex, type IndexedProduct, type IndexState } from './catalogue-index.ts'
import { restoreSnapshot, saveSnapshot } from './index-snapshot.ts'

/** Large enough that their ratings are stored in several rows. */
const NUMBERS = [3, 30_001, 60_000]
const CHECKPOINT = { change: 7, factChange: 5 }

const toProduct = (number: number): IndexedProduct => ({
  number,
  name: '',
  isLive: true,
  isActive: true,
  category: '客服',
  price: '',
  deploymentTypes: [],
  rating: number / 20_000,
  isSample: false,
  updatedAt: '2026-11-21T02:00:00.000Z',
  values: [{ attribute: 'rag', value: 'yes', isVerified: number > 30_000 }],
})

/** Sets are compressed when they are loaded, and not when they are built. */
const decompressSets = (state: IndexState): IndexState => ({
  ...state,
  sets: state.sets.map((set) => ({ ...set, bits: isCompressed(set.bits) ? decompressBitset(set.bits) : set.bits })),
})

describe.each(TEST_DATABASES)('index snapshot ($name)', ({ open }) => {
  let database: Database
  const index = new CatalogueIndex()
  const listRows = () =>
    database.read.selectFrom('catalogueSnapshots').select(['position', 'content']).orderBy('position').execute()
  beforeAll(async () => {
    database = await open()
    index.update(NUMBERS.map(toProduct), Int32Array.from(NUMBERS))
  })
  beforeEach(() => saveSnapshot(database, 'agent', index, CHECKPOINT))
  afterAll(() => database.close())

  it('is loaded unchanged', async () => {
    const loaded = new CatalogueIndex()
    expect(await restoreSnapshot(database.read, 'agent', loaded)).toEqual(CHECKPOINT)
    expect(decompressSets(loaded.getState())).toEqual(index.getState())
  })

  it('is stored in several rows of limited size', async () => {
    const sizes = (await listRows()).map(({ content }) => content.length)
    // More than two of the batches of five in which they are written and read.
    expect(sizes.length).toBeGreaterThan(10)
    // 96 KiB in Base64, and the JSON around it.
    expect(Math.max(...sizes)).toBeLessThan(140_000)
  })

  it('is not loaded if a row between the first and the last is missing', async () => {
    const { position } = (await listRows())[1] ?? {}
    await database.write(({ db }) =>
      db
        .deleteFrom('catalogueSnapshots')
        .where('position', '=', position ?? 0)
        .execute(),
    )
    expect(await restoreSnapshot(database.read, 'agent', new CatalogueIndex())).toBeUndefined()
  })
})
