import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from '#contracts/limits.ts'
import { CATALOGUES } from '#contracts/vocabulary.ts'
import { useDebounced } from '../../components/use-debounced.ts'
import { FilterField } from '../../lists/filter-bar.tsx'
import type { Filters } from '../../lists/use-filters.ts'
import { loadFacts } from '../product-facts/fact-calls.ts'
import { searchProducts } from './review-calls.ts'

/** Filters by one product, searched by name as in the catalogues; also sets its catalogue. */
export function ProductFilter({ filters }: { filters: Filters }) {
  const value = filters.value('product')
  const catalogue = CATALOGUES.find((item) => item === filters.value('catalogue'))
  const [input, setInput] = useState('')
  const search = useDebounced(input, SEARCH_DEBOUNCE_MS)
  const options = useQuery({
    queryKey: ['fact-products', catalogue, search],
    queryFn: () => searchProducts(search, catalogue),
    placeholderData: keepPreviousData,
  })
  const name = useQuery({
    queryKey: ['fact-product', value],
    queryFn: () => loadFacts({ catalogue: catalogue ?? 'agent', id: value }),
    enabled: value !== '' && catalogue !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const selectedOptions = value === '' ? [] : [{ value, label: name.data?.value.productName ?? '所选产品' }]
  return (
    <FilterField label="产品">
      {(id) => (
        <Select
          id={id}
          allowClear
          placeholder="全部"
          showSearch={{ filterOption: false, onSearch: setInput }}
          loading={options.isFetching}
          notFoundContent="没有这个名称的产品"
          value={value || undefined}
          options={[...selectedOptions, ...(options.data ?? []).filter((option) => option.value !== value)]}
          onChange={(product: string | undefined) => {
            const option = options.data?.find((item) => item.value === product)
            filters.set({ product: product ?? '', ...(option ? { catalogue: option.catalogue } : {}) })
          }}
        />
      )}
    </FilterField>
  )
}
