/** Judges sign the final table of a project. */
import { PROJECT_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { JudgeCredentials, Judging } from '#contracts/evaluation-projects/score.ts'
import type { Signature, SignatureCreate } from '#contracts/evaluation-projects/signing.ts'
import { listValidSignatures } from '#contracts/rules/evaluation/final-table.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { JudgeAccess, JudgingCaller } from '../judges/judge-access.ts'
import type { JudgingService } from '../judging/service.ts'
import { canSign } from '../policy.ts'
import { assertPrecondition, type Projects } from '../projects.ts'
import { toJudgeActor } from '../record/service.ts'
import { insertSignature } from './store.ts'

type Dependencies = {
  database: Database
  clock: Clock
  projects: Projects
  judgeAccess: JudgeAccess
  judging: Pick<JudgingService, 'open'>
}

/** Creates the function with which judges sign. */
export function createSigning({ database, clock, projects, judgeAccess, judging }: Dependencies) {
  return {
    /**
     * Signs the final table as a judge who counts; the same signature isn't stored again. Throws `notFound`, `conflict` outside
     * of 复议, before a declaration of interest, and if the table isn't the one that was seen.
     */
    async sign(credentials: JudgeCredentials, input: SignatureCreate, user: JudgingCaller): Promise<Judging> {
      await database.write(async (transaction) => {
        const { judge, project, interest } = await judgeAccess.lock(transaction, credentials, user)
        assertPrecondition(canSign(project.status, judge), MESSAGES.cannotSign)
        assertPrecondition(interest.hasDeclared, MESSAGES.undeclared)
        const { signing } = await projects.getViewInTransaction(
          transaction.db,
          project,
          'report',
          project.methodVersion,
        )
        assertPrecondition(input.tableHash === signing.tableHash, MESSAGES.tableChanged)
        const current = listValidSignatures(signing).find((signature) => signature.judge === judge.id)
        if (current && isSame(current, input)) return
        await insertSignature(transaction.db, {
          ...input,
          projectId: project.id,
          ordinal: signing.signatures.length + 1,
          judgeId: judge.id,
          signedAt: timestamp(clock),
        })
        const summary = input.position === 'agreed' ? '同意' : '保留意见'
        await projects.record(transaction, project.id, { actor: toJudgeActor(judge), act: 'tableSigned', summary })
      })
      return judging.open(credentials, user)
    },
  }
}

const isSame = (signature: Signature, input: SignatureCreate): boolean =>
  signature.name === input.name &&
  signature.position === input.position &&
  signature.reason === input.reason &&
  signature.drawing === input.drawing
