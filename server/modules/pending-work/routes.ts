import { pendingWorkCalls } from '#contracts/pending-work/calls.ts'
import type { InboxService } from '#server/modules/inbox/service.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { PendingWorkService } from './service.ts'

export const pendingWorkRoutes = (pendingWork: PendingWorkService, inbox: Pick<InboxService, 'countUnread'>) => [
  defineRoute(pendingWorkCalls.list, async ({ user }) => ({
    data: await pendingWork.list(user),
    unread: await inbox.countUnread(user),
  })),
  defineRoute(pendingWorkCalls.listOwn, ({ user }) => pendingWork.listOwn(user)),
]
