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

/** Returns the label of a field path such as `officialLink` or `technicalSpecs.0.title`. */
export function fieldLabel(path: string): string {
  const [key = ''] = path.split('.', 1)
  return isProductField(key) ? PRODUCT_FIELDS[key].label : path
}
