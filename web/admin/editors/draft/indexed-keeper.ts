import type { DraftKeeper } from './draft-store.ts'

const DATABASE = 'zhijian-admin'
const STORE = 'drafts'

/** Keeps drafts in IndexedDB, which has room for the largest document, unlike local storage. */
export const indexedKeeper: DraftKeeper = {
  read: (key) => within('readonly', (store) => store.get(key)),
  write: async (key, value) => void (await within('readwrite', (store) => store.put(value, key))),
  remove: async (key) => void (await within('readwrite', (store) => store.delete(key))),
}

async function within(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const database = await settled(openRequest())
  try {
    return await settled(act(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    database.close()
  }
}

function openRequest(): IDBOpenDBRequest {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  return request
}

const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
