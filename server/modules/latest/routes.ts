import { latestCalls } from '#contracts/latest/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import { LATEST_TOPICS, type LatestService } from './service.ts'

/** Public route of what was added and changed most recently. */
export const latestRoutes = (latest: LatestService) => [
  defineRoute(latestCalls.get, () => latest.get(), { invalidatedBy: LATEST_TOPICS, expiresAt: latest.getNextExpiry }),
]
