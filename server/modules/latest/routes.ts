import { latestCalls } from '#contracts/latest/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import { LATEST_TOPICS, type LatestService } from './service.ts'

export const latestRoutes = (latest: LatestService) => [
  defineRoute(latestCalls.get, () => latest.get(), { invalidatedBy: LATEST_TOPICS, expiresAt: latest.getNextExpiry }),
]
