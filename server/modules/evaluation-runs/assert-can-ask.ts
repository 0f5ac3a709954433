import { RUN_MESSAGES as MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import type { EvaluationProjectService } from '#server/modules/evaluation-projects/service.ts'
import { conflict, forbidden } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import type { Queryable } from '#server/platform/database/database.ts'

type Projects = Pick<EvaluationProjectService, 'canRun'> & {
  connections: Pick<EvaluationProjectService['connections'], 'isEnabled'>
}

/**
 * Throws `forbidden` if the operator has switched real runs off, and `conflict` after 定稿. Whatever has agents asked
 * begins with it. The limits per time aren't part of it: every call counts towards them, and waits for them.
 */
export async function assertCanAsk(projects: Projects, projectId: string, db?: Queryable): Promise<void> {
  authorize(projects.connections.isEnabled, forbidden(MESSAGES.disabled))
  if (!(await projects.canRun(projectId, db))) throw conflict(MESSAGES.projectClosed)
}
