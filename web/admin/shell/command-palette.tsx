import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { failureMessage } from '../../shared/read-failure.ts'
import { editorPath, publicPath } from '../screens/product-detail/product-places.ts'
import type { Screen } from '../screens.ts'
import { useMay } from '../session/session.ts'
import { type FoundProduct, findProducts } from './palette-products.ts'

type Entry = { key: string; label: string; detail: string; go: () => void }
type CommandPaletteProps = { screens: readonly Screen[]; onClose: () => void }

/** Jumps to any screen, or to any product's editor or page, by what is typed; pinyin and initials find products, too. */
export function CommandPalette({ screens, onClose }: CommandPaletteProps) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const listId = useId()
  const canRead = useMay('products:read')
  const canEdit = useMay('products:write')
  // Not deferred: Enter right behind the last letter has to open what that letter leaves.
  const words = typed.trim()
  const products = useQuery({
    queryKey: ['palette', words],
    queryFn: () => findProducts(words, canRead),
    enabled: words !== '',
    staleTime: 30_000,
  })

  const entries: Entry[] = [
    ...screens
      .filter(
        ({ title, path, group }) => group !== null && `${title} ${path}`.toLowerCase().includes(words.toLowerCase()),
      )
      .map(({ path, title, group }) => ({
        key: path,
        label: title,
        detail: group ?? '',
        go: () => void navigate(path),
      })),
    ...(words === '' ? [] : (products.data ?? [])).flatMap((found) => [
      ...(canRead ? [editorEntry(found, canEdit ? '编辑' : '查看', (path) => void navigate(path))] : []),
      ...(found.isActive ? [pageEntry(found)] : []),
    ]),
  ]
  const chosen = Math.min(active, entries.length - 1)
  const open = (entry: Entry | undefined) => {
    if (!entry) return
    onClose()
    entry.go()
  }
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      const next = (chosen + step + entries.length) % Math.max(1, entries.length)
      setActive(next)
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) open(entries[chosen])
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
          aria-activedescendant={entries[chosen] ? `${listId}-${chosen}` : undefined}
          placeholder="查找页面或产品"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
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
            aria-selected={index === chosen}
            className={`flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-lg px-3 ${index === chosen ? 'bg-indigo-ground text-indigo' : ''}`}
            onMouseMove={() => setActive(index)}
            onClick={() => open(entry)}
          >
            <span className="truncate">{entry.label}</span>
            <span className="shrink-0 text-sm text-muted">{entry.detail}</span>
          </div>
        ))}
      </div>
      <p role="status" className="text-sm text-muted">
        {entries.length === 0 && products.isSuccess && `没有找到“${words}”`}
        {words !== '' && products.isError && failureMessage(products.error, ADMIN_MESSAGES.loadFailed)}
      </p>
    </Modal>
  )
}

const CATALOGUE_NAMES: Record<Catalogue, string> = { agent: '智能体产品', ai: '78AI产品' }

const editorEntry = (found: FoundProduct, act: '编辑' | '查看', go: (path: string) => void): Entry => ({
  key: `edit ${found.catalogue} ${found.id}`,
  label: found.name,
  detail: `${act}${CATALOGUE_NAMES[found.catalogue]}${found.isActive ? '' : '（未上架）'}`,
  go: () => go(editorPath(found.catalogue, found)),
})

const pageEntry = (found: FoundProduct): Entry => ({
  key: `${found.catalogue} ${found.id}`,
  label: found.name,
  detail: `${CATALOGUE_NAMES[found.catalogue]}，在新标签页打开`,
  go: () => void window.open(publicPath(found.catalogue, found), '_blank'),
})
