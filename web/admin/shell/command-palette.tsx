import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { failureMessage } from '../../shared/read-failure.ts'
import { getEditorPath, getPublicPath } from '../screens/product-detail/product-places.ts'
import type { Screen } from '../screens.ts'
import { useCan } from '../session/session.ts'
import { type FoundProduct, findProducts } from './palette-products.ts'

type Entry = { key: string; label: string; detail: string; navigate: () => void }
type CommandPaletteProps = { screens: readonly Screen[]; onClose: () => void }

/** Jumps to any screen, or to any product's editor or page, by what is typed; pinyin and initials find products, too. */
export function CommandPalette({ screens, onClose }: CommandPaletteProps) {
  const navigate = useNavigate()
  const [input, setInput] = useState('')
  const [active, setActive] = useState(0)
  const listId = useId()
  const canRead = useCan('products:read')
  const canEdit = useCan('products:write')
  // Not deferred: Enter right behind the last letter has to open what that letter leaves.
  const query = input.trim()
  const products = useQuery({
    queryKey: ['palette', query],
    queryFn: () => findProducts(query, canRead),
    enabled: query !== '',
    staleTime: 30_000,
  })

  const entries: Entry[] = [
    ...screens
      .filter(
        ({ title, path, group }) => group !== null && `${title} ${path}`.toLowerCase().includes(query.toLowerCase()),
      )
      .map(({ path, title, group }) => ({
        key: path,
        label: title,
        detail: group ?? '',
        navigate: () => void navigate(path),
      })),
    ...(query === '' ? [] : (products.data ?? [])).flatMap((product) => [
      ...(canRead ? [createEditorEntry(product, canEdit ? '编辑' : '查看', (path) => void navigate(path))] : []),
      ...(product.isActive ? [createPageEntry(product)] : []),
    ]),
  ]
  const activeIndex = Math.min(active, entries.length - 1)
  const open = (entry: Entry | undefined) => {
    if (!entry) return
    onClose()
    entry.navigate()
  }
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      const next = (activeIndex + step + entries.length) % Math.max(1, entries.length)
      setActive(next)
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) open(entries[activeIndex])
  }

  return (
    // Without its own cross, which stands first: the dialog focuses what does, and the palette was opened to be typed into.
    <Modal open title="跳转" footer={null} closable={false} onCancel={onClose} width={560}>
      <div className="flex items-center gap-2 rounded-lg border border-control pl-3 focus-within:outline-2 focus-within:outline-indigo">
        <Search className="size-4 shrink-0 text-muted" aria-hidden />
        <input
          className="h-11 min-w-0 flex-1 border-0 bg-transparent focus-visible:outline-none"
          role="combobox"
          aria-label="查找页面或产品"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={entries[activeIndex] ? `${listId}-${activeIndex}` : undefined}
          placeholder="查找页面或产品"
          value={input}
          onChange={(event) => {
            setInput(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKey}
        />
        <Button
          type="text"
          size="large"
          aria-label="关闭"
          icon={<X className="size-4.5" aria-hidden />}
          onClick={onClose}
        />
      </div>
      <div id={listId} role="listbox" aria-label="结果" className="mt-3 max-h-80 overflow-y-auto">
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's own.
          <div
            key={entry.key}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === activeIndex}
            className={`flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-lg px-3 ${index === activeIndex ? 'bg-indigo-ground text-indigo' : ''}`}
            onMouseMove={() => setActive(index)}
            onClick={() => open(entry)}
          >
            <span className="truncate">{entry.label}</span>
            <span className="shrink-0 text-sm text-muted">{entry.detail}</span>
          </div>
        ))}
      </div>
      <p role="status" className="text-sm text-muted">
        {entries.length === 0 && products.isSuccess && `没有找到“${query}”`}
        {query !== '' && products.isError && failureMessage(products.error, ADMIN_MESSAGES.loadFailed)}
      </p>
    </Modal>
  )
}

const CATALOGUE_LABELS: Record<Catalogue, string> = { agent: '智能体产品', ai: '78AI产品' }

const createEditorEntry = (
  product: FoundProduct,
  action: '编辑' | '查看',
  navigate: (path: string) => void,
): Entry => ({
  key: `edit ${product.catalogue} ${product.id}`,
  label: product.name,
  detail: `${action}${CATALOGUE_LABELS[product.catalogue]}${product.isActive ? '' : '（未上架）'}`,
  navigate: () => navigate(getEditorPath(product.catalogue, product)),
})

const createPageEntry = (product: FoundProduct): Entry => ({
  key: `${product.catalogue} ${product.id}`,
  label: product.name,
  detail: `${CATALOGUE_LABELS[product.catalogue]}，在新标签页打开`,
  navigate: () => void window.open(getPublicPath(product.catalogue, product), '_blank'),
})
