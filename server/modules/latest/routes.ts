import { latestCalls } from '#contracts/latest/calls.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import { LATEST_CHANGES, type LatestService } from './service.ts'

export const latestRoutes = (latest: LatestService) => [
  answer(latestCalls.get, () => latest.get(), { dependsOn: LATEST_CHANGES, endsAt: latest.findNextEnd }),
]
