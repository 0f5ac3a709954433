import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { Link } from 'react-router'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { inboxCalls } from '#contracts/inbox/calls.ts'
import type { InboxItem, InboxStatus } from '#contracts/inbox/inbox-item.ts'
import { INBOX_MESSAGES } from '#contracts/inbox/messages.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { callAdmin } from '../../calls/call.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { useShortcuts } from '../../components/use-shortcuts.ts'
import { RowAction } from '../../lists/row-actions.tsx'
import { type RowNavigation, useRowNavigation } from '../../lists/use-row-navigation.ts'

const OPPOSITE: Record<InboxStatus, InboxStatus> = { unread: 'read', read: 'unread' }
const ACTION_LABELS: Record<InboxStatus, string> = { unread: '标为已读', read: '标为未读' }

/** The items of the inbox. `J` and `K` select one, Enter opens its record, `R` marks it as read or unread. */
export function InboxList({ items }: { items: readonly InboxItem[] }) {
  const client = useQueryClient()
  const { message } = App.useApp()
  const navigation = useRowNavigation(items.map(({ id }) => id))
  const statusMutation = useMutation({
    mutationFn: ({ id, status }: Pick<InboxItem, 'id' | 'status'>) =>
      callAdmin(inboxCalls.change, { params: { id }, body: { status }, keepalive: true }),
    onError: (error) => void message.error(describeActionError(error, INBOX_MESSAGES.saveFailed)),
    onSettled: () => invalidate(client, inboxCalls.list),
  })
  const toggle = ({ id, status }: InboxItem) => statusMutation.mutate({ id, status: OPPOSITE[status] })
  const selectedItem = items.find(({ id }) => navigation.isSelected(id))
  useShortcuts({ r: () => selectedItem && toggle(selectedItem) })
  return (
    <ul aria-label="通知" className="panel divide-y divide-line overflow-clip">
      {items.map((item) => (
        <li
          key={item.id}
          className={`flex flex-wrap items-start gap-x-4 gap-y-1 border-0 border-l-4 border-solid py-3 pr-4 pl-3 ${
            navigation.isSelected(item.id) ? 'border-l-indigo bg-indigo-tint' : 'border-l-transparent'
          }`}
        >
          <ItemText
            item={item}
            linkProps={navigation.getButtonProps(item.id)}
            onOpen={() => item.status === 'unread' && toggle(item)}
          />
          <div className="flex items-center gap-3">
            <time dateTime={item.createdAt} className="text-sm whitespace-nowrap text-muted tabular-nums">
              {formatMinute(item.createdAt)}
            </time>
            <RowAction label={`${ACTION_LABELS[item.status]}：${item.label}`} onClick={() => toggle(item)}>
              {ACTION_LABELS[item.status]}
            </RowAction>
          </div>
        </li>
      ))}
    </ul>
  )
}

type ItemTextProps = {
  item: InboxItem
  linkProps: ReturnType<RowNavigation['getButtonProps']>
  onOpen: () => void
}

function ItemText({ item: { label, lines, path, status }, linkProps, onOpen }: ItemTextProps) {
  const [subject, ...details] = lines
  const isUnread = status === 'unread'
  const link = {
    ...linkProps,
    className: `wrap-anywhere ${isUnread ? 'font-semibold' : 'text-ink'}`,
    onClick: onOpen,
    children: (
      <>
        {isUnread && <span className="sr-only">未读：</span>}
        {label}
        {subject && `：${subject}`}
      </>
    ),
  }
  return (
    <div className="flex min-w-60 flex-1 items-baseline gap-2.5">
      <span aria-hidden className={`size-2 shrink-0 rounded-full ${isUnread ? 'bg-indigo' : ''}`} />
      <div className="min-w-0">
        {/* Pages of the site are outside the back office. */}
        {path.startsWith(ADMIN_PAGES.root) ? <Link {...link} to={path} /> : <a {...link} href={path} />}
        {details.map((line) => (
          <p key={line} className="text-sm wrap-anywhere text-muted">
            {line}
          </p>
        ))}
      </div>
    </div>
  )
}
