import type { DraftKeeper } from './draft-store.ts'

const DATABASE = 'zhijian-admin'
const STORE = 'drafts'

/** Keeps drafts in IndexedDB, which has room for the largest document, unlike local storage. */
export const indexedKeeper: DraftKeeper = {
  read: (key) => within('readonly', (store) => store.get(key)),
  write: async (key, value) => void (await within('readwrite', (store) => store.put(value, key))),
  remove: async (key) => void (await within('readwrite', (store) => store.delete(key))),
}

/**
 * The database stays open, and a transaction is told that nothing more comes: what is written while the page goes away
 * is on its way before it is gone, and nothing has to come back for it to be kept.
 */
async function within(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const transaction = (await database()).transaction(STORE, mode)
  const done = settled(act(transaction.objectStore(STORE)))
  transaction.commit()
  return done
}

let opened: Promise<IDBDatabase> | undefined

function database(): Promise<IDBDatabase> {
  const forget = () => {
    opened = undefined
  }
  opened ??= settled(openRequest()).then((made) => {
    made.onclose = forget
    // Another tab has a newer form of it, and waits.
    made.onversionchange = () => {
      made.close()
      forget()
    }
    return made
  })
  opened.catch(forget)
  return opened
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
