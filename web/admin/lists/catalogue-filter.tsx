import { CATALOGUE_LABELS } from '#contracts/products/table-messages.ts'
import { CATALOGUES } from '#contracts/vocabulary.ts'
import { SelectFilter } from './filter-bar.tsx'
import type { Filters } from './use-filters.ts'

const OPTIONS = CATALOGUES.map((value) => ({ value, label: CATALOGUE_LABELS[value] }))

/** Filters a list by catalogue. */
export const CatalogueFilter = ({ filters }: { filters: Filters }) => (
  <SelectFilter label="目录" options={OPTIONS} {...filters.getFieldProps('catalogue')} />
)
