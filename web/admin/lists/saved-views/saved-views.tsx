import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { BookmarkPlus, Pencil, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { savedViewCalls } from '#contracts/saved-views/calls.ts'
import { toViewQuery, type ViewedListName } from '#contracts/saved-views/lists.ts'
import type { SavedView } from '#contracts/saved-views/saved-view.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { queryOf } from '../../calls/query-of.ts'
import { ViewDialog } from './view-dialog.tsx'

/**
 * The views of a list as toggle buttons: its filters under a name, one's own and those that colleagues share. A view is
 * the address that it stands for; nothing is shown without views and filters.
 */
export function SavedViews({ list }: { list: ViewedListName }) {
  const [search, setSearch] = useSearchParams()
  const [edited, setEdited] = useState<SavedView | 'new'>()
  // Without views the list works as well: no error is shown.
  const { data: views = [], isSuccess } = useQuery(dataOf(queryOf(savedViewCalls.list, { query: { list } })))
  const query = toViewQuery(list, search.toString())
  const current = views.find((view) => view.query === query)
  const canSave = isSuccess && !current && query !== ''
  if (views.length === 0 && !canSave) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields; these take effect immediately.
    <div role="group" aria-label="视图" className="flex flex-wrap items-center gap-x-2 gap-y-1 pb-3 text-sm">
      {views.map((view) => (
        <ViewButton key={view.id} view={view} isCurrent={view === current} onSelect={() => setSearch(view.query)} />
      ))}
      {current?.canChange && (
        <Button
          type="text"
          size="small"
          className="pointer-coarse:min-h-11 pointer-coarse:min-w-11"
          aria-label={`修改视图“${current.name}”`}
          icon={<Pencil className="size-4" aria-hidden />}
          onClick={() => setEdited(current)}
        />
      )}
      {canSave && (
        <Button
          type="text"
          size="small"
          className="pointer-coarse:min-h-11"
          icon={<BookmarkPlus className="size-4" aria-hidden />}
          onClick={() => setEdited('new')}
        >
          存为视图
        </Button>
      )}
      {edited && (
        <ViewDialog
          list={list}
          query={query}
          view={edited === 'new' ? undefined : edited}
          ownViews={views.filter(({ isOwn }) => isOwn)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  )
}

type ViewButtonProps = { view: SavedView; isCurrent: boolean; onSelect: () => void }

const ViewButton = ({ view: { name, isOwn, isShared, owner }, isCurrent, onSelect }: ViewButtonProps) => (
  <button
    type="button"
    aria-pressed={isCurrent}
    title={isOwn ? undefined : `${owner.name}共享`}
    onClick={onSelect}
    className={`inline-flex min-h-8 max-w-full cursor-pointer items-center gap-1.5 rounded-full border px-3 pointer-coarse:min-h-11 ${
      isCurrent ? 'border-indigo bg-indigo-tint text-indigo' : 'border-line bg-surface hover:bg-sunken'
    }`}
  >
    <span className="truncate">{name}</span>
    {isShared && (
      <UsersRound className="size-3.5 shrink-0 text-muted" aria-label={isOwn ? '已共享' : `${owner.name}共享`} />
    )}
  </button>
)
