/** Maps the headings of an imported table to product fields. */
import { getEditing, isProductField, PRODUCT_FIELD_LIST, PRODUCT_FIELDS, type ProductField } from './fields.ts'

/** Read-only columns of an export: they are recognized and ignored. */
const SERVER_FIELDS = new Set(['lastupdated', 'views', '更新时间', '浏览量'])

const normalizeHeading = (heading: string) =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_*-]/g, '')

/** Returns all that a heading may call a field: its key, its label, and its aliases. */
export const getHeadings = (field: ProductField): readonly string[] => [
  field,
  PRODUCT_FIELDS[field].label,
  ...(getEditing(field).aliases ?? []),
]

const BY_HEADING = new Map(
  PRODUCT_FIELD_LIST.flatMap((field) =>
    getHeadings(field).map((heading) => [normalizeHeading(heading), field] as const),
  ),
)

/** Returns the field of a heading; `'ours'` for a read-only one, `undefined` if it is unknown. */
export function findColumn(heading: string): ProductField | 'ours' | undefined {
  const name = normalizeHeading(heading)
  return SERVER_FIELDS.has(name) ? 'ours' : BY_HEADING.get(name)
}

/** The fields that a column with an unknown heading can be mapped to; reviews come as JSON alone. */
export const MAPPABLE_FIELDS = PRODUCT_FIELD_LIST.filter((field) => field !== 'id' && field !== 'reviews')
export type MappableField = (typeof MAPPABLE_FIELDS)[number]

/** How alike a heading and a field's must be for a proposal, from 0 to 1. */
const ALIKE = 0.4

/** Returns the field that an unknown heading most likely means; `undefined` if none is alike. */
export function proposeField(heading: string): MappableField | undefined {
  const parts = splitHeading(heading)
  const scores = MAPPABLE_FIELDS.map((field) => ({
    field,
    score: Math.max(...getHeadings(field).map((known) => computeLikeness(parts, splitHeading(known)))),
  }))
  const best = scores.reduce((first, second) => (second.score > first.score ? second : first))
  return best.score >= ALIKE ? best.field : undefined
}

/** Returns the characters of a Chinese heading, the words of another. */
const splitHeading = (heading: string): ReadonlySet<string> =>
  new Set(
    heading
      .normalize('NFKC')
      .toLowerCase()
      .match(/\p{Script=Han}|[^\p{Script=Han}\s_*-]+/gu),
  )

/** Returns the share of parts that two headings have in common; more if one holds all of the other. */
function computeLikeness(heading: ReadonlySet<string>, known: ReadonlySet<string>): number {
  const shared = heading.intersection(known).size
  if (shared === 0) return 0
  const likeness = (2 * shared) / (heading.size + known.size)
  return shared === Math.min(heading.size, known.size) ? Math.max(likeness, ALIKE) : likeness
}

/** Returns the label of a field path such as `officialLink` or `technicalSpecs.0.title`. */
export function fieldLabel(path: string): string {
  const [key = ''] = path.split('.', 1)
  return isProductField(key) ? PRODUCT_FIELDS[key].label : path
}
