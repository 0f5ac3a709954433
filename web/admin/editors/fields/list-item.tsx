import { Button } from 'antd'
import { ChevronDown, ChevronRight, ExternalLink, SquarePen, Trash2 } from 'lucide-react'
import { type MouseEvent, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { isObject } from '#contracts/rules/is-object.ts'
import { Icon } from '../../../shared/icon.tsx'
import { getToneClass } from '../../../shared/tone.ts'
import { ToneTag } from '../../components/tone-tag.tsx'
import { useEditor, useValueAt } from '../editor-context.tsx'
import { getFieldId, getItemTitle } from '../form/field-paths.ts'
import type { ItemLink, ListField, RenderFields } from '../form/form-types.ts'
import { SortableItem } from './sortable.tsx'

type ListItemProps = {
  id: string
  field: ListField
  path: string
  index: number
  onRemove: (index: number) => void
  renderFields: RenderFields
}

/** On a phone, the name shares a row with the handle alone if links would leave it no room. */
const NARROW_ROW_CLASS = 'max-md:basis-[calc(100%-3.5rem)]'

/** A collapsible list item: its name and, if expanded, its fields. */
export function ListItem({ id, field, path, index, onRemove, renderFields }: ListItemProps) {
  const { viewState, canEdit } = useEditor()
  const item = useValueAt(path)
  const isExpanded = useSyncExternalStore(viewState.subscribe, () => viewState.isExpanded(path))
  const name = getItemTitle(item, field.titleKeys, field.noun, index)
  const links = isObject(item) ? (field.getLinks?.(item) ?? []) : []
  const badge = isObject(item) ? field.getBadge?.(item) : undefined
  const Arrow = isExpanded ? ChevronDown : ChevronRight

  return (
    <SortableItem id={id} name={name} isFixed={!canEdit} className="rounded-lg border border-line bg-surface">
      {(handle) => (
        <>
          <div className="flex items-center gap-1 p-1 max-md:flex-wrap">
            {handle}
            <button
              type="button"
              id={getFieldId(path)}
              aria-expanded={isExpanded}
              className={`flex min-h-11 min-w-0 flex-1 cursor-pointer items-center gap-2 border-0 bg-transparent px-1 text-left text-ink ${links.length > 0 ? NARROW_ROW_CLASS : ''}`}
              onClick={() => viewState.setExpanded(path, !isExpanded)}
            >
              <Arrow className="size-4 shrink-0 text-muted" aria-hidden />
              <ItemIcon item={item} />
              <span className="truncate">{name}</span>
              {badge && (
                <ToneTag tone="gray" className="shrink-0 text-xs">
                  {badge}
                </ToneTag>
              )}
            </button>
            <span className="ml-auto flex gap-1 empty:hidden">
              {links.map((link) => (
                <LinkButton key={link.href} {...link} />
              ))}
              {canEdit && (
                <Button
                  type="text"
                  aria-label={`删除${name}`}
                  icon={<Trash2 className="size-4" aria-hidden />}
                  onClick={() => onRemove(index)}
                />
              )}
            </span>
          </div>
          {isExpanded && (
            <div className="border-t border-line px-3 py-4 md:px-4">{renderFields(field.fields, path)}</div>
          )}
        </>
      )}
    </SortableItem>
  )
}

/** A link next to an item. Internal links navigate client-side, so that the leave guard can ask about unsaved edits. */
function LinkButton({ label, href, isInternal = false }: ItemLink) {
  const navigate = useNavigate()
  const LinkIcon = isInternal ? SquarePen : ExternalLink
  return (
    <Button
      title={label}
      type="text"
      href={href}
      aria-label={isInternal ? label : `${label}（在新标签页打开）`}
      icon={<LinkIcon className="size-4" aria-hidden />}
      target={isInternal ? undefined : '_blank'}
      onClick={isInternal ? (event) => navigateOnClick(event, () => void navigate(href)) : undefined}
    />
  )
}

/** Navigates client-side on a plain click; with a modifier key the browser opens a new tab. */
export function navigateOnClick(event: MouseEvent, navigate: () => void) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  navigate()
}

/** An item's icon and colour, as on the public site. */
function ItemIcon({ item }: { item: unknown }) {
  if (!isObject(item)) return null
  const { icon, color } = item
  if (typeof icon !== 'string' && typeof color !== 'string') return null
  return (
    <span
      className={`${getToneClass(String(color ?? ''))} inline-flex size-6 shrink-0 items-center justify-center rounded border border-tone bg-tone text-tone`}
    >
      {typeof icon === 'string' && <Icon name={icon} className="size-3.5" />}
    </span>
  )
}
