import { Button, Modal } from 'antd'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { toErrorMessage } from '../../shared/call-error.ts'
import type { Screen } from '../screens.ts'
import { type Entry, usePaletteEntries } from './use-palette-entries.ts'

type CommandPaletteProps = { screens: readonly Screen[]; onClose: () => void }

/**
 * The command palette: finds screens, products, page items, submissions, leads and users, as far as the role permits.
 */
export function CommandPalette({ screens, onClose }: CommandPaletteProps) {
  const [input, setInput] = useState('')
  const [active, setActive] = useState(0)
  const listId = useId()
  const query = input.trim()
  const { groups, isPending, error } = usePaletteEntries(query, screens)

  const entries = groups.flatMap((group) => group.entries)
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
    // Without the close button, which precedes the input and would get the focus.
    <Modal open title="搜索" footer={null} closable={false} onCancel={onClose} width={560}>
      <div className="flex items-center gap-2 rounded-lg border border-control pl-3 focus-within:outline-2 focus-within:outline-indigo">
        <Search className="size-4 shrink-0 text-muted" aria-hidden />
        <input
          className="h-11 min-w-0 flex-1 border-0 bg-transparent focus-visible:outline-none"
          role="combobox"
          aria-label="搜索页面与内容"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={entries[activeIndex] ? `${listId}-${activeIndex}` : undefined}
          placeholder="页面、产品、内容、提交、线索或用户"
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
      <div id={listId} role="listbox" aria-label="结果" className="mt-3 max-h-96 overflow-y-auto">
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a list box.
          <div key={group.label} role="group" aria-label={group.label}>
            <p className="px-3 pt-2 pb-1 text-xs text-muted" aria-hidden>
              {group.label}
            </p>
            {group.entries.map((entry) => {
              const index = entries.indexOf(entry)
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys.
                <div
                  key={entry.key}
                  id={`${listId}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === activeIndex}
                  className={`flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-lg px-3 ${index === activeIndex ? 'bg-indigo-tint text-indigo' : ''}`}
                  onMouseMove={() => setActive(index)}
                  onClick={() => open(entry)}
                >
                  <span className="min-w-0 truncate">{entry.label}</span>
                  <span className="max-w-1/2 shrink-0 truncate text-sm text-muted">{entry.detail}</span>
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <p role="status" className="text-sm text-muted">
        {isPending && '正在搜索……'}
        {entries.length === 0 && !isPending && !error && `没有找到“${query}”`}
        {error && toErrorMessage(error, ADMIN_MESSAGES.loadFailed)}
      </p>
    </Modal>
  )
}
