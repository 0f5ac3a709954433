import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createArchiveWriter } from './archive-writer.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhijian-archive-writer-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** A write of the larger size fails while the packer is still passing it on, with another error than that of the disk. */
it.each([1_000, 100_000])('reports that the disk is full while %i bytes are added', async (size) => {
  // Every write to this device fails as on a full disk.
  await symlink('/dev/full', join(folder, '.backup.tar.unfinished'))
  const writer = await createArchiveWriter(join(folder, 'backup.tar'), new Date('2026-11-21T02:00:00.000Z'))
  const addFiles = async () => {
    for (let index = 0; index < 100; index += 1) await writer.add(`file-${index}`, Buffer.alloc(size))
    await writer.finish()
  }
  await expect(addFiles()).rejects.toThrow()
  expect(await writer.abort()).toMatchObject({ code: 'ENOSPC' })
  expect(await readdir(folder)).toEqual([])
})

it('reports no error of the disk if the content is wrong', async () => {
  const writer = await createArchiveWriter(join(folder, 'backup.tar'), new Date('2026-11-21T02:00:00.000Z'))
  const content = async function* () {
    yield Buffer.alloc(1)
  }
  await expect(writer.addStream('file', 2, content())).rejects.toThrow()
  expect(await writer.abort()).toBeUndefined()
  expect(await readdir(folder)).toEqual([])
})
