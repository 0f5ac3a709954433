import { CATALOGUE_LABELS } from '#contracts/products/table-messages.ts'
import type { MapPoint } from '#contracts/published-evaluations/market-map.ts'
import { countTotalDecimals, formatNumber } from '#contracts/rules/evaluation/format-figures.ts'
import type { MapDimension } from '#contracts/rules/evaluation/market-map.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import { SCORE_GROUP_LABELS } from '#contracts/vocabulary.ts'
import type { Cell, TableColumn } from '#server/platform/tables/table.ts'

/** More are shown only if a total would otherwise appear to count for the next verdict. */
const DECIMALS = 2

/** Returns a column of figures: rounded in cells, exact in `value`. */
const createFigureColumn = (
  key: string,
  title: string,
  read: (point: MapPoint) => number,
  countDecimals: (figure: number) => number = () => DECIMALS,
): TableColumn<MapPoint> => ({
  key,
  title,
  cell: (point) => Number(formatNumber(read(point), Math.max(DECIMALS, countDecimals(read(point))))),
  value: read,
})

/** Columns for a group's score and the bounds of its interval. */
const createScoreColumns = (axis: MapDimension): TableColumn<MapPoint>[] => [
  createFigureColumn(axis, SCORE_GROUP_LABELS[axis], (point) => point[axis].score),
  createFigureColumn(`${axis}Low`, `${SCORE_GROUP_LABELS[axis]}（区间下限）`, (point) => point[axis].low),
  createFigureColumn(`${axis}High`, `${SCORE_GROUP_LABELS[axis]}（区间上限）`, (point) => point[axis].high),
]

const createTextColumn = (
  key: string,
  title: string,
  cell: (point: MapPoint) => Cell,
  width = 16,
): TableColumn<MapPoint> => ({
  key,
  title,
  cell,
  width,
})

/** The columns of a market map's data, sufficient to draw it. */
export const MAP_COLUMNS: readonly TableColumn<MapPoint>[] = [
  createTextColumn('product', '产品', ({ product }) => product.name, 28),
  createTextColumn('productId', '产品编号', ({ product }) => product.id),
  {
    ...createTextColumn('catalogue', '目录', ({ product }) => CATALOGUE_LABELS[product.catalogue]),
    value: ({ product }) => product.catalogue,
  },
  ...createScoreColumns('tech'),
  ...createScoreColumns('business'),
  ...createScoreColumns('market'),
  createFigureColumn('total', '总分', ({ total }) => total, countTotalDecimals),
  createTextColumn('recommendation', '结论', ({ recommendation }) => recommendation),
  {
    ...createTextColumn('evaluatedAt', '评估日期', ({ evaluatedAt }) => toDay(new Date(evaluatedAt))),
    value: ({ evaluatedAt }) => evaluatedAt,
  },
  createTextColumn('validUntil', '有效期至', ({ validUntil }) => validUntil),
  createTextColumn('methodVersion', '方法版本', ({ methodVersion }) => `M${methodVersion}`),
  createTextColumn('reportId', '报告编号', ({ reportId }) => reportId, 28),
  {
    key: 'isExample',
    title: '示例',
    cell: ({ isExample }) => (isExample ? '是' : '否'),
    value: ({ isExample }) => isExample,
  },
]
