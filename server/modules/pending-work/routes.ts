import { pendingWorkCalls } from '#contracts/pending-work/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { PendingWorkService } from './service.ts'

export const pendingWorkRoutes = (pendingWork: PendingWorkService) => [
  defineRoute(pendingWorkCalls.list, ({ user }) => pendingWork.list(user)),
]
