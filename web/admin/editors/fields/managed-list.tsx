import { Button } from 'antd'
import { SquarePen } from 'lucide-react'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { withKeys } from '../../../shared/with-keys.ts'
import { getValueAt, parsePath } from '../../components/json-path.ts'
import { useEditorState } from '../editor-context.tsx'
import { getFieldId, getItemTitle } from '../form/field-paths.ts'
import type { ItemLink, ListField } from '../form/form-types.ts'
import { navigateOnClick } from './list-item.tsx'

type ManagedListProps = { field: ListField; path: string; link: ItemLink }

/** A list whose items are records of their own: it shows their titles, and where they are edited. */
export function ManagedList({ field, path, link }: ManagedListProps) {
  const navigate = useNavigate()
  const listPath = useMemo(() => parsePath(path), [path])
  const items = useEditorState(({ document }) => getValueAt(document, listPath))
  const titles = (Array.isArray(items) ? items : []).map((item: unknown, index) =>
    getItemTitle(item, field.titleKeys, field.noun, index),
  )
  return (
    <div id={getFieldId(path)} tabIndex={-1} className="focus-visible:outline-none">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-2 pb-1">
        <h3 className="text-sm">
          {field.label}
          <span className="pl-2 font-normal text-muted tabular-nums">{titles.length}项</span>
        </h3>
        <Button
          href={link.href}
          icon={<SquarePen className="size-4" aria-hidden />}
          onClick={(event) => navigateOnClick(event, () => void navigate(link.href))}
        >
          {link.label}
        </Button>
      </div>
      {titles.length === 0 && (
        <p className="rounded-lg border border-dashed border-line px-4 py-3 text-sm text-muted">还没有{field.noun}。</p>
      )}
      <ol className="divide-y divide-line">
        {withKeys(titles, String).map(({ key, item: title }) => (
          <li key={key} className="py-2 wrap-anywhere">
            {title}
          </li>
        ))}
      </ol>
    </div>
  )
}
