/** Exports for a project's owner: the analysis, the entire project as a file, and evidence files. */
import { Readable } from 'node:stream'
import type { ProjectAnalysis } from '#contracts/evaluation-projects/project-view.ts'
import { EXPORT_CONTENT_TYPES } from '#contracts/mime-types.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import type { FileService, ServedFile } from '#server/modules/files/service.ts'
import { notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { eachInTurns } from '#server/platform/event-loop.ts'
import type { AnalyzeProject } from './analysis.ts'
import { listEvidence } from './judging/store.ts'
import type { OwnerId, Projects } from './projects.ts'
import type { FirstTrials, ProjectRecord } from './reports/document-worker.ts'
import type { ExportedTrial, RunEvidence } from './reports/run-evidence.ts'
import type { Reports } from './reports/service.ts'

type Dependencies = {
  database: Database
  clock: Clock
  projects: Projects
  analyze: AnalyzeProject
  files: FileService
  runEvidence: Pick<RunEvidence, 'describe' | 'readTrials'>
  reports: Pick<Reports, 'writeProjectWorkbook'>
}

/** Creates the functions that analyze and export a project for its owner. */
export function createExports({ database, clock, projects, analyze, files, runEvidence, reports }: Dependencies) {
  return {
    /** Returns the analysis of a project's scores and trials, each `null` if there are none. Throws `notFound`. */
    async analyze(id: string, ownerId: OwnerId): Promise<ProjectAnalysis> {
      return analyze((await projects.get(id, ownerId)).value)
    },

    /** Returns a project as its owner sees it, with its analysis and its runs, as a file. Throws `notFound`. */
    async export(id: string, format: 'json' | 'xlsx', ownerId: OwnerId) {
      const { value: project } = await projects.get(id, ownerId)
      const figures = await analyze(project)
      const described = await runEvidence.describe(id)
      const hasRuns = described.runs.length > 0 || described.deleted.length > 0
      const acts = await projects.listActs(database.read, id)
      const record = { project, ...figures, ...(hasRuns && { runs: { ...described, appendix: null } }), record: acts }
      const trials = runEvidence.readTrials(id)
      const bytes =
        format === 'json'
          ? Readable.from(writeJson(record, trials), { objectMode: false })
          : await reports.writeProjectWorkbook(record, hasRuns ? await listFirstTrials(trials) : null)
      const name = `${project.name}-评估项目-${toDay(clock.now())}`
      return { bytes, mimetype: EXPORT_CONTENT_TYPES[format], extension: format, name }
    },

    /** Returns a judge's evidence file, available from 复议 on. Throws `notFound`. */
    async getEvidence(id: string, fileId: string, ownerId: OwnerId): Promise<ServedFile> {
      const { value } = await projects.get(id, ownerId)
      const isVisible = value.scores.some((score) => score.files.some((file) => file.id === fileId))
      authorize(isVisible, notFound())
      const file = (await listEvidence(database.read, id)).find((item) => item.id === fileId)
      if (!file) throw notFound()
      return files.getPrivate(file.fileKey)
    },
  }
}

type TrialPages = AsyncIterable<readonly ExportedTrial[]>

/** Writes a project with its trials last, which may be many. */
async function* writeJson(record: ProjectRecord, pages: TrialPages): AsyncGenerator<string> {
  yield `${JSON.stringify(record).slice(0, -1)},"runTrials":[`
  let separator = ''
  for await (const trials of pages)
    for await (const trial of eachInTurns(trials)) {
      yield separator + JSON.stringify(trial)
      separator = ','
    }
  yield ']}'
}

/** More rows of a workbook in memory would hold up other requests. */
const TRIAL_ROWS = 1_000

async function listFirstTrials(pages: TrialPages): Promise<FirstTrials> {
  const trials: ExportedTrial[] = []
  let isCut = false
  for await (const page of pages) {
    trials.push(...page.slice(0, TRIAL_ROWS - trials.length))
    isCut = trials.length === TRIAL_ROWS
    if (isCut) break
  }
  return { trials, isCut }
}
