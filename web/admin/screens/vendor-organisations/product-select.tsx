import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { productCalls } from '#contracts/products/calls.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { queryOf } from '../../calls/query-of.ts'
import { useDebounced } from '../../components/use-debounced.ts'

type ProductSelectProps = {
  id?: string
  value?: string[]
  onChange?: (ids: string[]) => void
}

type Option = { value: string; label: string }

const PAGE_SIZE = 10

const createQuery = (catalogue: Catalogue, search: string) => ({
  query: { catalogue, search, page: 1, pageSize: PAGE_SIZE, fields: 'card' } as const,
})

/** Chooses listed products of both catalogues, which are searched by name. */
export function ProductSelect({ id, value = [], onChange }: ProductSelectProps) {
  const [input, setInput] = useState('')
  // Closed by every choice, since the list covers what is below it.
  const [isOpen, setIsOpen] = useState(false)
  // The names of chosen products, which the list doesn't contain once another is searched.
  const [chosen, setChosen] = useState<readonly Option[]>([])
  const search = useDebounced(input.trim(), 200)
  const agents = useQuery({ ...queryOf(productCalls.list, createQuery('agent', search)), enabled: search !== '' })
  const apps = useQuery({ ...queryOf(productCalls.list, createQuery('ai', search)), enabled: search !== '' })
  const found = search === '' ? [] : [...(agents.data?.data ?? []), ...(apps.data?.data ?? [])]
  const options = found.map(({ id: product, name }): Option => ({ value: product, label: name }))
  function select(product: string) {
    setIsOpen(false)
    setChosen([...chosen, ...options.filter((option) => option.value === product)])
  }
  return (
    <Select
      {...(id ? { id } : {})}
      mode="multiple"
      aria-label="产品"
      placeholder="输入产品名称查找"
      value={value}
      open={isOpen}
      onOpenChange={setIsOpen}
      onSelect={select}
      onChange={onChange}
      showSearch={{ filterOption: false, onSearch: setInput }}
      loading={agents.isFetching || apps.isFetching}
      notFoundContent={search === '' ? '输入产品名称查找' : '没有这个产品'}
      options={[...options, ...chosen.filter((one) => options.every((option) => option.value !== one.value))]}
    />
  )
}
