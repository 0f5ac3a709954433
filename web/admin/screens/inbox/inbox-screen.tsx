import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { CheckCheck, Settings } from 'lucide-react'
import { useHref, useLinkClickHandler } from 'react-router'
import { ADMIN_PAGES, ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { inboxCalls } from '#contracts/inbox/calls.ts'
import { INBOX_MESSAGES } from '#contracts/inbox/messages.ts'
import { INBOX } from '#contracts/limits.ts'
import { ALL } from '#contracts/vocabulary.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { callAdmin } from '../../calls/call.ts'
import { queryOf } from '../../calls/query-of.ts'
import { useAction } from '../../calls/use-action.ts'
import { ChoiceTabs } from '../../components/choice-tabs.tsx'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { PagedList } from '../../lists/paged-list.tsx'
import { useFilters } from '../../lists/use-filters.ts'
import { InboxList } from './inbox-list.tsx'

/** Marks everything as read up to the newest item that is shown. */
function ReadAllButton({ until }: { until: string }) {
  const client = useQueryClient()
  const readMutation = useAction({
    action: () => callAdmin(inboxCalls.readAll, { body: { until } }),
    getSuccessMessage: (reply) => reply.message,
    failureMessage: INBOX_MESSAGES.saveFailed,
    refetch: () => invalidate(client, inboxCalls.list),
  })
  return (
    <Button
      icon={<CheckCheck className="size-4" aria-hidden />}
      loading={readMutation.isPending}
      onClick={() => readMutation.mutate()}
    >
      全部标为已读
    </Button>
  )
}

const SettingsLink = () => (
  <Button
    icon={<Settings className="size-4" aria-hidden />}
    href={useHref(ADMIN_PAGES.account)}
    onClick={useLinkClickHandler<HTMLElement>(ADMIN_PAGES.account)}
  >
    通知设置
  </Button>
)

/** The inbox screen: what the signed-in user is told of, unread by default. */
export function InboxScreen() {
  const filters = useFilters(ADMIN_SCREENS.inbox.filters, { status: 'unread' })
  const itemsQuery = useQuery({
    ...queryOf(inboxCalls.list, { query: filters.queryString }),
    placeholderData: keepPreviousData,
  })
  const unread = itemsQuery.data?.unread
  const newest = itemsQuery.data?.data[0]
  const showsUnread = filters.get('status') === 'unread'
  return (
    <ScreenContent>
      <ScreenHeader
        title={ADMIN_SCREENS.inbox.title}
        description={`与您有关的事和您关注的事件，保留${INBOX.days}天。J、K选择，回车打开，R标为已读或未读。`}
        actions={
          <>
            {newest && unread !== undefined && unread > 0 && <ReadAllButton until={newest.createdAt} />}
            <SettingsLink />
          </>
        }
      />
      <ChoiceTabs
        label="按状态筛选"
        options={[
          { value: 'unread', label: '未读', count: unread },
          { value: ALL, label: '全部' },
        ]}
        value={showsUnread ? 'unread' : ALL}
        onChange={(status) => filters.set({ status: status === ALL ? '' : status })}
      />
      <PagedList
        query={itemsQuery}
        // The status is chosen above, and needs no second way to clear it.
        filters={{ ...filters, isFiltered: false }}
        errorMessage={INBOX_MESSAGES.loadFailed}
        emptyContent={<p>{showsUnread ? '没有未读的通知。' : '还没有通知。'}</p>}
        itemName="通知"
      >
        {(items) => <InboxList items={items} />}
      </PagedList>
    </ScreenContent>
  )
}
