import { X } from 'lucide-react'
import type { Facet } from '#contracts/products/facets.ts'
import { getFilterValueLabel } from '#contracts/rules/facts/filter-values.ts'
import { Link } from '../../../router.tsx'
import { toggleFacet } from './toggle-facet.ts'
import type { ListController } from './use-list-state.ts'

type ActiveFacetsProps = { facets: readonly Facet[]; list: ListController }

/** The facet values that filter the list, each with a link that removes it. */
export function ActiveFacets({ facets, list: { state, getUrl } }: ActiveFacetsProps) {
  const activeValues = facets.flatMap(({ attribute, label }) =>
    (state.facetChoices[attribute] ?? []).map((value) => ({
      key: `${attribute}=${value}`,
      text: `${label}：${getFilterValueLabel(value)}`,
      removalUrl: getUrl({ facetChoices: toggleFacet(state.facetChoices, attribute, value) }),
    })),
  )
  if (state.verified)
    activeValues.unshift({ key: 'verified', text: '只看已核实', removalUrl: getUrl({ verified: false }) })
  if (activeValues.length === 0) return null
  return (
    <ul className="mb-4 flex flex-wrap gap-2" aria-label="已选条件" data-print="none">
      {activeValues.map(({ key, text, removalUrl }) => (
        <li key={key}>
          <Link
            to={removalUrl}
            aria-label={`去掉条件：${text}`}
            className="inline-flex min-h-11 items-center gap-1.5 rounded-lg bg-indigo-tint px-3 text-sm text-indigo hover:underline lg:min-h-8"
          >
            {text}
            <X className="size-3.5" aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  )
}
