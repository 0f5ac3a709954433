import { type Act, createActCounter } from '#server/platform/act-counter.ts'
import { createEncryption } from '#server/platform/encryption.ts'
import { type TestApp, testConfig } from '../test-app.ts'

/** Counts an act several times, as if it had been done before. */
export async function countActs({ database, clock }: TestApp, act: Act, times: number): Promise<void> {
  const countAct = createActCounter({ clock, encryption: createEncryption(testConfig().appSecret) })
  await database.write(async (transaction) => {
    for (let done = 0; done < times; done += 1) await countAct(transaction, act)
  })
}
