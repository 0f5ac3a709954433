import { useQuery } from '@tanstack/react-query'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { FIGURE_MIN } from '#contracts/rules/product-figures.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { EmailVerificationPrompt } from '../../account/email-verification-prompt.tsx'
import { MemberPage } from '../../account/member-page.tsx'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice } from '../../components/page-states.tsx'
import type { SitePage } from '../../page.ts'
import { Link } from '../../router.tsx'
import { useSession } from '../../session/session.ts'
import { usePageQuery } from '../../use-page-query.ts'
import { ownProductsQuery } from '../my/vendor-products.ts'
import { ProductFiguresView } from './product-figures-view.tsx'

const SUBTITLE = '您代表的产品被浏览、对比、加入清单与征询的次数；只有次数，没有是谁。'

export const page: SitePage<'productFigures'> = {
  queries: () => [],
  head: () => ({ description: SUBTITLE, noIndex: true }),
  Component: () => (
    <MemberPage
      title={SITE_PAGES.productFigures.title}
      subtitle={SUBTITLE}
      action={
        <Link to={PAGES.myProducts} className="mt-2 inline-flex min-h-11 items-center text-indigo underline">
          我的产品
        </Link>
      }
      invitation={<p>厂商登录后，可以在这里查看产品的数据。</p>}
    >
      <div className="shell max-w-4xl py-8">
        <Content />
      </div>
    </MemberPage>
  ),
}

/** The lengths of periods in the order in which they are offered. */
const PERIODS = ['7', '30', '90', '365'] as const

function Content() {
  const { user } = useSession()
  const userId = user?._id ?? ''
  const { query, change } = usePageQuery(SITE_PAGES.productFigures.parameters)
  const { data, isPending, isLoadingError, error, refetch } = useQuery(ownProductsQuery(userId))
  if (isPending) return <PageSkeleton />
  if (isLoadingError) return <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />
  if (!data.isEmailVerified) return <EmailVerificationPrompt reason="邮箱验证之后，才能查看产品的数据。" />
  const product = query.product || (data.products[0]?.id ?? '')
  if (product === '') return <EmptyNotice message="还没有您代表的产品。" />
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap gap-4">
        <label className="min-w-0 flex-1 basis-60">
          <span className="mb-1.5 block text-sm font-medium">产品</span>
          <select
            className={CONTROL_CLASS}
            value={product}
            onChange={({ target }) => change({ product: target.value })}
          >
            {data.products.every(({ id }) => id !== product) && <option value={product}>{product}</option>}
            {data.products.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label className="basis-40">
          <span className="mb-1.5 block text-sm font-medium">时段</span>
          <select
            className={CONTROL_CLASS}
            value={query.days}
            onChange={({ target }) => change({ days: PERIODS.find((days) => days === target.value) ?? '30' })}
          >
            {PERIODS.map((days) => (
              <option key={days} value={days}>
                最近{days}天
              </option>
            ))}
          </select>
        </label>
      </div>
      <ProductFiguresView key={`${product} ${query.days}`} id={product} days={query.days} userId={userId} />
      <p className="text-sm text-muted">
        时段截至昨天，与此前同样长的时段比较。少于{FIGURE_MIN}的不显示，其余向下取到{FIGURE_MIN}
        的倍数，以免认出是谁。程序的访问不计；对比、加入清单与征询从启用这一功能之日起计数。
      </p>
    </div>
  )
}
