import { Button, Modal } from 'antd'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { toErrorMessage } from '../../shared/call-error.ts'
import { useReturnFocus } from '../components/use-return-focus.ts'
import type { Screen } from '../screens.ts'
import { type EntryGroup, type PaletteEntry, usePaletteEntries } from './use-palette-entries.ts'

type CommandPaletteProps = { screens: readonly Screen[]; onClose: () => void }

/**
 * The command palette: finds screens, acts, products, page items, submissions, leads and users, as far as the role permits.
 */
export function CommandPalette({ screens, onClose }: CommandPaletteProps) {
  useReturnFocus()
  const [input, setInput] = useState('')
  const [selectedIndex, setSelectedIndex] = useState(0)
  const listId = useId()
  const query = input.trim()
  const { groups, isPending, error } = usePaletteEntries(query, screens)

  const entries = groups.flatMap((group) => group.entries)
  const activeIndex = Math.min(selectedIndex, entries.length - 1)
  const activeEntry = entries[activeIndex]
  const openEntry = (entry: PaletteEntry) => {
    onClose()
    entry.navigate()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = ARROW_STEPS[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const nextIndex = (activeIndex + step + entries.length) % Math.max(1, entries.length)
      setSelectedIndex(nextIndex)
      document.getElementById(getOptionId(listId, nextIndex))?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key === 'Enter' && activeEntry) openEntry(activeEntry)
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
          aria-activedescendant={activeEntry ? getOptionId(listId, activeIndex) : undefined}
          placeholder="页面、操作、产品、内容、提交、线索或用户"
          value={input}
          onChange={(event) => {
            setInput(event.target.value)
            setSelectedIndex(0)
          }}
          onKeyDown={handleKeyDown}
        />
        <Button
          type="text"
          size="large"
          aria-label="关闭"
          icon={<X className="size-4.5" aria-hidden />}
          onClick={onClose}
        />
      </div>
      <ResultList
        id={listId}
        groups={groups}
        activeEntry={activeEntry}
        onSelect={(entry) => setSelectedIndex(entries.indexOf(entry))}
        onOpen={openEntry}
      />
      <p role="status" className="text-sm text-muted">
        {isPending && '正在搜索……'}
        {entries.length === 0 && !isPending && !error && `没有找到“${query}”`}
        {error && toErrorMessage(error, ADMIN_MESSAGES.loadFailed)}
      </p>
    </Modal>
  )
}

const ARROW_STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

const getOptionId = (listId: string, index: number) => `${listId}-${index}`

type ResultListProps = {
  id: string
  groups: readonly EntryGroup[]
  activeEntry: PaletteEntry | undefined
  onSelect: (entry: PaletteEntry) => void
  onOpen: (entry: PaletteEntry) => void
}

function ResultList({ id, groups, activeEntry, onSelect, onOpen }: ResultListProps) {
  const entries = groups.flatMap((group) => group.entries)
  return (
    <div id={id} role="listbox" aria-label="结果" className="mt-3 max-h-96 overflow-y-auto">
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a list box.
        <div key={group.label} role="group" aria-label={group.label}>
          <p className="px-3 pt-2 pb-1 text-xs text-muted" aria-hidden>
            {group.label}
          </p>
          {group.entries.map((entry) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys.
            <div
              key={entry.key}
              id={getOptionId(id, entries.indexOf(entry))}
              role="option"
              tabIndex={-1}
              aria-selected={entry === activeEntry}
              className={`flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-lg px-3 ${entry === activeEntry ? 'bg-indigo-tint text-indigo' : ''}`}
              onMouseMove={() => onSelect(entry)}
              onClick={() => onOpen(entry)}
            >
              <span className="min-w-0 truncate">{entry.label}</span>
              <span className="max-w-1/2 shrink-0 truncate text-sm text-muted">{entry.detail}</span>
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
