import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { protectDataFolder } from './data-folder.ts'

const getMode = async (path: string) => (await stat(path)).mode & 0o777

describe('protectDataFolder', () => {
  let folder: string
  const before = process.umask()
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'zhijian-folder-'))
  })
  afterEach(async () => {
    process.umask(before)
    await rm(folder, { recursive: true })
  })

  it('removes the permissions of other users from the folder and its content', async () => {
    const files = ['zhijian.sqlite', 'zhijian.sqlite-wal', 'secret', 'uploads/a.pdf', 'uploads/private/b.pdf']
    await mkdir(join(folder, 'uploads/private'), { recursive: true })
    for (const file of files) {
      await writeFile(join(folder, file), '')
      await chmod(join(folder, file), 0o644)
    }
    for (const open of ['', 'uploads', 'uploads/private']) await chmod(join(folder, open), 0o755)
    expect(await protectDataFolder(folder)).toEqual([])
    for (const file of files) expect(await getMode(join(folder, file)), file).toBe(0o600)
    for (const path of ['', 'uploads', 'uploads/private']) expect(await getMode(join(folder, path))).toBe(0o700)
  })

  it('denies other users access to files that are added later', async () => {
    await protectDataFolder(folder)
    await mkdir(join(folder, 'uploads'))
    await writeFile(join(folder, 'uploads/new.pdf'), '')
    expect(await getMode(join(folder, 'uploads'))).toBe(0o700)
    expect(await getMode(join(folder, 'uploads/new.pdf'))).toBe(0o600)
  })

  it('accepts a missing folder', async () => {
    expect(await protectDataFolder(join(folder, 'later'))).toEqual([])
  })
})
