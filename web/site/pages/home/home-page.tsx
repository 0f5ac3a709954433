import { useQuery } from '@tanstack/react-query'
import type { HomeContent } from '#contracts/documents/home.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { PAGES } from '#contracts/paths.ts'
import { CallToAction } from '../../components/call-to-action.tsx'
import { ButtonLink } from '../../components/document-links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice } from '../../components/page-states.tsx'
import { PageTitle, Section } from '../../components/section.tsx'
import { StatisticsRow } from '../../components/statistics-row.tsx'
import type { SitePage } from '../../page.ts'
import { useBrand, useQueries } from '../../site-context.tsx'
import { FeaturedProducts } from './featured-products.tsx'
import { Hero } from './hero.tsx'
import { LatestNews } from './latest-news.tsx'
import { ServiceCards } from './service-cards.tsx'
import { Testimonials } from './testimonials.tsx'

export const page: SitePage<'home'> = {
  queries: (queries) => [queries.home(), queries.featuredRatings(), queries.latest()],
  head({ client, queries, publicUrl, brand }) {
    const home = client.getQueryData(queries.home().queryKey)
    return {
      title: home?.pageInfo.title || [brand.name, brand.tagline].filter(Boolean).join('：'),
      description: home?.pageInfo.subtitle || home?.hero.description || brand.tagline,
      jsonLd: [
        {
          '@context': 'https://schema.org',
          '@type': 'Organization',
          name: brand.name,
          ...(brand.tagline ? { description: brand.tagline } : {}),
          url: `${publicUrl}/`,
          logo: publicUrl + (brand.logoUrl ?? '/icon-512.png'),
        },
      ],
    }
  },
  Component: HomePage,
}

function HomePage() {
  const { data, isPending, isLoadingError, refetch } = useQuery(useQueries().home())
  if (isPending) return <PageSkeleton />
  if (isLoadingError) return <ErrorNotice message={SITE_MESSAGES.homePageFailed} onRetry={() => refetch()} />
  return isEmptyHome(data) ? <EmptyHome /> : <Home home={data} />
}

const isEmptyHome = ({ hero, services, featuredProducts }: HomeContent) =>
  hero.title === '' && services.length === 0 && featuredProducts.length === 0

/** Shown while the page's document has no content; other pages may have some. */
function EmptyHome() {
  const { name, tagline } = useBrand()
  return (
    <>
      <PageTitle title={name} subtitle={tagline} />
      <Section>
        <EmptyNotice>
          <ButtonLink link={PAGES.products}>浏览产品</ButtonLink>
        </EmptyNotice>
      </Section>
      <LatestNews />
    </>
  )
}

function Home({ home }: { home: HomeContent }) {
  return (
    <>
      <Hero hero={home.hero} />
      {home.statistics.length > 0 && (
        <div className="shell pt-8">
          <StatisticsRow statistics={home.statistics} />
        </div>
      )}
      <LatestNews />
      <ServiceCards services={home.services} />
      <FeaturedProducts products={home.featuredProducts} />
      <Testimonials testimonials={home.testimonials} />
      <CallToAction callToAction={home.callToAction} />
    </>
  )
}
