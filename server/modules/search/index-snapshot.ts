/** Keeps a catalogue's index in the database, so that no start has to read the catalogue. */
import { z } from 'zod'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { createTurns } from '#server/platform/turns.ts'
import type { CatalogueIndex, IndexState } from './catalogue-index.ts'
import { NAME_ORDER_VERSION } from './name-order.ts'
import { deleteSnapshot, insertSnapshotPart, listSnapshotParts } from './store.ts'

/** Changes with the form of what is kept. */
const VERSION = `1 ${NAME_ORDER_VERSION}`
const ROWS_PER_READ = 20

/** Up to which changes of products and of facts an index has gone. */
export type Progress = { change: number; factChange: number }

const HeadSchema = z.object({
  version: z.literal(VERSION),
  change: z.int(),
  factChange: z.int(),
  parts: z.int(),
})
const KindSchema = z.enum(['category', 'price', 'type', 'every', 'verified'])
const PartSchema = z.discriminatedUnion('name', [
  z.object({ name: z.literal('set'), kind: KindSchema, key: z.string(), value: z.string(), data: z.string() }),
  z.object({ name: z.enum(['live', 'active', 'sample', 'byName', 'ratings', 'updates']), data: z.string() }),
])
type Part = z.infer<typeof PartSchema>

/** Stores an index as it is, in place of what was stored. */
export async function storeSnapshot(
  database: Pick<Database, 'write'>,
  catalogue: Catalogue,
  index: CatalogueIndex,
  { change, factChange }: Progress,
): Promise<void> {
  const letOthersIn = createTurns()
  const parts: string[] = []
  for (const part of toParts(index.save())) {
    await letOthersIn()
    parts.push(JSON.stringify(part))
  }
  const head = JSON.stringify({ version: VERSION, change, factChange, parts: parts.length })
  await database.write(async ({ tx }) => {
    await deleteSnapshot(tx, catalogue)
    for (const [position, content] of [head, ...parts].entries()) {
      await letOthersIn()
      await insertSnapshotPart(tx, { catalogue, position, content })
    }
  })
}

/** Has an index be as it was stored. Returns how far it had gone; `undefined` if none is stored that is whole. */
export async function loadSnapshot(
  db: Queryable,
  catalogue: Catalogue,
  index: CatalogueIndex,
): Promise<Progress | undefined> {
  const [first] = await listSnapshotParts(db, catalogue, { from: 0, count: 1 })
  const head = HeadSchema.safeParse(first === undefined ? undefined : JSON.parse(first)).data
  if (!head) return undefined
  const letOthersIn = createTurns()
  const parts: Part[] = []
  for (let from = 1; from <= head.parts; from += ROWS_PER_READ)
    for (const content of await listSnapshotParts(db, catalogue, { from, count: ROWS_PER_READ })) {
      await letOthersIn()
      parts.push(PartSchema.parse(JSON.parse(content)))
    }
  if (parts.length !== head.parts) return undefined
  index.load(fromParts(parts))
  return head
}

const toParts = ({ sets, ...arrays }: IndexState): Part[] => [
  ...(['live', 'active', 'sample', 'byName', 'ratings', 'updates'] as const).map((name) => ({
    name,
    data: encode(arrays[name]),
  })),
  ...sets.map(({ bits, ...set }) => ({ name: 'set' as const, ...set, data: encode(bits) })),
]

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
