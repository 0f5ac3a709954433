/** What the heading of a column means, where products come back from a table. */
import { getEditing, isProductField, PRODUCT_FIELD_LIST, PRODUCT_FIELDS, type ProductField } from './fields.ts'

/** What of an export only the server says: such a column is known and does nothing. */
const SERVER_FIELDS = new Set(['lastupdated', 'views', '更新时间', '浏览量'])

const normalizeHeading = (heading: string) =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_*-]/g, '')

/** All that a heading may call a field: its key, its label, and its aliases. */
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

/** The field that a heading means; `'ours'` where the server alone says it, `undefined` where we know none. */
export function findColumn(heading: string): ProductField | 'ours' | undefined {
  const name = normalizeHeading(heading)
  return SERVER_FIELDS.has(name) ? 'ours' : BY_HEADING.get(name)
}

/** What a field is called in front of a person: `officialLink`, `technicalSpecs.0.title`. */
export function fieldLabel(path: string): string {
  const [key = ''] = path.split('.', 1)
  return isProductField(key) ? PRODUCT_FIELDS[key].label : path
}
