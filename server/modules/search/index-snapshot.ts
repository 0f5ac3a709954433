/** Stores snapshots of a catalogue's index in the database, so that a start doesn't have to read the catalogue. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { CatalogueSnapshotsTable } from '#server/platform/database/tables/search.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import { type Bitset, type CompressedBitset, compressBitset, isCompressed } from './bitset.ts'
import type { CatalogueIndex, IndexState } from './catalogue-index.ts'
import { NAME_ORDER_VERSION } from './name-order.ts'
import { deleteSnapshot, insertSnapshotParts, listSnapshotParts } from './store.ts'

/** The version of the format; a snapshot with another version is not loaded. */
const VERSION = `7 ${NAME_ORDER_VERSION}`
const ROWS_PER_READ = 5
const ROWS_PER_WRITE = 5
/**
 * Longer parts are split into several rows and shorter ones share a row, so that parsing a row takes a few
 * milliseconds.
 */
const BYTES_PER_ROW = 96 * 1024
/** The position of the header among the rows. */
const HEADER_POSITION = 0

/** The last changes of products and facts that an index contains; later ones have to be read. */
export type IndexCheckpoint = { change: number; factChange: number }

const KindSchema = z.enum(['category', 'price', 'type', 'fact', 'verifiedFact'])
const PartSchema = z.discriminatedUnion('name', [
  /** The bytes are those of `compressBitset` if `isCompressed`, otherwise the words of the bitset. */
  z.object({ name: z.literal('set'), kind: KindSchema, key: z.string(), value: z.string(), isCompressed: z.boolean() }),
  z.object({ name: z.enum(['live', 'active', 'sample', 'verified', 'byName', 'ratings', 'updates']) }),
])
type Part = z.infer<typeof PartSchema>
type StoredPart = { part: Part; data: Buffer[] }
const HeaderSchema = z.object({
  version: z.literal(VERSION),
  /** Distinguishes the rows of one snapshot from those that another node stores concurrently. */
  generation: z.string(),
  change: z.int(),
  factChange: z.int(),
  rows: z.int(),
})
/** A chunk without `part` continues the previous chunk. */
const ChunkSchema = z.object({ part: PartSchema.optional(), data: z.string() })
type Chunk = z.infer<typeof ChunkSchema>
const RowSchema = z.object({ generation: z.string(), chunks: z.array(ChunkSchema) })

/** Replaces the snapshot of a catalogue in short transactions of a few rows each; the header is stored last. */
export async function saveSnapshot(
  { write }: Pick<Database, 'write'>,
  catalogue: Catalogue,
  index: CatalogueIndex,
  { change, factChange }: IndexCheckpoint,
): Promise<void> {
  const generation = randomUUID()
  await write(({ db }) => deleteSnapshot(db, catalogue))
  let rows = 0
  let batch: CatalogueSnapshotsTable[] = []
  const flush = async () => {
    const inserted = batch
    batch = []
    if (inserted.length > 0) await write(({ db }) => insertSnapshotParts(db, inserted))
  }
  for (const chunks of toRows(index.getState())) {
    await yieldToEventLoop()
    rows += 1
    batch.push({ catalogue, position: rows, content: JSON.stringify({ generation, chunks }) })
    if (batch.length === ROWS_PER_WRITE) await flush()
  }
  await flush()
  const header = JSON.stringify({ version: VERSION, generation, change, factChange, rows })
  await write(({ db }) => insertSnapshotParts(db, [{ catalogue, position: HEADER_POSITION, content: header }]))
}

/** Sets an index to its snapshot. Returns the checkpoint; `undefined` if there is no complete snapshot. */
export async function restoreSnapshot(
  db: Queryable,
  catalogue: Catalogue,
  index: CatalogueIndex,
): Promise<IndexCheckpoint | undefined> {
  const [first] = await listSnapshotParts(db, catalogue, { from: HEADER_POSITION, count: 1 })
  const header = HeaderSchema.safeParse(first === undefined ? undefined : JSON.parse(first)).data
  if (!header) return undefined
  const parts = await findParts(db, catalogue, header)
  if (!parts) return undefined
  await yieldToEventLoop()
  index.setState(toIndexState(parts))
  await yieldToEventLoop()
  return { change: header.change, factChange: header.factChange }
}

/** Returns the parts of a snapshot; `undefined` if some of its rows are missing. */
async function findParts(
  db: Queryable,
  catalogue: Catalogue,
  header: z.infer<typeof HeaderSchema>,
): Promise<StoredPart[] | undefined> {
  const parts: StoredPart[] = []
  let rows = 0
  for (let from = 1; from <= header.rows; from += ROWS_PER_READ)
    for (const content of await listSnapshotParts(db, catalogue, { from, count: ROWS_PER_READ })) {
      await yieldToEventLoop()
      const { generation, chunks } = RowSchema.parse(JSON.parse(content))
      if (generation !== header.generation) continue
      rows += 1
      for (const { part, data } of chunks) {
        if (part) parts.push({ part, data: [] })
        parts.at(-1)?.data.push(Buffer.from(data, 'base64'))
      }
    }
  return rows === header.rows ? parts : undefined
}

/** Groups chunks into rows. */
function* toRows(state: IndexState): Generator<Chunk[]> {
  let row: Chunk[] = []
  let bytes = 0
  for (const { part, data } of listChunks(state)) {
    if (bytes + data.byteLength > BYTES_PER_ROW && row.length > 0) {
      yield row
      row = []
      bytes = 0
    }
    row.push({ part, data: data.toString('base64') })
    bytes += data.byteLength
  }
  if (row.length > 0) yield row
}

function* listChunks({ sets, ...arrays }: IndexState): Generator<{ part: Part | undefined; data: Buffer }> {
  for (const name of ['live', 'active', 'sample', 'verified', 'byName', 'ratings', 'updates'] as const)
    yield* splitPart({ name }, arrays[name])
  for (const { bits, kind, key, value } of sets) {
    const compressed = isCompressed(bits) ? bits : compressBitset(bits)
    const stored = isCompressed(bits) || compressed.byteLength < bits.byteLength ? compressed : bits
    yield* splitPart({ name: 'set', kind, key, value, isCompressed: isCompressed(stored) }, stored)
  }
}

function* splitPart(
  part: Part,
  { buffer, byteOffset, byteLength }: Uint8Array | Uint32Array | Int32Array | Float64Array,
): Generator<{ part: Part | undefined; data: Buffer }> {
  for (let from = 0; from === 0 || from < byteLength; from += BYTES_PER_ROW)
    yield {
      part: from === 0 ? part : undefined,
      data: Buffer.from(buffer, byteOffset + from, Math.min(BYTES_PER_ROW, byteLength - from)),
    }
}

function toIndexState(parts: readonly StoredPart[]): IndexState {
  const getBytes = (name: Part['name']) => joinBytes(parts.find(({ part }) => part.name === name)?.data ?? [])
  return {
    live: new Uint32Array(getBytes('live')),
    active: new Uint32Array(getBytes('active')),
    sample: new Uint32Array(getBytes('sample')),
    verified: new Uint32Array(getBytes('verified')),
    byName: new Int32Array(getBytes('byName')),
    ratings: new Float64Array(getBytes('ratings')),
    updates: new Float64Array(getBytes('updates')),
    sets: parts.flatMap(({ part, data }) =>
      part.name === 'set'
        ? [{ kind: part.kind, key: part.key, value: part.value, bits: readBitset(joinBytes(data), part.isCompressed) }]
        : [],
    ),
  }
}

const readBitset = (bytes: ArrayBuffer, isCompressed: boolean): Bitset | CompressedBitset =>
  isCompressed ? new Uint8Array(bytes) : new Uint32Array(bytes)

/** Concatenates chunks into a new buffer, which is aligned for every number type. */
function joinBytes(data: readonly Buffer[]): ArrayBuffer {
  const bytes = new Uint8Array(data.reduce((length, { byteLength }) => length + byteLength, 0))
  let end = 0
  for (const chunk of data) {
    bytes.set(chunk, end)
    end += chunk.byteLength
  }
  return bytes.buffer
}
