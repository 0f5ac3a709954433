import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { toLoggedError } from '#server/platform/log-error.ts'
import { createArchivePath } from './archive-folder.ts'

it("names the backup folder in the log if it can't be created", async () => {
  const parent = await mkdtemp(join(tmpdir(), 'zhijian-archives-'))
  const folder = join(parent, 'backups')
  await writeFile(folder, 'a file')
  const error = await createArchivePath(folder, new Date('2026-11-21T02:00:00.000Z')).catch((reason: unknown) => reason)
  expect(toLoggedError(error)).toMatchObject({
    message: `the backup folder ${folder} can't be created`,
    cause: { code: 'EEXIST' },
  })
  await rm(parent, { recursive: true })
})
