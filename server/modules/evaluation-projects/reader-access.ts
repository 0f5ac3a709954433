/** Gives people other than the owner read access: by a reader's link, and to the public example. */

import { ACT_RIGHTS } from '#contracts/colleagues/roles.ts'
import { DAY_MS } from '#contracts/durations.ts'
import { PROJECT_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { ReaderLink, ReaderLinkCreate } from '#contracts/evaluation-projects/project.ts'
import type { ProjectAnalysis, ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { PAGES } from '#contracts/paths.ts'
import { notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { sha256 } from '#server/platform/sha256.ts'
import { createToken } from '#server/platform/token.ts'
import type { AnalyzeProject } from './analysis.ts'
import { recordVisibility } from './judges/score-visibility.ts'
import { canReadByLink } from './policy.ts'
import type { Owner, Projects } from './projects.ts'
import { findExampleProject, findReadableProject, type ProjectRow } from './store.ts'
import { type Project, toProject } from './view.ts'

type Dependencies = {
  database: Database
  clock: Clock
  projects: Projects
  analyze: AnalyzeProject
  publicUrl: string
}

/** Creates the functions for readers and their link. */
export function createReaderAccess({ database, clock, projects, analyze, publicUrl }: Dependencies) {
  async function getAnalyzedView(row: ProjectRow): Promise<ProjectView & ProjectAnalysis> {
    const view = await projects.getView(toProject(row), 'reader')
    return { ...view, ...(await analyze(view)) }
  }

  async function findByToken(token: string): Promise<ProjectRow> {
    const row = await findReadableProject(database.read, sha256(token))
    authorize(canReadByLink(row, timestamp(clock)), notFound(MESSAGES.readerLinkInvalid))
    return row
  }

  async function findExample(): Promise<ProjectRow> {
    const row = await findExampleProject(database.read)
    if (!row) throw notFound(MESSAGES.notFound)
    return row
  }

  return {
    /** Creates a link with which anyone can read the project, and revokes the previous one. Throws `notFound`. */
    async replaceLink(id: string, { days }: ReaderLinkCreate, owner: Owner): Promise<ReaderLink> {
      const token = createToken()
      const expiresAt = days === null ? null : new Date(clock.now().getTime() + days * DAY_MS).toISOString()
      const describe = () => ({ summary: days === null ? '长期有效' : `${days}天有效` })
      const readerTokenHash = sha256(token)
      await projects.change(
        id,
        { owner, act: 'readerLinkCreated', right: ACT_RIGHTS.openToReaders, describe },
        async (project, transaction) => {
          await recordVisibility(transaction.db, { ...project, readerTokenHash }, timestamp(clock))
          return { readerTokenHash, readerLinkExpiresAt: expiresAt }
        },
      )
      // In the fragment, so that servers and their logs never see the token.
      return { link: `${publicUrl}${PAGES.sharedProject}#${token}`, expiresAt }
    },

    /** Revokes the readers' link. Throws `notFound`. */
    async removeLink(id: string, owner: Owner): Promise<void> {
      await projects.change(id, { owner, act: 'readerLinkRemoved', right: ACT_RIGHTS.openToReaders }, () => ({
        readerTokenHash: null,
        readerLinkExpiresAt: null,
      }))
    },

    /**
     * Returns the project that a reader's link opens, with its analysis. Throws `notFound` if the link is revoked,
     * expired or invalid.
     */
    getByToken: async (token: string): Promise<ProjectView & ProjectAnalysis> =>
      getAnalyzedView(await findByToken(token)),

    /** Returns the example with its analysis. Throws `notFound` if none was loaded. */
    getExample: async (): Promise<ProjectView & ProjectAnalysis> => getAnalyzedView(await findExample()),

    /** Returns the project of a reader's link, or the example without one, with all its tasks. Throws `notFound`. */
    getReadable: async (token: string | undefined): Promise<Pick<Project, 'id' | 'status' | 'tasks'>> =>
      toProject(token === undefined ? await findExample() : await findByToken(token)),
  }
}
