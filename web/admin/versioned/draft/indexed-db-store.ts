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
 * The database stays open, and a transaction is told that nothing more comes: what is written while the page goes away
 * is on its way before it is gone, and nothing has to come back for it to be kept.
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
    // Another tab has a newer form of it, and waits.
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
