import type { AgentService } from '#server/modules/agents/service.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { ColleagueAccess } from '#server/modules/colleagues/service.ts'
import type { MethodService } from '#server/modules/evaluation/service.ts'
import type { EvaluationAnalysisService } from '#server/modules/evaluation-analysis/service.ts'
import type { EvaluationCheckService } from '#server/modules/evaluation-checks/service.ts'
import type { FileService } from '#server/modules/files/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { PublishedEvaluationService } from '#server/modules/published-evaluations/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import { createProjectAnalysis } from './analysis.ts'
import { createStatusChange } from './change-status.ts'
import { createConnections } from './connections/service.ts'
import { createExports } from './exports.ts'
import { createInterest } from './interest/service.ts'
import { createJudgeAccess } from './judges/judge-access.ts'
import { createJudgeMailer } from './judges/judge-mailer.ts'
import { createJudges } from './judges/service.ts'
import { createEvidence } from './judging/evidence.ts'
import { createJudging } from './judging/service.ts'
import { createMeasurements } from './measurements.ts'
import { createMemberData, removeAccountData } from './member-data.ts'
import { createOffers } from './offers.ts'
import { createOwnedProjects } from './owned-projects.ts'
import { canChangeTrials } from './policy.ts'
import { createProjects } from './projects.ts'
import { createReaderAccess } from './reader-access.ts'
import { createProjectRecord } from './record/service.ts'
import type { RunEvidence } from './reports/run-evidence.ts'
import { createReports } from './reports/service.ts'
import { createSeals } from './seals/service.ts'
import { createProjectSharing } from './sharing.ts'
import { createSigning } from './signing/service.ts'
import {
  findAnyProject,
  findProjectState,
  findPublishableProject,
  listPublishableProjects,
  lockProject,
  type PublishableRow,
} from './store.ts'
import { createTasks } from './tasks/service.ts'
import { createTrials } from './trials/service.ts'
import { createVendorAnswers, type TakenAnswers } from './vendor-answers/service.ts'

export type { CallCounter } from './connections/service.ts'
export { PLATFORM } from './record/service.ts'
export { PROJECT_REPORTS_TOPIC } from './reports/service.ts'
export { writeTaskFile } from './tasks/service.ts'
export type { PublishableRow, RunEvidence, TakenAnswers }
/** The change feed's topic for the example. It is never published, because the example never changes. */
export const EXAMPLE_TOPIC = 'evaluation-example'

export type EvaluationProjectService = ReturnType<typeof createEvaluationProjectService>

type Dependencies = {
  database: Database
  clock: Clock
  methods: MethodService
  analysis: EvaluationAnalysisService
  checks: EvaluationCheckService
  products: ProductService
  accounts: IdentityService['accounts']
  files: FileService
  settings: SettingsService
  audit: AuditService
  mail: MailService
  encryption: Encryption
  publishedEvaluations: PublishedEvaluationService
  agents: AgentService
  runEvidence: RunEvidence
  /** Whether members may connect agents and have them asked. */
  realRuns: boolean
  publicUrl: string
  colleagues: ColleagueAccess
}

/**
 * Creates the service for evaluation projects: a member's decision from setup to report. A project belongs to its owner,
 * who shares it with colleagues; staff have no access to it.
 */
export function createEvaluationProjectService(dependencies: Dependencies) {
  const {
    database,
    clock,
    methods,
    products,
    accounts,
    files,
    settings,
    audit,
    mail,
    encryption,
    publishedEvaluations,
    agents,
    runEvidence,
    realRuns,
    publicUrl,
    colleagues,
  } = dependencies
  const projectRecord = createProjectRecord({ clock, audit })
  const projects = createProjects({ database, clock, methods, projectRecord, colleagues, accounts, runEvidence })
  const analyze = createProjectAnalysis(dependencies.analysis, runEvidence)
  const seals = createSeals({ database, clock, encryption, projects })
  const reports = createReports({
    database,
    clock,
    encryption,
    publishedEvaluations,
    files,
    runEvidence,
    seals,
    publicUrl,
  })
  const trials = createTrials({ database, clock, projects })
  const tasks = createTasks({ database, clock, projects, trials, checks: dependencies.checks })
  const connections = createConnections({
    database,
    clock,
    projects,
    agents,
    settings,
    encryption,
    realRuns,
    publicUrl,
  })
  const sharing = createProjectSharing({ clock, projects, accounts, settings, colleagues })
  const judgeAccess = createJudgeAccess({ database, clock })
  const judgeMailer = createJudgeMailer({ accounts, mail, settings, publicUrl })
  const judging = createJudging({ database, clock, judgeAccess, trials, runEvidence, record: projects.record })

  return {
    get: projects.get,
    record: projects.record,
    getAuthorship: projects.getAuthorship,
    listRecord: projects.listRecord,
    exportRecord: projects.exportRecord,
    owned: createOwnedProjects({ database, clock, projects, methods, products, files, settings, colleagues }),
    changeStatus: createStatusChange({ clock, projects, methods, analyze, reports, judgeMailer }),
    judges: createJudges({ database, clock, projects, mailer: judgeMailer, publicUrl, colleagues }),
    judging,
    interest: createInterest({ database, clock, projects, judgeAccess, judging, runEvidence }),
    signing: createSigning({ database, clock, projects, judgeAccess, judging }),
    judgeAccess,
    evidence: createEvidence({ database, clock, judgeAccess, files, settings }),
    offers: createOffers({ projects }),
    measurements: createMeasurements({ projects }),
    vendorAnswers: createVendorAnswers({ database, clock, projects }),
    tasks,
    trials,
    seals,
    connections,
    readerAccess: createReaderAccess({ database, clock, projects, analyze, publicUrl }),
    exports: createExports({ database, clock, projects, analyze, files, runEvidence, reports }),
    reports,
    memberData: createMemberData({ database, projects, connections }),
    sharing,
    /** Passes on or deletes what belongs to an account that is being deleted, inside the caller's transaction. */
    removeAccountData: (transaction: Transaction, userId: string) => removeAccountData(transaction, userId, sharing),

    /** Locks a project until the transaction ends, before any of its runs. */
    async lock({ db }: Transaction, id: string): Promise<void> {
      await lockProject(db, id)
    },

    /** Returns whether the candidates of a project may be asked: it isn't deleted, and has no report yet. */
    async canRun(id: string, db: Queryable = database.read): Promise<boolean> {
      const project = await findProjectState(db, id)
      return project?.deletedAt === null && canChangeTrials(project.status)
    },

    /** Returns the id of a project's owner; `undefined` for the example, and if the project is deleted. */
    findOwnerId: async (id: string, db: Queryable = database.read): Promise<string | undefined> =>
      (await findAnyProject(db, id))?.ownerId ?? undefined,

    /** Returns the name of a project; empty if it is deleted. */
    findName: async (id: string): Promise<string> => (await findAnyProject(database.read, id))?.name ?? '',

    /** Lists the projects that may be published: those of staff that were finished since a time, and the example. */
    listPublishable: (since: string): Promise<PublishableRow[]> => listPublishableProjects(database.read, since),

    /** Returns the project of a report if it may be published; `undefined` otherwise. */
    findPublishable: (reportId: string, db: Queryable = database.read): Promise<PublishableRow | undefined> =>
      findPublishableProject(db, reportId),
  }
}
