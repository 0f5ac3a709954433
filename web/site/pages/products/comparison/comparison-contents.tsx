import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import type { ComparisonRow, FactGroup } from './comparison-rows.ts'

/** The layout that the links refer to. The page contains both layouts, of which one is visible. */
type Layout = 'table' | 'cards'
export const SPECIFICATIONS_TITLE = PRODUCT_FIELDS.technicalSpecs.label

/** Returns the id of a group's heading. */
export const getGroupId = (layout: Layout, title: string): string => `${layout}-${title}`

type ComparisonContentsProps = {
  factGroups: readonly FactGroup[]
  specificationRows: readonly ComparisonRow[]
  layout: Layout
  className?: string
}

/** Links to the groups of a long comparison. */
export function ComparisonContents({ factGroups, specificationRows, layout, className = '' }: ComparisonContentsProps) {
  const titles = factGroups.map(({ group }) => group)
  if (specificationRows.length > 0) titles.push(SPECIFICATIONS_TITLE)
  if (titles.length < 2) return null
  return (
    <nav aria-label="对比栏目" className={className} data-print="none">
      <ul className="flex gap-x-5 overflow-x-auto whitespace-nowrap">
        {titles.map((title) => (
          <li key={title} className="shrink-0">
            <a
              href={`#${getGroupId(layout, title)}`}
              className="inline-flex min-h-11 items-center text-indigo hover:underline"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
