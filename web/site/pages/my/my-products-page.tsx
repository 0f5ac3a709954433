import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { PRODUCT_PAGES } from '#contracts/product-pages.ts'
import type { VendorProduct } from '#contracts/vendors/vendor-product.ts'
import { EmailVerificationPrompt } from '../../account/email-verification-prompt.tsx'
import { MemberPage } from '../../account/member-page.tsx'
import { OwnList } from '../../account/own-list.tsx'
import { getButtonClass } from '../../components/buttons.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice } from '../../components/page-states.tsx'
import { Tag } from '../../components/tag.tsx'
import { createLazyImport, useLazyComponent } from '../../lazy-import.ts'
import type { SitePage } from '../../page.ts'
import { Link } from '../../router.tsx'
import { useSession } from '../../session/session.ts'
import { usePageQuery } from '../../use-page-query.ts'
// Type only: few visits to the list update a product.
import type { ProductUpdateProps } from '../product-update/product-update.tsx'
import { BadgeEmbed } from './badge-embed.tsx'
import { listTasks, ownProductsQuery } from './vendor-products.ts'

const SUBTITLE = '您代表的产品，以及各自的待办。'

export const page: SitePage<'myProducts'> = {
  queries: () => [],
  head: () => ({ description: SUBTITLE, noIndex: true }),
  Component: () => (
    <MemberPage
      title={SITE_PAGES.myProducts.title}
      subtitle={SUBTITLE}
      action={
        <Link to={PAGES.myOrganisations} className="mt-2 inline-flex min-h-11 items-center text-indigo underline">
          厂商组织：与同事一起代表产品
        </Link>
      }
      invitation={
        <p>
          厂商用产品登记的联系邮箱，或以厂商组织成员的账号登录后，可以在这里更新产品资料、回复评价、对平台的评估作声明。
        </p>
      }
    >
      <div className="shell py-8">
        <Content />
      </div>
    </MemberPage>
  ),
}

/** The list, or the product that is being updated. */
function Content() {
  const { user } = useSession()
  const { query } = usePageQuery(SITE_PAGES.myProducts.parameters)
  return query.update ? (
    <LazyProductUpdate key={query.update} id={query.update} userId={user?._id ?? ''} />
  ) : (
    <Products />
  )
}

const lazyProductUpdate = createLazyImport(
  async () => (await import('../product-update/product-update.tsx')).ProductUpdate,
)

/** The form that updates a product. */
function LazyProductUpdate(props: ProductUpdateProps) {
  const { Component: ProductUpdate, hasFailed, preload } = useLazyComponent(lazyProductUpdate)
  useEffect(preload, [preload])
  if (hasFailed) return <ErrorNotice message={SITE_MESSAGES.network} onRetry={preload} />
  return ProductUpdate ? <ProductUpdate {...props} /> : <PageSkeleton />
}

function Products() {
  const { user } = useSession()
  const productsQuery = useQuery(ownProductsQuery(user?._id ?? ''))
  return (
    <OwnList
      query={productsQuery}
      getItems={({ products }) => products}
      getKey={({ id }) => id}
      renderEmpty={({ isEmailVerified }) =>
        isEmailVerified ? (
          <EmptyNotice message="还没有您代表的产品。官网与您的邮箱同域名的，可以成立厂商组织；更换过登录邮箱的，请联系我们更改产品的联系邮箱。">
            <Link to={PAGES.submit} className={getButtonClass()}>
              提交产品
            </Link>
          </EmptyNotice>
        ) : (
          <EmailVerificationPrompt reason="邮箱验证之后，这里列出您代表的产品。" />
        )
      }
      footer={
        <p className="mt-6 text-muted">
          产品有了变化，可以随时更新资料，审核通过后显示在产品页。78AI的产品，以及未上架的产品，请
          <Link to={`${PAGES.selection}#consultation`} className="text-indigo underline">
            联系我们
          </Link>
          更新。
        </p>
      }
    >
      {(product) => <ProductTasks product={product} />}
    </OwnList>
  )
}

function ProductTasks({ product }: { product: VendorProduct }) {
  const { id, catalogue, name, isActive } = product
  return (
    <section className="card p-5" aria-label={name}>
      <div className="flex items-start justify-between gap-3">
        <h2 className="text-lg">
          {isActive ? (
            <Link to={PRODUCT_PAGES[catalogue](id)} className="hover:text-indigo hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        <span className="shrink-0">
          <Tag>{isActive ? '已上架' : '未上架'}</Tag>
        </span>
      </div>
      {isActive && (
        <ul className="mt-3 flex flex-wrap gap-3">
          {listTasks(product).map(({ label, url, isActionRequired }) => (
            <li key={label}>
              <Link to={url} className={getButtonClass(isActionRequired ? 'secondary' : 'outline')}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isActive && product.evaluation && <BadgeEmbed product={product} />}
    </section>
  )
}
