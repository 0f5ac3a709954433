/** Lists that can be reordered by dragging and by keyboard, with announcements for screen readers in Chinese. */
import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { Button } from 'antd'
import { GripVertical } from 'lucide-react'
import { type ReactNode, useRef } from 'react'

type SortableProps = {
  ids: readonly string[]
  getOptionName: (id: string) => string
  onMove: (from: number, to: number) => void
  children: ReactNode
}

/** Makes its `SortableItem`s sortable. `ids` are their ids in order. */
export function Sortable({ ids, getOptionName, onMove, children }: SortableProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const toPosition = (id: UniqueIdentifier | undefined) => ids.indexOf(String(id)) + 1
  /** The name of the lifted item, stored because its index has changed by the time the drop is announced. */
  const draggedName = useRef('')
  const announcements: Announcements = {
    onDragStart({ active }) {
      draggedName.current = getOptionName(String(active.id))
      return `已拿起${draggedName.current}，当前第${toPosition(active.id)}位，共${ids.length}项`
    },
    onDragOver: ({ over }) => (over ? `${draggedName.current}移到第${toPosition(over.id)}位` : undefined),
    onDragEnd: ({ over }) => (over ? `${draggedName.current}已放在第${toPosition(over.id)}位` : '已放回原位'),
    onDragCancel: () => `已取消，${draggedName.current}回到原位`,
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: '按空格键拿起，用上下方向键移动，再按空格键放下，按Esc键取消。' },
      }}
      onDragEnd={({ active, over }) => {
        const from = toPosition(active.id) - 1
        const to = toPosition(over?.id) - 1
        if (from !== to && from >= 0 && to >= 0) onMove(from, to)
      }}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  )
}

type SortableItemProps = {
  id: string
  name: string
  isFixed?: boolean
  className?: string
  children: (handle: ReactNode) => ReactNode
}

/** An item of a `Sortable`. `children` receives the drag handle. */
export function SortableItem({ id, name, isFixed = false, className = '', children }: SortableItemProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    disabled: isFixed,
  })
  const handle = !isFixed && (
    <Button
      ref={setActivatorNodeRef}
      type="text"
      className="shrink-0 cursor-grab touch-none text-muted"
      icon={<GripVertical className="size-4" aria-hidden />}
      {...attributes}
      {...listeners}
      aria-label={`移动${name}`}
    />
  )
  return (
    <li
      ref={setNodeRef}
      className={`${className} ${isDragging ? 'relative z-10 shadow-lg' : ''}`}
      style={{ transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined, transition }}
    >
      {children(handle)}
    </li>
  )
}
