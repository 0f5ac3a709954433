/** Measures the analytics by the age of the counted visits and by the length of the range. */
import { join } from 'node:path'
import type { AnalyticsRange } from '#contracts/analytics/analytics.ts'
import { addDays, toDay } from '#contracts/rules/shanghai-time.ts'
import { type Database, openSqliteDatabase } from '#server/platform/database/database.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { createServices, type Services } from '#server/services.ts'
import { createProductInput } from './products.ts'
import { median } from './statistics.ts'

const PRODUCTS = 300
const DAYS = { few: 60, many: 730 } as const
const ROUNDS = 40
const ROWS_PER_INSERT = 500

type Row = { kind: 'views' | 'visitors' | 'page' | 'product' | 'referrer'; period: string; name: string; count: number }

/** Returns the sums of a busy site: every product is viewed every day, and there are fifty referrers. */
function createSums(period: string, ids: readonly string[], count: number): Row[] {
  return [
    { kind: 'views', period, name: '', count: count * 1_000 },
    { kind: 'visitors', period, name: '', count: count * 300 },
    { kind: 'page', period, name: '/products/*', count: count * 1_000 },
    ...ids.map((name, index): Row => ({ kind: 'product', period, name, count: count * (index + 1) })),
    ...Array.from(
      { length: 50 },
      (_, index): Row => ({ kind: 'referrer', period, name: `site-${index}.example`, count }),
    ),
  ]
}

async function fill(dataDir: string, days: number): Promise<{ database: Database; services: Services; rows: number }> {
  const database = await openSqliteDatabase(join(dataDir, `visits-${days}.sqlite`))
  const fileStore = openFileStore({ s3: undefined, folder: join(dataDir, 'uploads') })
  const services = createServices({ database, fileStore })
  const today = toDay(new Date())
  const countedDays = Array.from({ length: days }, (_, back) => addDays(today, -back))
  const groupByMonth = Map.groupBy(countedDays, (day) => day.slice(0, 7))
  let rows: Row[] = []
  await database.write(async (transaction) => {
    const ids: string[] = []
    for (let index = 0; index < PRODUCTS; index += 1)
      ids.push(await services.products.create(transaction, 'agent', createProductInput(index)))
    rows = [
      ...countedDays.flatMap((day) => createSums(day, ids, 1)),
      ...[...groupByMonth].flatMap(([month, { length }]) => createSums(month, ids, length)),
    ]
    for (let index = 0; index < rows.length; index += ROWS_PER_INSERT)
      await transaction.db
        .insertInto('visitCounts')
        .values(rows.slice(index, index + ROWS_PER_INSERT))
        .execute()
  })
  return { database, services, rows: rows.length }
}

type AnalyticsTimes = {
  rows: { few: number; many: number }
  /** Median milliseconds for 30 days, with few and with many earlier rows. */
  month: { few: number; many: number }
  year: number
}

export async function measureAnalytics(dataDir: string): Promise<AnalyticsTimes> {
  const few = await fill(dataDir, DAYS.few)
  const many = await fill(dataDir, DAYS.many)
  const time = async ({ analytics }: Services, range: AnalyticsRange) => {
    const startedAt = performance.now()
    await analytics.getReport({ range })
    return performance.now() - startedAt
  }
  const times: { few: number; many: number; year: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    times.push({
      few: await time(few.services, '30d'),
      many: await time(many.services, '30d'),
      year: await time(many.services, '12m'),
    })
  await few.database.close()
  await many.database.close()
  const getMedian = (label: 'few' | 'many' | 'year') => median(times.map((item) => item[label]))
  return {
    rows: { few: few.rows, many: many.rows },
    month: { few: getMedian('few'), many: getMedian('many') },
    year: getMedian('year'),
  }
}
