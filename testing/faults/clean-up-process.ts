/** A process that cleans up when it is told to, as a node does every hour, and answers whether it was the one that did. */
import { runHousekeeping } from '#server/housekeeping.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openPostgresDatabase } from '#server/platform/database/database.ts'
import { createServices } from '#server/services.ts'

const [, , url = ''] = process.argv
const database = await openPostgresDatabase(url)
const store = { put: async () => {}, open: async () => undefined, remove: async () => {} }
const services = createServices({ database, store, appSecret: 'clean-up'.repeat(4) })
process.on('message', async () => {
  process.send?.(await runHousekeeping(database, systemClock, services))
})
process.once('disconnect', () => database.close())
process.send?.('ready')
