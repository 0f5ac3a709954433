import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { WEBHOOK_DELIVERY_DAYS } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { webhookCalls } from '#contracts/outbox/calls.ts'
import { TEAM_EVENTS } from '#contracts/outbox/team-events.ts'
import {
  DELIVERY_STATUS_LABELS,
  DELIVERY_STATUSES,
  type Delivery,
  type DeliveryStatus,
  type Webhook,
} from '#contracts/outbox/webhook.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { callAdmin } from '../../calls/call.ts'
import { queryOf } from '../../calls/query-of.ts'
import { useAction } from '../../calls/use-action.ts'
import { restoreFocus } from '../../components/restore-focus.ts'
import { PagedList } from '../../lists/paged-list.tsx'
import { RowAction } from '../../lists/row-actions.tsx'
import { StatusTabs } from '../../lists/status-tabs.tsx'
import { useFilters } from '../../lists/use-filters.ts'
import { getHost } from './webhook-table.tsx'

/** The deliveries of a webhook, newest first. */
export function DeliveriesDrawer({
  webhook,
  onChanged,
  onClose,
}: {
  webhook: Webhook
  onChanged: () => unknown
  onClose: () => void
}) {
  const filters = useFilters(ADMIN_SCREENS.webhooks.filters)
  const deliveriesQuery = useQuery({
    ...queryOf(webhookCalls.listDeliveries, { params: { id: webhook.id }, query: filters.queryString }),
    placeholderData: keepPreviousData,
  })
  const retry = useAction({
    action: (delivery: string) => callAdmin(webhookCalls.retry, { params: { id: webhook.id, delivery } }),
    getSuccessMessage: ({ message }) => message,
    failureMessage: ADMIN_MESSAGES.actionFailed,
    refetch: onChanged,
  })
  return (
    <Drawer
      open
      size={640}
      title={`送往${getHost(webhook)}的事件`}
      onClose={onClose}
      afterOpenChange={(isOpen) => !isOpen && restoreFocus()}
    >
      <StatusTabs
        filters={filters}
        statuses={DELIVERY_STATUSES}
        labels={DELIVERY_STATUS_LABELS}
        counts={webhook.counts}
      />
      <PagedList
        query={deliveriesQuery}
        filters={filters}
        errorMessage={ADMIN_MESSAGES.loadFailed}
        emptyContent={`最近${WEBHOOK_DELIVERY_DAYS}天没有发生订阅的事件。可以用“测试”核对地址。`}
        itemName="投递"
        unit="次"
      >
        {(deliveries) => (
          <ul className="divide-y divide-line">
            {deliveries.map((delivery) => (
              <li key={delivery.id} className="flex flex-wrap items-start justify-between gap-x-4 py-3">
                <DeliveryDetails delivery={delivery} />
                {delivery.status !== 'delivered' && (
                  <RowAction
                    label={`重发：${TEAM_EVENTS[delivery.event].label}`}
                    isBusy={retry.isPending && retry.variables === delivery.id}
                    onClick={() => retry.mutate(delivery.id)}
                  >
                    重发
                  </RowAction>
                )}
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Drawer>
  )
}

const STATUS_STYLES: Record<DeliveryStatus, { Icon: LucideIcon; className: string }> = {
  waiting: { Icon: Clock, className: 'text-muted' },
  delivered: { Icon: CircleCheck, className: 'text-indigo' },
  failed: { Icon: CircleX, className: 'text-danger' },
}

function DeliveryDetails({ delivery }: { delivery: Delivery }) {
  const { event, status, attempts, createdAt, nextAttemptAt, replyStatus, error } = delivery
  const { Icon, className } = STATUS_STYLES[status]
  return (
    <div className="min-w-0">
      <p>{TEAM_EVENTS[event].label}</p>
      <p className={`flex items-center gap-1.5 text-sm ${className}`}>
        <Icon className="size-4 shrink-0" aria-hidden />
        <span>
          {DELIVERY_STATUS_LABELS[status]}
          {attempts > 1 && `，尝试了${attempts}次`}
          {status === 'delivered' && replyStatus !== null && `，对方答复${replyStatus}`}
        </span>
      </p>
      <p className="text-sm text-muted tabular-nums">{formatMinute(createdAt)}</p>
      {error !== '' && <p className="text-sm text-muted wrap-anywhere">{error}</p>}
      {status === 'waiting' && attempts > 0 && nextAttemptAt !== null && (
        <p className="text-sm text-muted tabular-nums">{`下次尝试：${formatMinute(nextAttemptAt)}`}</p>
      )}
    </div>
  )
}
