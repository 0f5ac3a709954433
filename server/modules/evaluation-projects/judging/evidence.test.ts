import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
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
  beforeAll(async () => {
    await saveMethod(app())
    project = await prepareProject(app(), 'owner')
    const { link } = (await project.client.invite(project.id, { name: '王评委' })).json().data
    otherJudgeToken = readToken(link)
    otherJudge = createProjectClient(app(), null)
    await project.client.changeStatus(project.id, 'scoring')
  })
  const upload = (name: string, bytes: Buffer = PDF, fields: Record<string, string> = {}) => {
    const access = { token: project.judge.access.token, ...CELL, ...fields }
    const { headers, payload } = createMultipart([{ field: 'file', name, bytes }], access)
    return app().server.inject({ method: 'POST', url: '/api/evaluation/judging/evidence', headers, payload })
  }
  const download = (client: ProjectClient, token: string) =>
    client.send('POST', '/judging/evidence/download', { access: { token }, file: fileId })
  const downloadAsOwner = () => project.client.send('GET', `/projects/${project.id}/evidence/${fileId}`)

  it('is attached to a score', async () => {
    const reply = await upload('压测报告.pdf')
    expect(reply.json().data).toEqual({
      id: expect.any(String),
      name: '压测报告.pdf',
      size: PDF.length,
      hash: sha256Hex(PDF),
    })
    fileId = reply.json().data.id
    await project.guest.score(project.judge.access, { ...CELL, score: 80, grade: 'verified' })
    const { scores } = (await project.guest.open(project.judge.access)).json().data
    expect(scores[0].files).toEqual([reply.json().data])
  })

  it('is stored once if the upload is repeated for the same score', async () => {
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
    expect((await download(project.guest, project.judge.access.token)).rawPayload.equals(PDF)).toBe(true)
    expect((await download(otherJudge, otherJudgeToken)).statusCode).toBe(404)
    expect((await downloadAsOwner()).statusCode).toBe(404)
    await project.guest.submit(project.judge.access)
    expect((await downloadAsOwner()).statusCode).toBe(404)
    await project.client.changeStatus(project.id, 'review')
    expect((await download(otherJudge, otherJudgeToken)).statusCode).toBe(404)
    await project.client.changeStatus(project.id, 'scoring', '等王评委提交')
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
    const keys = await app().database.read.selectFrom('files').select('key').execute()
    expect(keys).toHaveLength(1)
    for (const { key } of keys) expect((await app().server.inject(`/uploads/${key}`)).statusCode).toBe(404)
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
    expect(await app().database.read.selectFrom('files').select('key').execute()).toEqual([])
  })

  it('is stored by a repeated upload if its bytes are missing', async () => {
    const project = await prepareProject(app(), 'crashed')
    await project.client.changeStatus(project.id, 'scoring')
    const { token } = project.judge.access
    const stored = (await upload('报告.pdf', PDF, { token })).json().data
    await rm(join(app().dataDir, 'uploads/private/evaluations', `${stored.id}.pdf`))
    const read = () => project.guest.send('POST', '/judging/evidence/download', { access: { token }, file: stored.id })
    expect((await read()).statusCode).toBe(404)
    expect((await upload('报告.pdf', PDF, { token })).json().data).toEqual(stored)
    expect((await read()).rawPayload.equals(PDF)).toBe(true)
  })

  it("isn't listed if its bytes can't be stored", async () => {
    const project = await prepareProject(app(), 'without-storage')
    await project.client.changeStatus(project.id, 'scoring')
    const folder = join(app().dataDir, 'uploads/private/evaluations')
    await rename(folder, `${folder}-away`)
    // A file in place of the folder, so that nothing can be written below it.
    await writeFile(folder, '')
    const reply = await upload('报告.pdf', PDF, { token: project.judge.access.token })
    await rm(folder)
    await rename(`${folder}-away`, folder)
    expect(reply.statusCode).toBe(500)
    expect(await listEvidence(app().database.read, project.id)).toEqual([])
  })

  it("is limited in total over all of the owner's projects", async () => {
    const project = await prepareProject(app(), 'collector')
    await project.client.changeStatus(project.id, 'scoring')
    const { token } = project.judge.access
    const { id } = (await upload('报告.pdf', PDF, { token })).json().data
    const setSize = (size: number) =>
      app().database.write(({ db }) =>
        db.updateTable('evaluationEvidence').set({ size }).where('id', '=', id).execute(),
      )
    await setSize(EVIDENCE.bytesPerOwner - PDF.length + 1)
    expect(toResult(await upload('另一份.pdf', PDF, { token }))).toMatchObject({
      status: 409,
      message: '负责人的评估项目中，证据文件的总量已达上限，请先删除不再需要的文件',
    })
    await setSize(EVIDENCE.bytesPerOwner - PDF.length)
    expect((await upload('另一份.pdf', PDF, { token })).statusCode).toBe(200)
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
