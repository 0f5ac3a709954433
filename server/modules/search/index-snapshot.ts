/** Keeps a catalogue's index in the database, so that no start has to read the catalogue. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { CatalogueSnapshotsTable } from '#server/platform/database/tables/search.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import { type Bits, isPacked, type PackedBits, packBits } from './bits.ts'
import type { CatalogueIndex, IndexState } from './catalogue-index.ts'
import { NAME_ORDER_VERSION } from './name-order.ts'
import { deleteSnapshot, insertSnapshotParts, listSnapshotParts } from './store.ts'

/** Changes with the form of what is kept. */
const VERSION = `4 ${NAME_ORDER_VERSION}`
const ROWS_PER_READ = 5
const ROWS_PER_WRITE = 5
/** What is longer is in several rows, what is shorter shares one: each is read and parsed in a few milliseconds. */
const BYTES_PER_ROW = 96 * 1024
/** Where the head stands among the parts. */
const HEAD = 0

/** Up to which changes of products and of facts an index has gone. */
export type Progress = { change: number; factChange: number }

const KindSchema = z.enum(['category', 'price', 'type', 'every', 'verified'])
const PartSchema = z.discriminatedUnion('name', [
  /** `isPacked` is a set as `packBits` writes it, in fewer bytes. */
  z.object({ name: z.literal('set'), kind: KindSchema, key: z.string(), value: z.string(), isPacked: z.boolean() }),
  z.object({ name: z.enum(['live', 'active', 'sample', 'verified', 'byName', 'ratings', 'updates']) }),
])
type Part = z.infer<typeof PartSchema>
type LoadedPart = { part: Part; data: Buffer[] }
const HeadSchema = z.object({
  version: z.literal(VERSION),
  /** All parts of one storing have the same: another node may store at the same time. */
  generation: z.string(),
  change: z.int(),
  factChange: z.int(),
  rows: z.int(),
})
/** A piece without a part goes on with that of the piece before it. */
const PieceSchema = z.object({ part: PartSchema.optional(), data: z.string() })
type Piece = z.infer<typeof PieceSchema>
const RowSchema = z.object({ generation: z.string(), pieces: z.array(PieceSchema) })

/** Stores an index as it is, in place of what was stored: piece by piece, so that no commit takes long, the head last. */
export async function storeSnapshot(
  { write }: Pick<Database, 'write'>,
  catalogue: Catalogue,
  index: CatalogueIndex,
  { change, factChange }: Progress,
): Promise<void> {
  const generation = randomUUID()
  await write(({ tx }) => deleteSnapshot(tx, catalogue))
  let rows = 0
  let batch: CatalogueSnapshotsTable[] = []
  const flush = async () => {
    const inserted = batch
    batch = []
    if (inserted.length > 0) await write(({ tx }) => insertSnapshotParts(tx, inserted))
  }
  for (const pieces of toRows(index.save())) {
    await yieldToEventLoop()
    rows += 1
    batch.push({ catalogue, position: rows, content: JSON.stringify({ generation, pieces }) })
    if (batch.length === ROWS_PER_WRITE) await flush()
  }
  await flush()
  const head = JSON.stringify({ version: VERSION, generation, change, factChange, rows })
  await write(({ tx }) => insertSnapshotParts(tx, [{ catalogue, position: HEAD, content: head }]))
}

/** Has an index be as it was stored. Returns how far it had gone; `undefined` if none is stored that is whole. */
export async function loadSnapshot(
  db: Queryable,
  catalogue: Catalogue,
  index: CatalogueIndex,
): Promise<Progress | undefined> {
  const [first] = await listSnapshotParts(db, catalogue, { from: HEAD, count: 1 })
  const head = HeadSchema.safeParse(first === undefined ? undefined : JSON.parse(first)).data
  if (!head) return undefined
  const parts: LoadedPart[] = []
  let rows = 0
  for (let from = 1; from <= head.rows; from += ROWS_PER_READ)
    for (const content of await listSnapshotParts(db, catalogue, { from, count: ROWS_PER_READ })) {
      await yieldToEventLoop()
      const { generation, pieces } = RowSchema.parse(JSON.parse(content))
      if (generation !== head.generation) continue
      rows += 1
      for (const { part, data } of pieces) {
        if (part) parts.push({ part, data: [] })
        parts.at(-1)?.data.push(Buffer.from(data, 'base64'))
      }
    }
  if (rows !== head.rows) return undefined
  await yieldToEventLoop()
  index.load(fromParts(parts))
  await yieldToEventLoop()
  return { change: head.change, factChange: head.factChange }
}

/** Puts pieces together until they fill a row. */
function* toRows(state: IndexState): Generator<Piece[]> {
  let row: Piece[] = []
  let bytes = 0
  for (const { part, data } of listPieces(state)) {
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

function* listPieces({ sets, ...arrays }: IndexState): Generator<{ part: Part | undefined; data: Buffer }> {
  for (const name of ['live', 'active', 'sample', 'verified', 'byName', 'ratings', 'updates'] as const)
    yield* cut({ name }, arrays[name])
  for (const { bits, kind, key, value } of sets) {
    const packed = isPacked(bits) ? bits : packBits(bits)
    const stored = isPacked(bits) || packed.byteLength < bits.byteLength ? packed : bits
    yield* cut({ name: 'set', kind, key, value, isPacked: isPacked(stored) }, stored)
  }
}

function* cut(
  part: Part,
  { buffer, byteOffset, byteLength }: Uint8Array | Uint32Array | Int32Array | Float64Array,
): Generator<{ part: Part | undefined; data: Buffer }> {
  for (let from = 0; from === 0 || from < byteLength; from += BYTES_PER_ROW)
    yield {
      part: from === 0 ? part : undefined,
      data: Buffer.from(buffer, byteOffset + from, Math.min(BYTES_PER_ROW, byteLength - from)),
    }
}

function fromParts(parts: readonly LoadedPart[]): IndexState {
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
        ? [{ kind: part.kind, key: part.key, value: part.value, bits: toSet(joinBytes(data), part.isPacked) }]
        : [],
    ),
  }
}

const toSet = (bytes: ArrayBuffer, isPackedSet: boolean): Bits | PackedBits =>
  isPackedSet ? new Uint8Array(bytes) : new Uint32Array(bytes)

/** Returns bytes that begin at a place where every number may. */
function joinBytes(data: readonly Buffer[]): ArrayBuffer {
  const bytes = new Uint8Array(data.reduce((length, { byteLength }) => length + byteLength, 0))
  let end = 0
  for (const part of data) {
    bytes.set(part, end)
    end += part.byteLength
  }
  return bytes.buffer
}
