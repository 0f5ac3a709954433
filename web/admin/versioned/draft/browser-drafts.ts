import type { BrowserDrafts } from './draft-store.ts'

const DATABASE = 'zhijian-admin'
/** Version 2 stores one draft per open editor. */
const DATABASE_VERSION = 2
const STORE = 'drafts'
const SUBJECT_INDEX = 'by-subject'

/** Stores a user's drafts in IndexedDB, which, unlike local storage, has room for the largest document. */
export const createBrowserDrafts = (userId: string): BrowserDrafts => ({
  async listIds(subject) {
    const keys = await runTransaction('readonly', (store) => store.index(SUBJECT_INDEX).getAllKeys([userId, subject]))
    return Array.isArray(keys) ? keys.map(([, id]) => String(id)) : []
  },
  find: (id) => runTransaction('readonly', (store) => store.get([userId, id])),
  write: async (draft) =>
    void (await runTransaction('readwrite', (store) => store.put(Object.assign({ userId }, draft)))),
  remove: async (id) => void (await runTransaction('readwrite', (store) => store.delete([userId, id]))),
})

/**
 * Runs an operation in its own transaction. The database stays open and the transaction is committed explicitly, so
 * that a write started while the page unloads still completes.
 */
async function runTransaction(
  mode: IDBTransactionMode,
  operation: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const transaction = (await openDatabase()).transaction(STORE, mode)
  const result = promisifyRequest(operation(transaction.objectStore(STORE)))
  transaction.commit()
  return result
}

let connection: Promise<IDBDatabase> | undefined

function openDatabase(): Promise<IDBDatabase> {
  const dropConnection = () => {
    connection = undefined
  }
  connection ??= promisifyRequest(openRequest()).then((connection) => {
    connection.onclose = dropConnection
    // Another tab is waiting to upgrade the database.
    connection.onversionchange = () => {
      connection.close()
      dropConnection()
    }
    return connection
  })
  connection.catch(dropConnection)
  return connection
}

function openRequest(): IDBOpenDBRequest {
  const request = indexedDB.open(DATABASE, DATABASE_VERSION)
  request.onupgradeneeded = () => {
    const { result } = request
    if (result.objectStoreNames.contains(STORE)) result.deleteObjectStore(STORE)
    result.createObjectStore(STORE, { keyPath: ['userId', 'id'] }).createIndex(SUBJECT_INDEX, ['userId', 'subject'])
  }
  return request
}

const promisifyRequest = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
