import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { userCalls } from '#contracts/users/calls.ts'
import { USER_MESSAGES } from '#contracts/users/messages.ts'
import type { UserRecord } from '#contracts/users/user.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { useAction } from '../../calls/use-action.ts'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { FilterBar, SelectFilter } from '../../lists/filter-bar.tsx'
import { PagedList } from '../../lists/paged-list.tsx'
import { SavedViews } from '../../lists/saved-views/saved-views.tsx'
import { SearchFilter } from '../../lists/search-filter.tsx'
import { useFilters } from '../../lists/use-filters.ts'
import { useCan } from '../../session/session.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { endAllSessions, usersQuery } from './user-calls.ts'
import { UserDialog } from './user-dialog.tsx'
import { USER_FIELDS } from './user-form-fields.ts'
import { UserTable } from './user-table.tsx'

/** Ends the sessions of all users but the current one, after a confirmation. */
function EndSessionsButton() {
  const confirm = useConfirm()
  const endMutation = useAction({
    action: endAllSessions,
    getSuccessMessage: (reply) => reply.message,
    failureMessage: USER_MESSAGES.sessionsFailed,
    refetch: () => undefined,
  })
  const ask = () =>
    confirm({
      title: '结束全部用户的会话？',
      content: '所有会员与同事在各处都会立即退出登录，没有保存的内容可能丢失。只有您当前的会话保留。',
      okText: '全部结束',
      isDangerous: true,
      onOk: () => endMutation.mutateAsync(),
    })
  return (
    <Button loading={endMutation.isPending} onClick={ask}>
      结束全部会话
    </Button>
  )
}

type OpenDialog = { dialog: 'user'; user: UserRecord | undefined } | { dialog: 'password'; user: UserRecord }

/** The users screen: filters, a paged table, and the dialogs to create and edit an account. */
export function UsersScreen() {
  const client = useQueryClient()
  const canEdit = useCan('users:write')
  const canReadContacts = useCan('contacts:read')
  const filters = useFilters(ADMIN_SCREENS.users.filters)
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null)
  const pageQuery = useQuery({ ...usersQuery(filters.queryString), placeholderData: keepPreviousData })
  const canInvite = pageQuery.data?.canInvite ?? false
  function close() {
    setOpenDialog(null)
    // Also if nothing seems to have been saved: the reply to a save may have been lost.
    void invalidate(client, userCalls.list)
  }

  return (
    <ScreenContent>
      <ScreenHeader
        title={ADMIN_SCREENS.users.title}
        description="前台的注册访客和后台的同事，都在这里。"
        actions={
          canEdit && (
            <>
              <EndSessionsButton />
              <Button
                type="primary"
                icon={<UserRoundPlus className="size-4.5" aria-hidden />}
                // The list reports whether emails can be sent: if so, the form preselects an invitation.
                disabled={pageQuery.isPending}
                onClick={() => setOpenDialog({ dialog: 'user', user: undefined })}
              >
                添加用户
              </Button>
            </>
          )
        }
      />
      <SavedViews list="users" />
      <FilterBar
        label="筛选用户"
        activeCount={filters.countSet(['role', 'status'])}
        search={
          <SearchFilter
            label="搜索"
            placeholder={canReadContacts ? '姓名、邮箱或公司' : '姓名或公司'}
            {...filters.getFieldProps('search')}
          />
        }
      >
        <SelectFilter label="角色" options={USER_FIELDS.role.options} {...filters.getFieldProps('role')} />
        <SelectFilter label="状态" options={USER_FIELDS.status.options} {...filters.getFieldProps('status')} />
      </FilterBar>
      <PagedList
        query={pageQuery}
        filters={filters}
        errorMessage={USER_MESSAGES.listFailed}
        emptyContent={<p>还没有用户。</p>}
        itemName="用户"
        unit="位"
      >
        {(users) => (
          <UserTable
            users={users}
            canInvite={canInvite}
            onEdit={(user) => setOpenDialog({ dialog: 'user', user })}
            onResetPassword={(user) => setOpenDialog({ dialog: 'password', user })}
          />
        )}
      </PagedList>
      {openDialog?.dialog === 'user' && (
        <UserDialog user={openDialog.user} canInvite={canInvite} onClose={close} onSaved={close} />
      )}
      {openDialog?.dialog === 'password' && <PasswordDialog user={openDialog.user} onClose={close} />}
    </ScreenContent>
  )
}
