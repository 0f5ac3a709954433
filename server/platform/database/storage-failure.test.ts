import pg from 'pg'
import { expect, it } from 'vitest'
import { DatabaseUnavailableError } from './database-unavailable.ts'
import { findStorageFailure, UnwritableError } from './storage-failure.ts'

const fail = (fields: Record<string, unknown>) => Object.assign(new Error('refused'), fields)

it.each([
  ['SQLite without a page', fail({ errcode: 13 }), 'storageFull'],
  ['SQLite on a file that can only be read', fail({ errcode: 8 }), 'storageReadOnly'],
  ['SQLite whose file has moved', fail({ errcode: 1032 }), 'storageReadOnly'],
  ['SQLite whose write failed', fail({ errcode: 778 }), 'storageReadOnly'],
  ['SQLite whose reading failed', fail({ errcode: 266 }), undefined],
  ['a disk that is full', fail({ code: 'ENOSPC' }), 'storageFull'],
  ['a file system that can only be read', fail({ code: 'EROFS' }), 'storageReadOnly'],
  ['a file that may not be written', new UnwritableError('denied'), 'storageReadOnly'],
  ['a file that may not be read', fail({ code: 'EACCES' }), undefined],
  [
    'a PostgreSQL that can only be read',
    new DatabaseUnavailableError(Object.assign(new pg.DatabaseError('refused', 1, 'error'), { code: '25006' })),
    'storageReadOnly',
  ],
  ['a PostgreSQL that is away', new DatabaseUnavailableError(fail({ code: 'ECONNREFUSED' })), undefined],
  ['no error', 'ENOSPC', undefined],
])('knows %s', (_case, error, failure) => {
  expect(findStorageFailure(error)).toBe(failure)
})
