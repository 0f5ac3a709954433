import type { DraftStore } from './draft-store.ts'

const DATABASE = 'zhijian-admin'
const STORE = 'drafts'

/** Keeps drafts in IndexedDB, which has room for the largest document, unlike local storage. */
export const indexedDbStore: DraftStore = {
  read: (key) => runTransaction('readonly', (store) => store.get(key)),
  write: async (key, value) => void (await runTransaction('readwrite', (store) => store.put(value, key))),
  remove: async (key) => void (await runTransaction('readwrite', (store) => store.delete(key))),
}

/**
 * Runs an operation in its own transaction. The database stays open and the transaction is committed explicitly, so
 * that a write started while the page unloads still completes.
 */
async function runTransaction(
  mode: IDBTransactionMode,
  operation: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const transaction = (await database()).transaction(STORE, mode)
  const done = awaitRequest(operation(transaction.objectStore(STORE)))
  transaction.commit()
  return done
}

let connection: Promise<IDBDatabase> | undefined

function database(): Promise<IDBDatabase> {
  const forget = () => {
    connection = undefined
  }
  connection ??= awaitRequest(openRequest()).then((connection) => {
    connection.onclose = forget
    // Another tab waits to upgrade the database.
    connection.onversionchange = () => {
      connection.close()
      forget()
    }
    return connection
  })
  connection.catch(forget)
  return connection
}

function openRequest(): IDBOpenDBRequest {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  return request
}

const awaitRequest = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
