import { RUN_MESSAGES as MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import { conflict } from '#server/platform/app-error.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { listRuns } from './store.ts'

/** Lets no other run of a project begin, or go on after its end, until the transaction ends. */
export const lockRuns = ({ lockName }: Transaction, projectId: string): Promise<void> =>
  lockName(`evaluation-runs ${projectId}`)

/** Throws `conflict` while a run of a project is active. The caller has locked them. */
export async function assertNoneActive({ db }: Transaction, projectId: string): Promise<void> {
  const runs = await listRuns(db, projectId)
  if (runs.some(({ status }) => status === 'running' || status === 'paused')) throw conflict(MESSAGES.active)
}
