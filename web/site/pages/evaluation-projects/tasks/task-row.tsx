import { ArrowDown, ArrowUp, Copy, Lock, type LucideIcon, Pencil, X } from 'lucide-react'
import type { Task } from '#contracts/evaluation-projects/task.ts'
import { describeOrigin } from '#contracts/rules/evaluation/describe-origin.ts'
import { formatNumber } from '#contracts/rules/evaluation/format-figures.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'

type TaskRowProps = {
  task: Task
  /** The title of the task's criterion. */
  criterion: string | undefined
  isFinal: boolean
  isBusy: boolean
  canRemove: boolean
  isFirst: boolean
  isLast: boolean
  onEdit: () => void
  onDuplicate: () => void
  onMove: (offset: -1 | 1) => void
  onRemove: () => void
}

/** A task with what it asks and how it is judged, and the buttons that change it. */
export function TaskRow({ task, criterion, isFinal, ...actions }: TaskRowProps) {
  const { title, acceptance, turns, checks, variants, repeats, weight, isSealed, tags, origin } = task
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-3 py-3 sm:flex-nowrap">
      <div className="min-w-0">
        <p className="font-medium break-words">
          {isSealed && <Lock className="mr-1 inline size-4 align-[-2px] text-muted" aria-label="密封" />}
          <span>{title}</span>
        </p>
        {acceptance && <p className="text-sm break-words text-muted">验收：{acceptance}</p>}
        <p className="text-sm break-words text-muted tabular-nums">
          {joinWithDots([
            turns.length > 1 ? `${turns.length}条消息` : undefined,
            variants.length > 0 ? `${variants.length}种其他问法` : undefined,
            checks.length > 0 ? `${checks.length}项检查` : '由人判定',
            repeats === null ? undefined : `每轮${repeats}次`,
            criterion ? `对应“${criterion}”` : '不对应准则',
            `权重${formatNumber(weight, 2)}`,
            tags.length > 0 ? tags.join('、') : undefined,
          ])}
        </p>
        {origin && <p className="text-sm break-words text-muted">取自题库{describeOrigin(origin)}</p>}
      </div>
      {!isFinal && <TaskActions title={title} {...actions} />}
    </div>
  )
}

type TaskActionsProps = Omit<TaskRowProps, 'task' | 'criterion' | 'isFinal'> & { title: string }

const TaskActions = ({
  title,
  isBusy,
  canRemove,
  isFirst,
  isLast,
  onEdit,
  onDuplicate,
  onMove,
  onRemove,
}: TaskActionsProps) => (
  <div className="-ml-3 flex shrink-0 sm:ml-0">
    <ActionButton icon={Pencil} label={`修改任务：${title}`} onClick={onEdit} />
    <ActionButton icon={Copy} label={`复制任务：${title}`} isUnavailable={isBusy} onClick={onDuplicate} />
    <ActionButton
      icon={ArrowUp}
      label={`上移任务：${title}`}
      isUnavailable={isBusy || isFirst}
      onClick={() => onMove(-1)}
    />
    <ActionButton
      icon={ArrowDown}
      label={`下移任务：${title}`}
      isUnavailable={isBusy || isLast}
      onClick={() => onMove(1)}
    />
    <ActionButton
      icon={X}
      label={`删除任务：${title}`}
      title={canRemove ? undefined : '已有试次的任务不能删除'}
      isUnavailable={isBusy || !canRemove}
      onClick={onRemove}
    />
  </div>
)

type ActionButtonProps = {
  icon: LucideIcon
  label: string
  title?: string | undefined
  isUnavailable?: boolean
  onClick: () => void
}

const ActionButton = ({ icon: Icon, label, title, isUnavailable = false, onClick }: ActionButtonProps) => (
  <button
    type="button"
    className="inline-flex size-11 items-center justify-center rounded-lg text-muted hover:bg-sunken hover:text-ink aria-disabled:opacity-40"
    aria-label={label}
    title={title}
    // Not `disabled`, which would lose the keyboard's focus while a change is saved.
    aria-disabled={isUnavailable || undefined}
    onClick={isUnavailable ? undefined : onClick}
  >
    <Icon className="size-4" aria-hidden />
  </button>
)
