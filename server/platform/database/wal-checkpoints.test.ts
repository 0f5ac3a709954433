import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startWalCheckpoints, type WalCheckpoints } from './wal-checkpoints.ts'

describe('startWalCheckpoints', () => {
  let folder: string
  let database: DatabaseSync
  let checkpoints: WalCheckpoints

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'zhijian-test-'))
    const path = join(folder, 'log.sqlite')
    database = new DatabaseSync(path)
    database.exec('pragma journal_mode = wal; create table texts (text)')
    checkpoints = startWalCheckpoints(database, path)
  })

  afterEach(async () => {
    await checkpoints.close()
    database.close()
    await rm(folder, { recursive: true })
  })

  const write = (megabytes: number) =>
    database.prepare('insert into texts values (randomblob(?))').run(megabytes * 1_000_000)
  const countUncopied = () => {
    const { log: pages, checkpointed } = database.prepare('pragma wal_checkpoint(noop)').get() ?? {}
    return Number(pages) - Number(checkpointed)
  }

  it('checkpoints a long log in a thread', async () => {
    write(5)
    expect(countUncopied()).toBeGreaterThan(1_000)
    checkpoints.afterCommit()
    await checkpoints.close()
    expect(countUncopied()).toBe(0)
  })

  it('does not checkpoint a short log', async () => {
    write(1)
    const pages = countUncopied()
    checkpoints.afterCommit()
    await checkpoints.close()
    expect(countUncopied()).toBe(pages)
  })
})
