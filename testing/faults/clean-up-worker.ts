/** A process that runs the hourly clean-up on request and reports whether it was the one that ran it. */
import { runHousekeeping } from '#server/housekeeping.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openPostgresDatabase } from '#server/platform/database/database.ts'
import { createServices } from '#server/services.ts'

const [, , url = ''] = process.argv
const database = await openPostgresDatabase(url)
const fileStore = { put: async () => {}, open: async () => undefined, remove: async () => {} }
const services = createServices({ database, fileStore, appSecret: 'clean-up'.repeat(4) })
process.on('message', async () => {
  process.send?.(await runHousekeeping(database, systemClock, services))
})
process.once('disconnect', () => database.close())
process.send?.('ready')
