/** The use of a product by period, for those who speak for it: never who used it. */

import type { ExportQuery } from '#contracts/export-query.ts'
import { coarsen, FIGURE_LABELS, FIGURE_NAMES, type FigureName, findGrowth } from '#contracts/rules/product-figures.ts'
import { addDays, toDay } from '#contracts/rules/shanghai-time.ts'
import type { FigureDays, FigureStep, ProductFigure, ProductFigures } from '#contracts/vendors/figures.ts'
import { UPDATE_MESSAGES as MESSAGES } from '#contracts/vendors/messages.ts'
import type { AnalyticsService } from '#server/modules/analytics/service.ts'
import type { VendorService } from '#server/modules/vendors/service.ts'
import { forbidden } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { TableColumn, TableFile } from '#server/platform/tables/table.ts'
import { writeTable } from '#server/platform/tables/write-table.ts'

type Dependencies = {
  clock: Clock
  vendors: Pick<VendorService, 'findRepresentedVendor' | 'listRepresentedProducts'>
  analytics: { visits: Pick<AnalyticsService['visits'], 'listProductCounts'> }
}

/** The days of a step of the trend. */
const STEP_DAYS: Readonly<Record<FigureDays, number>> = { 7: 1, 30: 1, 90: 7, 365: 28 }

/** The figures by the kinds under which they are counted. */
const KINDS = { views: 'product', compared: 'compared', shortlisted: 'shortlisted', inquired: 'inquired' } as const

type Counts = readonly { kind: string; period: string; count: number }[]
type Range = { from: string; to: string }

/** Creates the figures of vendors' products. */
export function createProductFigures({ clock, vendors, analytics }: Dependencies) {
  /** Returns the product if the member speaks for it. Throws `forbidden`. */
  async function getOwn(productId: string, memberId: string) {
    const vendor = await vendors.findRepresentedVendor(productId, memberId)
    authorize(vendor !== undefined, forbidden(MESSAGES.notFigures))
    const { products } = await vendors.listRepresentedProducts(memberId)
    const product = products.find(({ id }) => id === vendor.productId)
    authorize(product !== undefined, forbidden(MESSAGES.notFigures))
    return product
  }

  /** Returns the figures of a product for so many whole days until yesterday. Throws `forbidden`. */
  async function get(productId: string, days: FigureDays, memberId: string): Promise<ProductFigures> {
    const { id, catalogue, name } = await getOwn(productId, memberId)
    const to = addDays(toDay(clock.now()), -1)
    const range = { from: addDays(to, 1 - days), to }
    const previous = { from: addDays(range.from, -days), to: addDays(range.from, -1) }
    const counts = await analytics.visits.listProductCounts(id, { from: previous.from, to })
    const compare = (figure: FigureName) => toFigure(counts, figure, { range, previous })
    return {
      id,
      catalogue,
      name,
      ...range,
      views: compare('views'),
      compared: compare('compared'),
      shortlisted: compare('shortlisted'),
      inquired: compare('inquired'),
      steps: listSteps(range, STEP_DAYS[days]).map((step) => ({
        ...step,
        views: coarsen(sum(counts, 'views', step)),
      })),
    }
  }

  return {
    get,

    /** Returns the same figures as a file. Throws `forbidden`. */
    async exportFile(
      productId: string,
      { days, format }: ExportQuery & { days: FigureDays },
      memberId: string,
    ): Promise<TableFile & { name: string }> {
      const figures = await get(productId, days, memberId)
      const name = `${figures.name}-${figures.from}-${figures.to}`
      return { ...(await writeTable(format, COLUMNS, toRows(figures))), name }
    },
  }
}

const sum = (counts: Counts, figure: FigureName, { from, to }: Range): number =>
  counts.reduce(
    (total, { kind, period, count }) =>
      kind === KINDS[figure] && period >= from && period <= to ? total + count : total,
    0,
  )

function toFigure(
  counts: Counts,
  name: FigureName,
  { range, previous }: { range: Range; previous: Range },
): ProductFigure {
  const value = coarsen(sum(counts, name, range))
  const before = coarsen(sum(counts, name, previous))
  return { value, before, growth: findGrowth(value, before) }
}

/** Lists the steps of a range, from its end on, so that only the first may be shorter. */
function listSteps({ from, to }: Range, days: number): Omit<FigureStep, 'views'>[] {
  const steps: Omit<FigureStep, 'views'>[] = []
  for (let end = to; end >= from; end = addDays(end, -days)) {
    const start = addDays(end, 1 - days)
    steps.unshift({ from: start < from ? from : start, to: end })
  }
  return steps
}

/** A row of the file; `null` if the figure is too small to be shown. */
type FigureRow = { group: string; name: string; value: number | null; before: number | null }

const COLUMNS: readonly TableColumn<FigureRow>[] = [
  { key: 'group', title: '分组', cell: ({ group }) => group, width: 12 },
  { key: 'name', title: '项目', cell: ({ name }) => name, width: 28 },
  { key: 'value', title: '数量', cell: ({ value }) => value, width: 12 },
  { key: 'before', title: '上一时段', cell: ({ before }) => before, width: 12 },
]

const toRows = (figures: ProductFigures): FigureRow[] => [
  ...FIGURE_NAMES.map((name) => ({
    group: '汇总',
    name: FIGURE_LABELS[name],
    value: figures[name].value,
    before: figures[name].before,
  })),
  ...figures.steps.map(({ from, to, views }) => ({
    group: '浏览走势',
    name: from === to ? from : `${from}至${to}`,
    value: views,
    before: null,
  })),
]
