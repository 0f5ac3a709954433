/** A judge's side of a project: opening it, scoring cell by cell, evidence, handing in. */
import { randomUUID } from 'node:crypto'
import { PROJECT_MESSAGES as TEXTS } from '#contracts/evaluation-projects/messages.ts'
import type {
  EvidenceFile,
  Judging,
  JudgingAccess,
  ProjectScore,
  ScoreSave,
} from '#contracts/evaluation-projects/score.ts'
import type { NewTrial } from '#contracts/evaluation-projects/trial.ts'
import { suggestScores } from '#contracts/rules/evaluation/project-scores.ts'
import { type FileService, PRIVATE_PREFIX, type ServedFile } from '#server/modules/files/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { AppError, conflict, invalid, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Write } from '#server/platform/database/database.ts'
import { checkAttachment } from '#server/platform/files/attachment.ts'
import { sha256, sha256Hex } from '#server/platform/sha256.ts'
import { areScoresOpen } from './policy.ts'
import { assertStatus } from './projects.ts'
import {
  deleteEvidence,
  findJudgeByToken,
  findJudgeByUser,
  findProject,
  insertEvidence,
  insertScore,
  type JudgeRow,
  listEvidence,
  listJudges,
  listScores,
  listTrials,
  lockProject,
  updateJudge,
  updateScore,
} from './store.ts'
import type { Trials } from './trials.ts'
import { type Project, toProject, toScore, toTrial } from './view.ts'

const MB = 1024 * 1024
/** Files beside the scores of one judge. */
const EVIDENCE_MAX = 200

type Caller = { id: string } | null
type Dependencies = { database: Database; clock: Clock; files: FileService; settings: SettingsService; trials: Trials }

export function createJudging({ database, clock, files, settings, trials }: Dependencies) {
  async function findJudge(db: Queryable, access: JudgingAccess, user: Caller): Promise<JudgeRow | undefined> {
    if ('project' in access) return user ? findJudgeByUser(db, access.project, user.id) : undefined
    const judge = await findJudgeByToken(db, sha256(access.token))
    return judge && (judge.linkExpiresAt ?? '') > timestamp(clock) ? judge : undefined
  }

  /** Returns the judge and the project that an access opens. Throws `notFound`: revoked, expired, removed or never valid. */
  async function requireJudge(db: Queryable, access: JudgingAccess, user: Caller) {
    const judge = await findJudge(db, access, user)
    const row = judge && (await findProject(db, judge.projectId))
    if (!judge || judge.status === 'removed' || !row || row.deletedAt !== null) throw notFound(TEXTS.invitationInvalid)
    return { judge, project: toProject(row) }
  }

  /** Returns the same, the project locked until the transaction ends: steps and scores come one after another. */
  async function lockJudge({ tx }: Write, access: JudgingAccess, user: Caller) {
    const { project } = await requireJudge(tx, access, user)
    await lockProject(tx, project.id)
    return requireJudge(tx, access, user)
  }

  async function view(judge: JudgeRow, project: Project): Promise<Judging> {
    const isOpen = areScoresOpen(project.status)
    const [judges, scores, evidence, trialRows] = await Promise.all([
      listJudges(database.read, [project.id]),
      listScores(database.read, project.id, isOpen ? undefined : judge.id),
      listEvidence(database.read, project.id),
      listTrials(database.read, project.id),
    ])
    const visibleJudges = judges.filter(({ id, status }) => id === judge.id || (isOpen && status === 'submitted'))
    const visibleIds = new Set(visibleJudges.map(({ id }) => id))
    const projectTrials = trialRows.map(toTrial)
    return {
      project: {
        id: project.id,
        name: project.name,
        description: project.description,
        status: project.status,
        ownerName: project.ownerName,
      },
      judge: { id: judge.id, name: judge.name, status: judge.status },
      candidates: project.setup.candidates,
      groups: project.setup.groups,
      grades: project.setup.grades,
      scores: scores.filter(({ judgeId }) => visibleIds.has(judgeId)).map((score) => toScore(score, evidence)),
      judges: visibleJudges.map(({ id, name }) => ({ id, name })),
      tasks: project.tasks,
      trials: projectTrials,
      suggestions: suggestScores(project.tasks, projectTrials),
      isOpen,
    }
  }

  return {
    /** Opens a project for scoring. Throws `notFound` for a link that doesn't open one, `conflict` before 打分. */
    async open(access: JudgingAccess, user: Caller): Promise<Judging> {
      const { judge, project } = await requireJudge(database.read, access, user)
      assertStatus(project.status !== 'setup', TEXTS.notStarted)
      if (judge.status !== 'invited') return view(judge, project)
      const opened = await database.write(async (write) => {
        const locked = await lockJudge(write, access, user)
        if (locked.judge.status === 'invited') await updateJudge(write.tx, judge.id, { status: 'scoring' })
        return locked
      })
      return view({ ...opened.judge, status: 'scoring' }, opened.project)
    },

    /**
     * Saves a score. Throws `invalid` for what the project doesn't have, `conflict` after handing in, `staleRevision` if
     * the cell was changed elsewhere.
     */
    async save(access: JudgingAccess, user: Caller, input: ScoreSave): Promise<ProjectScore> {
      return database.write(async (write) => {
        const { tx } = write
        const { judge, project } = await lockJudge(write, access, user)
        assertCell(project, input)
        const { version, links, candidate, criterion, ...values } = input
        const own = (await listScores(tx, project.id, judge.id)).filter(
          (score) => score.candidate === candidate && score.criterion === criterion,
        )
        const round = getRound(assertOpenRound(project, judge), own)
        if (round === 2 && input.reason.trim() === '')
          throw invalid(TEXTS.reason, [{ path: 'score.reason', message: TEXTS.reason }])
        const cell = { judgeId: judge.id, candidate, criterion, round }
        const row = { ...values, linksJson: JSON.stringify(links), updatedAt: timestamp(clock) }
        const existing = own.find((score) => score.round === round)
        if ((existing?.version ?? 0) !== version) throw new AppError('staleRevision', TEXTS.scoreStale)
        if (!existing) await insertScore(tx, { ...cell, ...row, projectId: project.id, version: 1 })
        else if (!(await updateScore(tx, cell, version, row))) throw new AppError('staleRevision', TEXTS.scoreStale)
        const evidence = await listEvidence(tx, project.id)
        return toScore({ ...cell, ...row, linksJson: links, projectId: project.id, version: version + 1 }, evidence)
      })
    },

    /** Adds trials that the judge has run. Throws `invalid`, and `conflict` before 打分 and after 定稿. */
    addTrials: (access: JudgingAccess, user: Caller, added: readonly NewTrial[]): Promise<{ added: number }> =>
      database.write(async (write) => {
        const { project } = await lockJudge(write, access, user)
        assertStatus(project.status !== 'setup', TEXTS.notStarted)
        return trials.add(write, project, added)
      }),

    /** Returns how large a file may be, and what is said of a larger one. */
    async evidenceLimit() {
      const { maxFileSize } = await settings.getContent()
      return { maxBytes: maxFileSize * MB, tooLarge: TEXTS.evidenceTooLarge(maxFileSize) }
    },

    /** Keeps a file beside a score, private to the project. Throws as `save`, and what `checkAttachment` throws. */
    async saveEvidence(
      access: JudgingAccess,
      user: Caller,
      { candidate, criterion }: { candidate: string; criterion: string },
      upload: { bytes: Buffer; name: string },
    ): Promise<EvidenceFile> {
      const { judge, project } = await requireJudge(database.read, access, user)
      assertCell(project, { candidate, criterion, grade: null })
      assertOpenRound(project, judge)
      const own = (await listEvidence(database.read, project.id)).filter(({ judgeId }) => judgeId === judge.id)
      if (own.length >= EVIDENCE_MAX) throw conflict(TEXTS.evidenceMax(EVIDENCE_MAX))
      const { allowedFileTypes } = await settings.getContent()
      const allowed = { types: allowedFileTypes, refusal: TEXTS.evidenceType(allowedFileTypes) }
      const { bytes, mimetype, extension, filename } = await checkAttachment(upload.bytes, upload.name, allowed)
      const id = randomUUID()
      const fileKey = `${PRIVATE_PREFIX}evaluations/${id}.${extension}`
      const size = bytes.byteLength
      const hash = sha256Hex(bytes)
      await files.save({ key: fileKey, bytes, mimetype, originalName: filename }, async (write) => {
        // The project may have gone on while the file was read.
        const locked = await lockJudge(write, access, user)
        assertOpenRound(locked.project, locked.judge)
        const createdAt = timestamp(clock)
        await insertEvidence(write.tx, {
          id,
          projectId: project.id,
          judgeId: judge.id,
          candidate,
          criterion,
          name: filename,
          size,
          hash,
          fileKey,
          createdAt,
        })
      })
      return { id, name: filename, size, hash }
    },

    /** Removes one's own file. Throws `notFound`, `conflict` after handing in. */
    async removeEvidence(access: JudgingAccess, user: Caller, fileId: string): Promise<void> {
      const fileKey = await database.write(async (write) => {
        const { judge, project } = await lockJudge(write, access, user)
        assertOpenRound(project, judge)
        const file = (await listEvidence(write.tx, project.id)).find(
          ({ id, judgeId }) => id === fileId && judgeId === judge.id,
        )
        if (!file) throw notFound()
        await deleteEvidence(write.tx, fileId)
        await files.delete(write, file.fileKey)
        return file.fileKey
      })
      await files.deleteBytes(fileKey)
    },

    /** Returns a file that the judge may see: one's own, and everybody's from 复议 on. Throws `notFound`. */
    async findEvidence(access: JudgingAccess, user: Caller, fileId: string): Promise<ServedFile> {
      const { judge, project } = await requireJudge(database.read, access, user)
      const file = (await listEvidence(database.read, project.id)).find(({ id }) => id === fileId)
      if (!file || (file.judgeId !== judge.id && !areScoresOpen(project.status))) throw notFound()
      return files.findPrivate(file.fileKey)
    },

    /** Hands in: until 复议 nothing changes any more. Throws `conflict` if the project isn't in 打分. */
    async submit(access: JudgingAccess, user: Caller): Promise<Judging> {
      const { judge, project } = await database.write(async (write) => {
        const locked = await lockJudge(write, access, user)
        assertStatus(locked.project.status === 'scoring')
        if (locked.judge.status === 'submitted') return locked
        const submitted = { status: 'submitted', submittedAt: timestamp(clock) } as const
        await updateJudge(write.tx, locked.judge.id, submitted)
        return { judge: { ...locked.judge, ...submitted }, project: locked.project }
      })
      return view(judge, project)
    },
  }
}

/** Throws `invalid` for a candidate, criterion or grade that the project doesn't have. */
function assertCell(
  { setup }: Project,
  { candidate, criterion, grade }: { candidate: string; criterion: string; grade: string | null },
): void {
  const refuse = (path: string, message: string) => invalid(message, [{ path: `score.${path}`, message }])
  if (!setup.candidates.some(({ key }) => key === candidate)) throw refuse('candidate', TEXTS.unknownCandidate)
  if (!setup.groups.some((group) => group.criteria.some(({ key }) => key === criterion)))
    throw refuse('criterion', TEXTS.unknownCriterion)
  if (grade !== null && !setup.grades.some(({ key }) => key === grade)) throw refuse('grade', TEXTS.unknownGrade)
}

/** A cell that was revised once, before a step back, stays in its second round: the first is on record. */
const getRound = (open: 1 | 2, scores: readonly { round: number }[]): 1 | 2 =>
  scores.some((score) => score.round === 2) ? 2 : open

/** Returns the round in which a judge can score now. Throws `conflict` where none is open. */
function assertOpenRound(project: Project, judge: JudgeRow): 1 | 2 {
  if (project.status === 'review') {
    assertStatus(judge.status === 'submitted')
    return 2
  }
  assertStatus(project.status === 'scoring')
  assertStatus(judge.status !== 'submitted', TEXTS.alreadySubmitted)
  return 1
}
