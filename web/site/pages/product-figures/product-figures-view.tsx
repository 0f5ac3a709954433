import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { FIGURE_LABELS, FIGURE_MIN, FIGURE_NAMES } from '#contracts/rules/product-figures.ts'
import { vendorCalls } from '#contracts/vendors/calls.ts'
import type { FigureDays, FigureStep, ProductFigure, ProductFigures } from '#contracts/vendors/figures.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { download } from '../../../shared/download.ts'
import { formatCount } from '../../../shared/formats.ts'
import { Button } from '../../components/buttons.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { ErrorNotice } from '../../components/page-states.tsx'
import { useDownload } from '../../components/use-download.ts'
import { queryOf } from '../../query-of.ts'

type ViewProps = { id: string; days: `${FigureDays}`; userId: string }

/** The figures of a product: sums, the trend of its views as bars, and both as tables. */
export function ProductFiguresView({ id, days, userId }: ViewProps) {
  const query = { days: toDays(days) }
  const { data, isPending, isLoadingError, error, refetch } = useQuery({
    ...dataOf(queryOf(vendorCalls.getFigures, { params: { id }, query }, userId)),
    staleTime: 0,
  })
  if (isPending) return <PageSkeleton />
  if (isLoadingError) return <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />
  return (
    <div className="grid gap-6">
      <FigureTable figures={data} />
      <Trend steps={data.steps} />
      <ExportButton id={id} days={toDays(days)} />
    </div>
  )
}

const toDays = (days: `${FigureDays}`): FigureDays => (({ '7': 7, '30': 30, '90': 90, '365': 365 }) as const)[days]

const formatFigure = (value: number | null): string => (value === null ? `少于${FIGURE_MIN}` : formatCount(value))

function formatGrowth({ growth }: ProductFigure): string {
  if (growth === null) return '—'
  const percent = Math.round(growth * 100)
  return percent === 0 ? '持平' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`
}

const FigureTable = ({ figures }: { figures: ProductFigures }) => (
  <section aria-labelledby="figures-sums" className="card p-5">
    <h2 id="figures-sums" className="text-lg">
      {figures.from}至{figures.to}
    </h2>
    <table className="mt-3 w-full text-left tabular-nums">
      <thead className="text-sm text-muted">
        <tr className="border-b border-line">
          <th scope="col" className="py-2 font-normal">
            项目
          </th>
          <th scope="col" className="py-2 text-right font-normal">
            次数
          </th>
          <th scope="col" className="py-2 text-right font-normal">
            上一时段
          </th>
          <th scope="col" className="py-2 text-right font-normal">
            变化
          </th>
        </tr>
      </thead>
      <tbody>
        {FIGURE_NAMES.map((name) => (
          <tr key={name} className="border-b border-line">
            <th scope="row" className="py-2 font-medium">
              {FIGURE_LABELS[name]}
            </th>
            <td className="py-2 text-right">{formatFigure(figures[name].value)}</td>
            <td className="py-2 text-right">{formatFigure(figures[name].before)}</td>
            <td className="py-2 text-right">{formatGrowth(figures[name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const describeStep = ({ from, to }: FigureStep): string => (from === to ? from : `${from}至${to}`)

/** Bars, which only show; the table below has the same figures. */
function Trend({ steps }: { steps: readonly FigureStep[] }) {
  const max = Math.max(1, ...steps.map(({ views }) => views ?? 0))
  return (
    <section aria-labelledby="figures-trend" className="card p-5">
      <h2 id="figures-trend" className="text-lg">
        浏览走势
      </h2>
      <div className="mt-3 flex h-32 items-end gap-px border-b border-line" aria-hidden="true">
        {steps.map((step) => (
          <div
            key={step.from}
            title={`${describeStep(step)}：${formatFigure(step.views)}`}
            className="min-w-0 flex-1 rounded-t bg-indigo"
            style={{ height: `${((step.views ?? 0) / max) * 100}%` }}
          />
        ))}
      </div>
      <div className="mt-1 flex justify-between text-sm text-muted tabular-nums" aria-hidden="true">
        <span>{steps[0]?.from}</span>
        <span>{steps.at(-1)?.to}</span>
      </div>
      <details className="mt-3">
        <summary className="min-h-11 cursor-pointer py-2 text-indigo">列成表格</summary>
        <table className="w-full text-left tabular-nums">
          <thead className="text-sm text-muted">
            <tr className="border-b border-line">
              <th scope="col" className="py-2 font-normal">
                日期
              </th>
              <th scope="col" className="py-2 text-right font-normal">
                浏览
              </th>
            </tr>
          </thead>
          <tbody>
            {steps.map((step) => (
              <tr key={step.from} className="border-b border-line">
                <th scope="row" className="py-1 font-normal">
                  {describeStep(step)}
                </th>
                <td className="py-1 text-right">{formatFigure(step.views)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}

function ExportButton({ id, days }: { id: string; days: FigureDays }) {
  const exportMutation = useDownload(() =>
    download(vendorCalls.exportFigures, { params: { id }, query: { days, format: 'csv' } }),
  )
  return (
    <Button
      variant="outline"
      className="justify-self-start"
      isBusy={exportMutation.isPending}
      onClick={() => exportMutation.mutate()}
    >
      <Download className="size-4" aria-hidden />
      下载CSV
    </Button>
  )
}
