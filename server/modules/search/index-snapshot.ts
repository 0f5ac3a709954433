/** Keeps a catalogue's index in the database, so that no start has to read the catalogue. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { CatalogueSnapshotsTable } from '#server/platform/database/tables/search.ts'
import { createTurns } from '#server/platform/turns.ts'
import type { CatalogueIndex, IndexState } from './catalogue-index.ts'
import { NAME_ORDER_VERSION } from './name-order.ts'
import { deleteSnapshot, insertSnapshotParts, listSnapshotParts } from './store.ts'

/** Changes with the form of what is kept. */
const VERSION = `1 ${NAME_ORDER_VERSION}`
const ROWS_PER_READ = 20
const ROWS_PER_WRITE = 20
/** Where the head stands among the parts. */
const HEAD = 0

/** Up to which changes of products and of facts an index has gone. */
export type Progress = { change: number; factChange: number }

const KindSchema = z.enum(['category', 'price', 'type', 'every', 'verified'])
const PartSchema = z.discriminatedUnion('name', [
  z.object({ name: z.literal('set'), kind: KindSchema, key: z.string(), value: z.string(), data: z.string() }),
  z.object({ name: z.enum(['live', 'active', 'sample', 'byName', 'ratings', 'updates']), data: z.string() }),
])
type Part = z.infer<typeof PartSchema>
const HeadSchema = z.object({
  version: z.literal(VERSION),
  /** All parts of one storing have the same: another node may store at the same time. */
  generation: z.string(),
  change: z.int(),
  factChange: z.int(),
  parts: z.int(),
})
const RowSchema = z.object({ generation: z.string(), part: PartSchema })

/** Stores an index as it is, in place of what was stored: piece by piece, so that no commit takes long, the head last. */
export async function storeSnapshot(
  { write }: Pick<Database, 'write'>,
  catalogue: Catalogue,
  index: CatalogueIndex,
  { change, factChange }: Progress,
): Promise<void> {
  const generation = randomUUID()
  const letOthersIn = createTurns()
  await write(({ tx }) => deleteSnapshot(tx, catalogue))
  let parts = 0
  let batch: CatalogueSnapshotsTable[] = []
  const flush = async () => {
    const rows = batch
    batch = []
    if (rows.length > 0) await write(({ tx }) => insertSnapshotParts(tx, rows))
  }
  for (const part of toParts(index.save())) {
    await letOthersIn()
    parts += 1
    batch.push({ catalogue, position: parts, content: JSON.stringify({ generation, part }) })
    if (batch.length === ROWS_PER_WRITE) await flush()
  }
  await flush()
  const head = JSON.stringify({ version: VERSION, generation, change, factChange, parts })
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
  const letOthersIn = createTurns()
  const parts: Part[] = []
  for (let from = 1; from <= head.parts; from += ROWS_PER_READ)
    for (const content of await listSnapshotParts(db, catalogue, { from, count: ROWS_PER_READ })) {
      await letOthersIn()
      const { generation, part } = RowSchema.parse(JSON.parse(content))
      if (generation === head.generation) parts.push(part)
    }
  if (parts.length !== head.parts) return undefined
  index.load(fromParts(parts))
  return { change: head.change, factChange: head.factChange }
}

function* toParts({ sets, ...arrays }: IndexState): Generator<Part> {
  for (const name of ['live', 'active', 'sample', 'byName', 'ratings', 'updates'] as const)
    yield { name, data: encode(arrays[name]) }
  for (const { bits, kind, key, value } of sets) yield { name: 'set', kind, key, value, data: encode(bits) }
}

function fromParts(parts: readonly Part[]): IndexState {
  const getBytes = (name: Part['name']) => decode(parts.find((part) => part.name === name)?.data ?? '')
  return {
    live: new Uint32Array(getBytes('live')),
    active: new Uint32Array(getBytes('active')),
    sample: new Uint32Array(getBytes('sample')),
    byName: new Int32Array(getBytes('byName')),
    ratings: new Float64Array(getBytes('ratings')),
    updates: new Float64Array(getBytes('updates')),
    sets: parts.flatMap((part) =>
      part.name === 'set'
        ? [{ kind: part.kind, key: part.key, value: part.value, bits: new Uint32Array(decode(part.data)) }]
        : [],
    ),
  }
}

const encode = ({ buffer, byteOffset, byteLength }: Uint32Array | Int32Array | Float64Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')

/** Returns bytes that begin at a place where every number may. */
const decode = (data: string): ArrayBuffer => new Uint8Array(Buffer.from(data, 'base64')).buffer
