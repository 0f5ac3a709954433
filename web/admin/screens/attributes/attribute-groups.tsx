import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import type { AttributeRecord } from '#contracts/facts/attribute.ts'
import { attributeCalls } from '#contracts/facts/calls.ts'
import { ATTRIBUTE_TYPE_LABELS } from '#contracts/facts/vocabulary.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { CATALOGUE_LABELS } from '#contracts/products/table-messages.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { MoveButtons } from '../../components/move-buttons.tsx'
import { attributesQuery } from '../product-facts/fact-calls.ts'
import { reorderAttributes } from './attribute-calls.ts'
import { moveAttribute, moveGroup } from './attribute-order.ts'

type AttributeGroupsProps = {
  allAttributes: readonly AttributeRecord[]
  /** The attributes that match the filters. */
  listedAttributes: readonly AttributeRecord[]
  canMove: boolean
  emptyMessage: string
  onOpen: (key: string) => void
}

/** Lists the attributes by group; groups and attributes can be moved up and down. */
export function AttributeGroups({
  allAttributes,
  listedAttributes,
  canMove,
  emptyMessage,
  onOpen,
}: AttributeGroupsProps) {
  const reorder = useReorder()
  const groups = [...Map.groupBy(listedAttributes, ({ group }) => group)]
  if (groups.length === 0) return <p className="panel px-5 py-10 text-center text-muted">{emptyMessage}</p>
  return groups.map(([group, attributes], index) => (
    <section key={group} aria-label={group} className="pb-6">
      <div className="flex items-center gap-2 pb-2">
        <h2 className="text-lg">{group}</h2>
        <span className="text-sm text-muted tabular-nums">{attributes.length}个</span>
        {canMove && (
          <MoveButtons
            name={`分组“${group}”`}
            isFirst={index === 0}
            isLast={index === groups.length - 1}
            onMove={(step) => reorder(moveGroup(allAttributes, group, step))}
          />
        )}
      </div>
      <AttributeList
        attributes={attributes}
        canMove={canMove}
        onOpen={onOpen}
        onMove={(key, step) => reorder(moveAttribute(allAttributes, key, step))}
      />
    </section>
  ))
}

type AttributeListProps = {
  attributes: readonly AttributeRecord[]
  canMove: boolean
  onOpen: (key: string) => void
  onMove: (key: string, step: 1 | -1) => void
}

const AttributeList = ({ attributes, canMove, onOpen, onMove }: AttributeListProps) => (
  <ul className="panel divide-y divide-line">
    {attributes.map((attribute, index) => (
      <li key={attribute.key} className="flex items-center gap-2 px-4 py-2">
        <div className="min-w-0 flex-1">
          <button
            type="button"
            className="max-w-full cursor-pointer border-0 bg-transparent p-0 text-left text-base font-semibold text-indigo wrap-anywhere max-md:min-h-11"
            onClick={() => onOpen(attribute.key)}
          >
            {attribute.label}
          </button>
          <p className="text-sm text-muted wrap-anywhere">{describeAttribute(attribute)}</p>
        </div>
        {canMove && (
          <MoveButtons
            name={attribute.label}
            isFirst={index === 0}
            isLast={index === attributes.length - 1}
            onMove={(step) => onMove(attribute.key, step)}
          />
        )}
      </li>
    ))}
  </ul>
)

function describeAttribute(attribute: AttributeRecord): string {
  const { key, type, unit, choices, catalogues, categories, staleAfterMonths } = attribute
  const unitText = unit === '' ? '' : `（${unit}）`
  const choicesText = choices.length > 0 ? `${choices.length}项` : ''
  const uses = [attribute.isFilter && '筛选', attribute.isCompared && '对比', attribute.isOnCard && '卡片']
  return [
    ATTRIBUTE_TYPE_LABELS[type] + unitText + choicesText,
    key,
    catalogues.map((catalogue) => CATALOGUE_LABELS[catalogue]).join('、'),
    categories.join('、'),
    uses.filter((use) => use !== false).join('、'),
    staleAfterMonths === null ? '不过期' : `${staleAfterMonths}个月后须重新确认`,
    `${attribute.products}个产品已填`,
    attribute.isActive ? '' : '已停用',
  ]
    .filter((text) => text !== '')
    .join('，')
}

/** Returns a function that saves a new order. */
function useReorder() {
  const client = useQueryClient()
  const { message } = App.useApp()
  const reorderMutation = useMutation({
    mutationFn: reorderAttributes,
    onSuccess: (reply) => client.setQueryData(attributesQuery.queryKey, reply),
    onError(error) {
      message.error(describeActionError(error, ADMIN_MESSAGES.actionFailed))
      void invalidate(client, attributeCalls.list)
    },
  })
  // Ignores further moves instead of disabling the buttons, which would lose the focus.
  return (keys: Parameters<typeof reorderAttributes>[0]) => {
    if (!reorderMutation.isPending) reorderMutation.mutate(keys)
  }
}
