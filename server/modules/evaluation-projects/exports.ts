/** Exports for a project's owner: the analysis, the entire project as a file, and evidence files. */

import type { ProjectAnalysis } from '#contracts/evaluation-projects/project-view.ts'
import { EXPORT_CONTENT_TYPES } from '#contracts/mime-types.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import type { FileService, ServedFile } from '#server/modules/files/service.ts'
import { notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { writeWorkbook } from '#server/platform/tables/xlsx.ts'
import type { AnalyzeProject } from './analysis.ts'
import { listEvidence } from './judging/store.ts'
import type { OwnerId, Projects } from './projects.ts'
import { listSheets } from './sheets.ts'

type Dependencies = {
  database: Database
  clock: Clock
  projects: Projects
  analyze: AnalyzeProject
  files: FileService
}

/** Creates the functions that analyze and export a project for its owner. */
export function createExports({ database, clock, projects, analyze, files }: Dependencies) {
  return {
    /** Returns the analysis of a project's scores and trials, each `null` if there are none. Throws `notFound`. */
    async analyze(id: string, ownerId: OwnerId): Promise<ProjectAnalysis> {
      return analyze((await projects.get(id, ownerId)).value)
    },

    /** Returns a project as its owner sees it, with its analysis, as a file. Throws `notFound`. */
    async export(id: string, format: 'json' | 'xlsx', ownerId: OwnerId) {
      const { value: project } = await projects.get(id, ownerId)
      const figures = await analyze(project)
      const bytes =
        format === 'json'
          ? Buffer.from(JSON.stringify({ project, ...figures }))
          : await writeWorkbook(listSheets({ ...project, ...figures }))
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
