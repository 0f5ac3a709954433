import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from '#contracts/limits.ts'
import { CATALOGUES } from '#contracts/vocabulary.ts'
import { CLEAR_BUTTON } from '../../components/clear-button.tsx'
import { useDebounced } from '../../components/use-debounced.ts'
import { FilterField } from '../../lists/filter-bar.tsx'
import type { Filters } from '../../lists/use-filters.ts'
import { loadFacts } from '../product-facts/fact-calls.ts'
import { searchProducts } from './fact-review-calls.ts'

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
    queryFn: productId !== '' && catalogue ? () => loadFacts({ catalogue, id: productId }) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  // The products that were found may not include the selected one.
  const selectedOption = { value: productId, label: selectedProductQuery.data?.value.productName ?? '所选产品' }
  const otherOptions = (productsQuery.data ?? []).filter(({ value }) => value !== productId)

  function selectProduct(id: string | undefined) {
    const catalogueOfProduct = productsQuery.data?.find(({ value }) => value === id)?.catalogue
    if (catalogueOfProduct) filters.set({ product: id ?? '', catalogue: catalogueOfProduct })
    else filters.set({ product: id ?? '' })
  }

  return (
    <FilterField label="产品">
      {(id) => (
        <Select
          id={id}
          allowClear={CLEAR_BUTTON}
          placeholder="全部"
          showSearch={{ filterOption: false, onSearch: setInput }}
          loading={productsQuery.isFetching}
          notFoundContent="没有这个名称的产品"
          value={productId || undefined}
          options={productId === '' ? otherOptions : [selectedOption, ...otherOptions]}
          onChange={selectProduct}
        />
      )}
    </FilterField>
  )
}
