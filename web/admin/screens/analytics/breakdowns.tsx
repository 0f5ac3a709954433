import { type Analytics, DEVICE_LABELS } from '#contracts/analytics.ts'
import { PAGES } from '#contracts/paths.ts'
import { pageLabel } from '#contracts/rules/page-label.ts'
import { SUBMISSION_STATUS_LABELS } from '#contracts/vocabulary.ts'
import { BarList } from './bar-list.tsx'

const named = ({ name, count }: { name: string; count: number }) => ({ key: name, name, count })

/** What was viewed, from where and on what, and what came in. */
export function Breakdowns({ analytics }: { analytics: Analytics }) {
  const { pages, products, referrers, devices, categories, submissions, leads, reports } = analytics
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="flex flex-col gap-5">
        <BarList
          title="热门页面"
          unit="浏览"
          bars={pages.map(({ name, count }) => ({ key: name, name: pageLabel(name), count }))}
          empty="这段时间还没有访问记录。"
        />
        <BarList title="来源网站" unit="浏览" bars={referrers.map(named)} empty="这段时间没有从其他网站来的访问。" />
        <BarList
          title="设备"
          unit="浏览"
          bars={devices.map(({ name, count }) => ({ key: name, name: DEVICE_LABELS[name], count }))}
          empty="这段时间还没有访问记录。"
        />
        <BarList title="咨询线索" unit="线索" bars={leads.map(named)} empty="这段时间没有新的线索。" />
      </div>
      <div className="flex flex-col gap-5">
        <BarList
          title="热门产品"
          unit="浏览"
          bars={products.map(({ id, catalogue, name, category, count }) => ({
            ...{ key: id, count, more: category },
            name: <a href={catalogue === 'ai' ? PAGES.aiProduct(name) : PAGES.product(name)}>{name}</a>,
          }))}
          empty="这段时间还没有人看过产品。"
        />
        <BarList
          title="产品类别"
          unit="产品"
          bars={categories.map(({ name, count, views }) => ({
            ...{ key: name, name: name || '未分类', count },
            more: `浏览${views.toLocaleString('zh-CN')}`,
          }))}
          empty="还没有产品。"
        />
        <BarList
          title="产品提交"
          unit="提交"
          bars={submissions.map(({ name, count }) => ({ key: name, name: SUBMISSION_STATUS_LABELS[name], count }))}
          empty="这段时间没有厂商提交产品。"
        />
        <BarList title="评估报告" unit="报告" bars={reports.map(named)} empty="这段时间没有生成评估报告。" />
      </div>
    </div>
  )
}
