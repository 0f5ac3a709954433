import { type Analytics, DEVICE_LABELS, getReferrerLabel } from '#contracts/analytics/analytics.ts'
import { getProductPath } from '#contracts/product-pages.ts'
import { getPageLabel } from '#contracts/rules/page-label.ts'
import { SUBMISSION_STATUS_LABELS } from '#contracts/submissions/statuses.ts'
import { LEAD_STATUS_LABELS } from '#contracts/vocabulary.ts'
import { BreakdownPanel } from './breakdown-panel.tsx'

/** Breakdowns of views by page, referrer and device, and of requests by status. */
export function Breakdowns({ analytics }: { analytics: Analytics }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-5">
        <Visits analytics={analytics} />
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        <ProductViews analytics={analytics} />
        <Requests analytics={analytics} />
      </div>
    </div>
  )
}

const Visits = ({ analytics }: { analytics: Analytics }) => (
  <>
    <BreakdownPanel
      title="热门页面"
      headings={['页面', '浏览']}
      parts={analytics.pages.map(({ name, count }) => ({ key: name, name: getPageLabel(name), count }))}
      emptyMessage="这段时间还没有访问记录。"
    />
    <BreakdownPanel
      title="来源网站"
      headings={['网站', '浏览']}
      parts={analytics.referrers.map(({ name, count }) => ({ key: name, name: getReferrerLabel(name), count }))}
      emptyMessage="这段时间没有从其他网站来的访问。"
    />
    <BreakdownPanel
      title="设备"
      headings={['设备', '浏览']}
      parts={analytics.devices.map(({ name, count }) => ({ key: name, name: DEVICE_LABELS[name], count }))}
      hasPercentages
      emptyMessage="这段时间还没有访问记录。"
    />
  </>
)

const ProductViews = ({ analytics }: { analytics: Analytics }) => (
  <>
    <BreakdownPanel
      title="热门产品"
      headings={['产品', '浏览', '类别']}
      parts={analytics.products.map(({ id, catalogue, name, category, count }) => ({
        key: id,
        count,
        extraCells: [category || '未归类'],
        name: <a href={getProductPath(catalogue, { id, name })}>{name}</a>,
      }))}
      emptyMessage="这段时间还没有人看过产品。"
    />
    <BreakdownPanel
      title="产品类别"
      headings={['类别', '产品', '浏览']}
      parts={analytics.categories.map(({ name, count, views }) => ({
        key: name,
        name: name || '未归类',
        count,
        extraCells: [views.toLocaleString('zh-CN')],
      }))}
      hasPercentages
      emptyMessage="还没有产品。"
    />
  </>
)

const Requests = ({ analytics }: { analytics: Analytics }) => (
  <>
    <BreakdownPanel
      title="产品提交"
      headings={['状态', '提交']}
      parts={analytics.submissions.map(({ name, count }) => ({
        key: name,
        name: SUBMISSION_STATUS_LABELS[name],
        count,
      }))}
      hasPercentages
      emptyMessage="这段时间没有厂商提交产品。"
    />
    <BreakdownPanel
      title="咨询线索"
      headings={['状态', '线索']}
      parts={analytics.leads.map(({ name, count }) => ({ key: name, name: LEAD_STATUS_LABELS[name], count }))}
      hasPercentages
      emptyMessage="这段时间没有新的线索。"
    />
    <BreakdownPanel
      title="评估报告"
      headings={['建议', '报告']}
      parts={analytics.reports.map(({ name, count }) => ({ key: name, name, count }))}
      hasPercentages
      emptyMessage="这段时间没有生成评估报告。"
    />
  </>
)
