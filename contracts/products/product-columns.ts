/** Maps the headings of an imported table to product fields. */
import { toNfkc } from '../rules/normalize-text.ts'
import { getEditing, isProductField, PRODUCT_FIELD_LIST, PRODUCT_FIELDS, type ProductField } from './fields.ts'

/** The columns of a file of rejected rows that aren't the user's own. */
export const ROW_NUMBER_HEADING = '行号'
export const REJECTION_HEADING = '原因'

/** Read-only columns of an export, or of a file of rejected rows: they are recognized and ignored. */
const READ_ONLY_HEADINGS = new Set([
  'lastupdated',
  'views',
  '更新时间',
  '浏览量',
  ROW_NUMBER_HEADING,
  REJECTION_HEADING,
])

const normalizeHeading = (heading: string) =>
  toNfkc(heading)
    .toLowerCase()
    .replaceAll(/[\s_*-]/g, '')

/** Returns all headings of a field: its key, its label and its aliases. */
export const getHeadings = (field: ProductField): readonly string[] => [
  field,
  PRODUCT_FIELDS[field].label,
  ...(getEditing(field).aliases ?? []),
]

const FIELDS_BY_HEADING = new Map(
  PRODUCT_FIELD_LIST.flatMap((field) =>
    getHeadings(field).map((heading) => [normalizeHeading(heading), field] as const),
  ),
)

/** Returns the field of a heading; `'readOnly'` for a read-only column, `undefined` if the heading is unknown. */
export function findColumn(heading: string): ProductField | 'readOnly' | undefined {
  const name = normalizeHeading(heading)
  return READ_ONLY_HEADINGS.has(name) ? 'readOnly' : FIELDS_BY_HEADING.get(name)
}

/** The fields that a column with an unknown heading can be mapped to; reviews can only be imported as JSON. */
export const MAPPABLE_FIELDS = PRODUCT_FIELD_LIST.filter((field) => field !== 'id' && field !== 'reviews')
export type MappableField = (typeof MAPPABLE_FIELDS)[number]

/** The minimum similarity of two headings for a proposal, from 0 to 1. */
const MIN_SIMILARITY = 0.4

/** Something that a column can be mapped to, with its possible headings. */
type Candidate<Target> = { target: Target; headings: readonly string[] }

/** The fields that a column can be mapped to. */
export const FIELD_CANDIDATES: readonly Candidate<MappableField>[] = MAPPABLE_FIELDS.map((field) => ({
  target: field,
  headings: getHeadings(field),
}))

/** Returns the candidate that an unknown heading most likely means, the first of several; `undefined` if none is similar. */
export function suggestColumn<Target>(heading: string, candidates: readonly Candidate<Target>[]): Target | undefined {
  const parts = splitHeading(heading)
  let best: { target: Target | undefined; score: number } = { target: undefined, score: 0 }
  for (const { target, headings } of candidates) {
    const score = Math.max(...headings.map((known) => computeSimilarity(parts, splitHeading(known))))
    if (score >= MIN_SIMILARITY && score > best.score) best = { target, score }
  }
  return best.target
}

/** Returns the characters of a Chinese heading, or the words of another. */
const splitHeading = (heading: string): ReadonlySet<string> =>
  new Set(
    toNfkc(heading)
      .toLowerCase()
      .match(/\p{Script=Han}|[^\p{Script=Han}\s_*-]+/gu),
  )

/**
 * Returns the similarity of two headings (Sørensen–Dice), at least the minimum if one contains all parts of the other.
 */
function computeSimilarity(heading: ReadonlySet<string>, known: ReadonlySet<string>): number {
  const shared = heading.intersection(known).size
  if (shared === 0) return 0
  const similarity = (2 * shared) / (heading.size + known.size)
  return shared === Math.min(heading.size, known.size) ? Math.max(similarity, MIN_SIMILARITY) : similarity
}

/** Returns the label of a field path such as `officialLink` or `technicalSpecs.0.title`. */
export function getFieldLabel(path: string): string {
  const [key = ''] = path.split('.', 1)
  return isProductField(key) ? PRODUCT_FIELDS[key].label : path
}
