import { randomBytes } from 'node:crypto'
import { createGunzip } from 'node:zlib'
import { PROJECT_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { ProjectAnalysis, ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import type { ActEntry } from '#contracts/evaluation-projects/record.ts'
import {
  REPORT_FORMAT,
  type ReportData,
  type ReportReply,
  type SignedReport,
} from '#contracts/evaluation-projects/report.ts'
import type { ReportRuns } from '#contracts/evaluation-projects/report-runs.ts'
import type { OpenedSeal } from '#contracts/evaluation-projects/seal.ts'
import { EXPORT_CONTENT_TYPES } from '#contracts/mime-types.ts'
import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import { listUnsigned } from '#contracts/rules/evaluation/final-table.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import { isReportId } from '#server/modules/evaluation/service.ts'
import { type FileService, toAppendixKey } from '#server/modules/files/service.ts'
import type { PublishedEvaluationService } from '#server/modules/published-evaluations/service.ts'
import { AppError, conflict, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import { sha256Hex } from '#server/platform/sha256.ts'
import { createWorkerPool } from '#server/platform/worker-pool.ts'
import { getCountedScores } from '../projects.ts'
import type { Seals } from '../seals/service.ts'
import { createAppendixWriter } from './appendix-writer.ts'
import type * as documentWriters from './document-worker.ts'
import type { FirstTrials, ProjectRecord } from './document-worker.ts'
import { createReportKeys, type Signer } from './keys.ts'
import type { RunEvidence } from './run-evidence.ts'
import { findReport, insertReport } from './store.ts'
import { createWrittenFiles } from './written-files.ts'

/** The length that `isReportId` expects. */
const ID_BYTES = 16

/** The largest document takes some seconds on a small machine. */
const POOL_LIMITS = { queueMax: 50, timeoutMs: 60_000 } as const

type ReportFormat = 'json' | 'xlsx' | 'docx'

/**
 * The change feed's topic for reports of projects. A report becomes outdated when its project moves back, and is
 * deleted with its project.
 */
export const PROJECT_REPORTS_TOPIC = 'evaluation-project-reports'

export type Reports = ReturnType<typeof createReports>

/**
 * An analysis, with the data that it was calculated from; `profile` is the title of the use case of its weights, `reason` that
 * of 定稿.
 */
export type PreparedReport = {
  analyzed: ProjectView
  figures: ProjectAnalysis
  profile: string | null
  reason: string
  runs: PreparedRuns
  signer: Signer
}

/** The runs of a report, whose appendix is already stored under the report's id; `version` is that of `RunEvidence`. */
type PreparedRuns = { reportId: string; version: string; part: ReportRuns | null }

type Dependencies = {
  database: Database
  clock: Clock
  encryption: Encryption
  publishedEvaluations: Pick<PublishedEvaluationService, 'findReport' | 'findPublishing'>
  files: FileService
  runEvidence: RunEvidence
  seals: Pick<Seals, 'open'>
  publicUrl: string
}

/** Creates the service for reports of finished projects: frozen, hashed, signed, and never changed. */
export function createReports(dependencies: Dependencies) {
  const { database, clock, encryption, publishedEvaluations, files, runEvidence, seals, publicUrl } = dependencies
  const keys = createReportKeys({ database, clock, encryption })
  const pool = createWorkerPool<typeof documentWriters>(new URL('./document-worker.ts', import.meta.url), POOL_LIMITS)
  const writtenFiles = createWrittenFiles()

  async function getReport(id: string): Promise<ReportReply> {
    if (!isReportId(id)) throw notFound(MESSAGES.reportNotFound)
    const projectReport = await findReport(database.read, id)
    // A published report can be verified even if its project is in the recycle bin, or was deleted with its owner's
    // account.
    const row = projectReport ?? (await publishedEvaluations.findReport(id))
    if (!row) throw notFound(MESSAGES.reportNotFound)
    const { hash, signature, keyId } = row
    if (!isReportData(row.dataJson)) throw new Error(`report ${id} has another format`)
    const isCurrent = !projectReport || projectReport.currentId === id
    return {
      data: row.dataJson,
      hash,
      signature,
      keyId,
      isCurrent,
      newerAt: isCurrent ? null : projectReport.finishedAt,
      ...(await publishedEvaluations.findPublishing(id)),
    }
  }

  return {
    close: pool.close,
    getSigner: keys.getSigner,
    reencryptSecrets: keys.reencryptSecrets,

    listKeys: async () => ({ keys: await keys.list() }),

    /**
     * Prepares the part of a report on the runs of a project, and stores its appendix: outside of a transaction, since
     * there may be many trials. What no report refers to in the end is deleted later. Throws `conflict` while a run
     * hasn't ended.
     */
    async prepareRuns(projectId: string): Promise<PreparedRuns> {
      const reportId = randomBytes(ID_BYTES).toString('base64url')
      const writer = createAppendixWriter()
      const { version, runs, deleted } = await runEvidence.collect(projectId, writer.write)
      const written = await writer.end()
      if (written)
        await files.save({
          key: toAppendixKey(reportId),
          bytes: written.compressed,
          mimetype: 'application/gzip',
          originalName: 'appendix.jsonl.gz',
        })
      const hasRuns = runs.length > 0 || deleted.length > 0
      return { reportId, version, part: hasRuns ? { runs, deleted, appendix: written?.appendix ?? null } : null }
    },

    /**
     * Freezes a project into a signed report, inside the caller's transaction. `project` already includes its last
     * step; `record` are all acts up to it. Returns the report's id and hash. Throws `versionConflict` if it isn't what was analyzed any more, or its runs aren't.
     */
    async freeze(
      transaction: Transaction,
      project: ProjectView,
      { analyzed, figures, profile, reason, runs, signer, record }: PreparedReport & { record: readonly ActEntry[] },
    ): Promise<{ id: string; hash: string }> {
      const { db } = transaction
      if (getAnalyzedData(project) !== getAnalyzedData(analyzed)) throw new AppError('versionConflict', MESSAGES.stale)
      if ((await runEvidence.getVersion(db, project.id)) !== runs.version)
        throw new AppError('versionConflict', MESSAGES.stale)
      const { reportId: id, part } = runs
      const createdAt = timestamp(clock)
      const opened = await seals.open(transaction, project.id)
      const data = toCanonicalJson(
        toReportData(project, figures, { id, createdAt, profile, reason, runs: part, seals: opened, record }),
      )
      const hash = sha256Hex(data)
      await insertReport(db, {
        id,
        projectId: project.id,
        dataJson: data,
        hash,
        signature: signer.sign(data),
        keyId: signer.keyId,
        createdAt,
      })
      return { id, hash }
    },

    /** Returns a report. Throws `notFound` if it doesn't exist or the id is malformed. */
    get: getReport,

    /** Returns the trials of the runs of a report as a file. Throws `notFound` if the report or its appendix doesn't exist. */
    async exportAppendix(id: string) {
      const { data } = await getReport(id)
      if (!data.runs?.appendix) throw notFound()
      const { stream } = await (await files.getPrivate(toAppendixKey(id))).open()
      const bytes = createGunzip()
      stream.on('error', (error) => bytes.destroy(error)).pipe(bytes)
      return {
        bytes,
        mimetype: 'application/jsonl; charset=utf-8',
        extension: 'jsonl',
        name: `${data.project.name}-实测附录-${toDay(new Date(data.createdAt))}`,
      }
    },

    /** Returns the workbook of a project; `trials` are those of its runs, `null` without runs. Throws `unavailable` under load. */
    writeProjectWorkbook: async (record: ProjectRecord, trials: FirstTrials | null): Promise<Buffer> =>
      Buffer.from(await pool.run<Uint8Array>('writeProjectWorkbook', { record, trials })),

    /** Returns a report as a file. JSON contains the signed data and the signature. Throws `notFound`. */
    async export(id: string, format: ReportFormat) {
      const report = await getReport(id)
      const name = `${report.data.project.name}-${format === 'docx' ? '评审报告' : '评估报告'}-${toDay(new Date(report.data.createdAt))}`
      return {
        bytes: await writeReport(report, format),
        mimetype: EXPORT_CONTENT_TYPES[format],
        extension: format,
        name,
      }
    },
  }

  async function writeReport(report: ReportReply, format: ReportFormat): Promise<Buffer> {
    if (format === 'json') return Buffer.from(JSON.stringify(toSignedReport(report)))
    const url = `${publicUrl}/evaluation/reports/${report.data.id}`
    // What a file depends on: the report itself, and whether it is published, which its first page says.
    const key = [format, report.data.id, report.hash, report.isPublished].join(' ')
    return writtenFiles.get(key, async () =>
      Buffer.from(
        format === 'xlsx'
          ? await pool.run<Uint8Array>('writeReportWorkbook', report)
          : await pool.run<Uint8Array>('writeReportDocument', { report, url }),
      ),
    )
  }
}

/** Returns the data from which the figures are calculated, as canonical JSON. */
const getAnalyzedData = ({
  setup,
  judges,
  scores,
  interest,
  offers,
  measurements,
  tasks,
  trials,
}: ProjectView): string => toCanonicalJson({ setup, judges, scores, interest, offers, measurements, tasks, trials })

/** Returns what a file contains: what became of the report since is for the platform to say. */
const toSignedReport = ({ data, hash, signature, keyId }: ReportReply): SignedReport => ({
  data,
  hash,
  signature,
  keyId,
})

/**
 * Returns whether stored data are a report in this format. They aren't parsed with a schema, because a default added
 * later would change the signed data.
 */
export const isReportData = (data: unknown): data is ReportData => isObject(data) && data.format === REPORT_FORMAT

const isAbsent = ({ status }: ProjectView['judges'][number]): boolean => status !== 'submitted' && status !== 'removed'

type ReportExtras = Pick<ReportData, 'id' | 'createdAt'> & {
  profile: string | null
  reason: string
  runs: ReportRuns | null
  seals: OpenedSeal[]
  record: readonly ActEntry[]
}

/** Returns the data of a report. Throws `conflict` if nothing is scored or the setup was never locked. */
function toReportData(
  project: ProjectView,
  { analysis, firstRound, trialAnalysis, trialCounts }: ProjectAnalysis,
  { id, createdAt, profile, reason, runs, seals, record }: ReportExtras,
): ReportData {
  const { lockedAt, lockHash, interest, signing } = project
  if (!analysis) throw conflict(MESSAGES.noCountedScores)
  if (lockedAt === null || lockHash === null) throw conflict()
  const { name, description, ownerName, methodVersion, setup, scores, tasks, trials, steps } = project
  const { offers, measurements } = project
  const { judges } = getCountedScores(project)
  const unsigned = listUnsigned(judges, signing)
  return {
    format: REPORT_FORMAT,
    id,
    project: { name, description, ownerName },
    methodVersion,
    createdAt,
    lockedAt,
    lockHash,
    setup,
    profile,
    judges: judges.map((judge) => ({
      id: judge.id,
      name: judge.name,
      submittedAt: judge.submittedAt,
      othersVisibleAt: judge.othersVisibleAt,
    })),
    absentJudges: project.judges.filter(isAbsent).map((judge) => judge.name),
    scores,
    interest,
    signing: {
      ...signing,
      unsigned: unsigned.map((judge) => judge.name),
      unsignedReason: unsigned.length > 0 ? reason : '',
    },
    ...(offers.length > 0 && { offers }),
    ...(measurements.length > 0 && { measurements }),
    ...(trialCounts.length > 0 && { trialCounts }),
    tasks,
    trials,
    steps,
    analysis,
    firstRound,
    trialAnalysis,
    ...(runs && { runs }),
    ...(seals.length > 0 && { seals }),
    record: record.map(({ id: _id, ...act }) => act),
  }
}
