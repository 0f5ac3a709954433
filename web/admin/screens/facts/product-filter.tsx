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

/** Filters by one product, which is searched by name, and by its catalogue. */
export function ProductFilter({ filters }: { filters: Filters }) {
  const productId = filters.get('product')
  const catalogue = CATALOGUES.find((item) => item === filters.get('catalogue'))
  const [input, setInput] = useState('')
  const search = useDebounced(input, SEARCH_DEBOUNCE_MS)
  const productsQuery = useQuery({
    queryKey: ['fact-products', catalogue, search],
    queryFn: () => searchProducts(search, catalogue),
    placeholderData: keepPreviousData,
  })
  const selectedProductQuery = useQuery({
    queryKey: ['fact-product', productId],
    queryFn: () => loadFacts({ catalogue: catalogue ?? 'agent', id: productId }),
    enabled: productId !== '' && catalogue !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const selectedOptions =
    productId === '' ? [] : [{ value: productId, label: selectedProductQuery.data?.value.productName ?? '所选产品' }]
  return (
    <FilterField label="产品">
      {(id) => (
        <Select
          id={id}
          allowClear
          placeholder="全部"
          showSearch={{ filterOption: false, onSearch: setInput }}
          loading={productsQuery.isFetching}
          notFoundContent="没有这个名称的产品"
          value={productId || undefined}
          options={[...selectedOptions, ...(productsQuery.data ?? []).filter((option) => option.value !== productId)]}
          onChange={(product: string | undefined) => {
            const option = productsQuery.data?.find((item) => item.value === product)
            filters.set({ product: product ?? '', ...(option ? { catalogue: option.catalogue } : {}) })
          }}
        />
      )}
    </FilterField>
  )
}
