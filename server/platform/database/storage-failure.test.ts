import pg from 'pg'
import { expect, it } from 'vitest'
import { DatabaseUnavailableError } from './database-unavailable.ts'
import { findStorageFailure, UnwritableError } from './storage-failure.ts'

const fail = (fields: Record<string, unknown>) => Object.assign(new Error('refused'), fields)

it.each([
  ['SQLite without free pages', fail({ errcode: 13 }), 'storageFull'],
  ['SQLite on a read-only file', fail({ errcode: 8 }), 'storageReadOnly'],
  ['SQLite whose file was moved', fail({ errcode: 1032 }), 'storageReadOnly'],
  ['SQLite after a failed write', fail({ errcode: 778 }), 'storageReadOnly'],
  ['SQLite after a failed read', fail({ errcode: 266 }), undefined],
  ['a full disk', fail({ code: 'ENOSPC' }), 'storageFull'],
  ['a read-only file system', fail({ code: 'EROFS' }), 'storageReadOnly'],
  ['a file without write permission', new UnwritableError('denied'), 'storageReadOnly'],
  ['a file without read permission', fail({ code: 'EACCES' }), undefined],
  [
    'a read-only PostgreSQL',
    new DatabaseUnavailableError(Object.assign(new pg.DatabaseError('refused', 1, 'error'), { code: '25006' })),
    'storageReadOnly',
  ],
  ['an unreachable PostgreSQL', new DatabaseUnavailableError(fail({ code: 'ECONNREFUSED' })), undefined],
  ['a value that is not an error', 'ENOSPC', undefined],
])('recognizes %s', (_case, error, failure) => {
  expect(findStorageFailure(error)).toBe(failure)
})
