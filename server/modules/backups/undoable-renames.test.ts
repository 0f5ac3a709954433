import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createUndoableRenames } from './undoable-renames.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhijian-renames-'))
  for (const name of ['old', 'new']) await writeFile(join(folder, name), name)
})
afterEach(() => rm(folder, { recursive: true }))

const getPath = (name: string) => join(folder, name)

it('undoes its renames', async () => {
  const renames = createUndoableRenames()
  await renames.renameExisting(getPath('missing'), getPath('anything'))
  await renames.renameExisting(getPath('old'), getPath('old.replaced'))
  await renames.rename(getPath('new'), getPath('old'))
  expect(await renames.undo()).toEqual([])
  expect((await readdir(folder)).sort()).toEqual(['new', 'old'])
  expect(await readFile(getPath('old'), 'utf8')).toBe('old')
})

it('overwrites nothing if a rename can’t be undone, and reports what remains', async () => {
  const renames = createUndoableRenames()
  await renames.rename(getPath('old'), getPath('old.replaced'))
  await renames.rename(getPath('new'), getPath('old'))
  // Another process takes the name of a file that was renamed.
  await mkdir(getPath('new'))
  expect(await renames.undo()).toEqual([
    { from: getPath('new'), to: getPath('old') },
    { from: getPath('old'), to: getPath('old.replaced') },
  ])
  expect(await readFile(getPath('old'), 'utf8')).toBe('new')
  expect(await readFile(getPath('old.replaced'), 'utf8')).toBe('old')
})
