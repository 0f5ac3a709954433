import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '#contracts/durations.ts'
import { EVIDENCE } from '#contracts/limits.ts'
import { runHousekeeping } from '#server/housekeeping.ts'
import { sha256Hex } from '#server/platform/sha256.ts'
import {
  createProjectClient,
  type PreparedProject,
  type ProjectClient,
  prepareProject,
  readToken,
  saveMethod,
} from '#testing/factories/evaluation-projects.ts'
import { createMultipart } from '#testing/multipart.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { listEvidence } from './store.ts'

const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n压测报告')
const CELL = { candidate: 'a', criterion: 't1' }

onEveryDatabase('a file of evidence', (app) => {
  let project: PreparedProject
  let otherJudge: ProjectClient
  let otherJudgeToken = ''
  let fileId = ''
  beforeAll(() => saveMethod(app()))
  // Each test has a project in 打分, with two judges and a file of the first.
  beforeEach(async () => {
    project = await prepareProject(app())
    const { link } = (await project.client.invite(project.id, { name: '王评委' })).json().data
    otherJudgeToken = readToken(link)
    otherJudge = createProjectClient(app(), null)
    await project.client.changeStatus(project.id, 'scoring')
    await project.guest.declare(project.judge.access)
    fileId = (await upload('压测报告.pdf')).json().data.id
  })
  const upload = (name: string, bytes: Buffer = PDF, fields: Record<string, string> = {}) => {
    const access = { token: project.judge.access.token, ...CELL, ...fields }
    const { headers, payload } = createMultipart([{ field: 'file', name, bytes }], access)
    return app().server.inject({ method: 'POST', url: '/api/evaluation/judging/evidence', headers, payload })
  }
  const download = (client: ProjectClient, token: string) =>
    client.send('POST', '/judging/evidence/download', { access: { token }, file: fileId })
  const downloadAsOwner = () => project.client.send('GET', `/projects/${project.id}/evidence/${fileId}`)

  /** Lists the keys under which the file is stored. */
  const listStoredKeys = async () =>
    (await app().database.read.selectFrom('files').select('key').execute())
      .map(({ key }) => key)
      .filter((key) => key.includes(fileId))

  it('is attached to a score', async () => {
    await project.guest.score(project.judge.access, { ...CELL, score: 80, grade: 'verified' })
    const { scores } = (await project.guest.open(project.judge.access)).json().data
    expect(scores[0].files).toEqual([{ id: fileId, name: '压测报告.pdf', size: PDF.length, hash: sha256Hex(PDF) }])
  })

  it('is stored once if the upload is repeated for the same score', async () => {
    await project.guest.score(project.judge.access, { ...CELL, score: 80, grade: 'verified' })
    expect((await upload('压测报告.pdf')).json().data.id).toBe(fileId)
    const other = (await upload('压测报告.pdf', PDF, { criterion: 't2' })).json().data
    expect(other.id).not.toBe(fileId)
    await project.guest.send('POST', '/judging/evidence/remove', { access: project.judge.access, file: other.id })
    const { scores } = (await project.guest.open(project.judge.access)).json().data
    expect(scores[0].files).toHaveLength(1)
  })

  it.each([
    ['a program', '程序.exe', Buffer.from('MZ'), {}, 415],
    ['HTML named as a PDF', '页面.pdf', Buffer.from('<!doctype html>'), {}, 415],
    ['a file that is too large', '大.pdf', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), {}, 413],
    ['a file for an unknown criterion', '报告.pdf', PDF, { criterion: 'x' }, 400],
    ['an upload with an invalid link', '报告.pdf', PDF, { token: 'x' }, 404],
  ])('rejects %s', async (_, name, bytes, fields, status) => {
    expect((await upload(name, bytes, fields)).statusCode).toBe(status)
  })

  it('is shown only to its judge until 复议, then to the owner and judges who have submitted', async () => {
    await project.guest.score(project.judge.access, { ...CELL, score: 80, grade: 'verified' })
    expect((await download(project.guest, project.judge.access.token)).rawPayload.equals(PDF)).toBe(true)
    expect((await download(otherJudge, otherJudgeToken)).statusCode).toBe(404)
    expect((await downloadAsOwner()).statusCode).toBe(404)
    await project.guest.submit(project.judge.access)
    expect((await downloadAsOwner()).statusCode).toBe(404)
    await project.client.changeStatus(project.id, 'review')
    expect((await download(otherJudge, otherJudgeToken)).statusCode).toBe(404)
    await project.client.changeStatus(project.id, 'scoring', '等王评委提交')
    await otherJudge.declare({ token: otherJudgeToken })
    await otherJudge.submit({ token: otherJudgeToken })
    await project.client.changeStatus(project.id, 'review')
    expect((await download(otherJudge, otherJudgeToken)).statusCode).toBe(200)
    const reply = await downloadAsOwner()
    expect({
      status: reply.statusCode,
      cacheControl: reply.headers['cache-control'],
      contentDisposition: reply.headers['content-disposition'],
    }).toEqual({
      status: 200,
      cacheControl: 'private, no-store',
      contentDisposition: expect.stringMatching(/^attachment;/),
    })
  })

  it('has no public URL', async () => {
    const [key, ...others] = await listStoredKeys()
    expect(others).toEqual([])
    expect((await app().server.inject(`/uploads/${key}`)).statusCode).toBe(404)
  })

  it("isn't deleted by the housekeeping", async () => {
    app().clock.advance(2 * DAY_MS)
    await runHousekeeping(app().database, app().clock, app().services)
    expect((await download(project.guest, project.judge.access.token)).statusCode).toBe(200)
  })

  it('can be removed only by its judge', async () => {
    const remove = (client: ProjectClient, token: string) =>
      client.send('POST', '/judging/evidence/remove', { access: { token }, file: fileId })
    expect((await remove(otherJudge, otherJudgeToken)).statusCode).not.toBe(200)
    expect((await remove(project.guest, project.judge.access.token)).statusCode).toBe(200)
    expect((await download(project.guest, project.judge.access.token)).statusCode).toBe(404)
    expect(await listStoredKeys()).toEqual([])
  })

  it('is stored by a repeated upload if its bytes are missing', async () => {
    await rm(join(app().dataDir, 'uploads/private/evaluations', `${fileId}.pdf`))
    const read = () => download(project.guest, project.judge.access.token)
    expect((await read()).statusCode).toBe(404)
    expect((await upload('压测报告.pdf')).json().data.id).toBe(fileId)
    expect((await read()).rawPayload.equals(PDF)).toBe(true)
  })

  it("isn't listed if its bytes can't be stored", async () => {
    const folder = join(app().dataDir, 'uploads/private/evaluations')
    await rename(folder, `${folder}-away`)
    // A file in place of the folder, so that nothing can be written below it.
    await writeFile(folder, '')
    const reply = await upload('报告.pdf', PDF, { criterion: 't2' })
    await rm(folder)
    await rename(`${folder}-away`, folder)
    expect(reply.statusCode).toBe(500)
    expect((await listEvidence(app().database.read, project.id)).map(({ id }) => id)).toEqual([fileId])
  })

  it("is limited in total over all of the owner's projects", async () => {
    const setSize = (size: number) =>
      app().database.write(({ db }) =>
        db.updateTable('evaluationEvidence').set({ size }).where('id', '=', fileId).execute(),
      )
    await setSize(EVIDENCE.bytesPerOwner - PDF.length + 1)
    expect(toResult(await upload('另一份.pdf'))).toMatchObject({
      status: 409,
      message: '负责人的评估项目中，证据文件的总量已达上限，请先删除不再需要的文件',
    })
    await setSize(EVIDENCE.bytesPerOwner - PDF.length)
    expect((await upload('另一份.pdf')).statusCode).toBe(200)
  })
})

onEveryDatabase('evidence of a member who is deleted', (app) => {
  it('is deleted with the project; the next housekeeping deletes its bytes', async () => {
    await saveMethod(app())
    const project = await prepareProject(app(), 'leaving')
    await project.client.changeStatus(project.id, 'scoring')
    const fields = { token: project.judge.access.token, ...CELL }
    const { headers, payload } = createMultipart([{ field: 'file', name: '报告.pdf', bytes: PDF }], fields)
    await app().server.inject({ method: 'POST', url: '/api/evaluation/judging/evidence', headers, payload })
    const { read } = app().database
    await app().database.write(({ db }) => db.deleteFrom('users').where('id', '=', project.owner.id).execute())
    expect(await read.selectFrom('evaluationEvidence').selectAll().execute()).toEqual([])
    app().clock.advance(2 * DAY_MS)
    await runHousekeeping(app().database, app().clock, app().services)
    expect(await read.selectFrom('files').select('key').execute()).toEqual([])
  })
})
