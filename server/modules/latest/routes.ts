import { latestCalls } from '#contracts/latest/calls.ts'
import { handle } from '#server/platform/http/calls/handle.ts'
import { LATEST_TOPICS, type LatestService } from './service.ts'

export const latestRoutes = (latest: LatestService) => [
  handle(latestCalls.get, () => latest.get(), { dependsOn: LATEST_TOPICS, expiresAt: latest.findNextExpiry }),
]
