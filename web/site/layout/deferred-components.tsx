/**
 * The components of the layout that need no script. Their hydration is deferred until the visitor first interacts with
 * the page.
 */
import { type ComponentType, Suspense } from 'react'
import { createLazyComponent, type LazyComponent } from '../components/lazy-component.tsx'
import type { AppDownloadLinkProps } from './app-download-link.tsx'
import type { BrandLinkProps } from './brand-link.tsx'

const createDeferredComponent = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  createLazyComponent<Props>(async () => {
    await globalThis.zhijianEarly?.interaction
    return load()
  })

const appDownload = createDeferredComponent(async () => (await import('./app-download-link.tsx')).AppDownloadLink)
const brand = createDeferredComponent(async () => (await import('./brand-link.tsx')).BrandLink)
const footer = createDeferredComponent(async () => (await import('./site-footer.tsx')).SiteFooter)

/** Loads the components. The server does so at startup, as it renders them immediately. */
export const loadDeferredComponents = () => Promise.all([appDownload.load(), brand.load(), footer.load()])

export const DeferredAppDownloadLink = (props: AppDownloadLinkProps) => (
  <Suspense>
    <Loaded component={appDownload} props={props} />
  </Suspense>
)

export const DeferredBrandLink = (props: BrandLinkProps) => (
  <Suspense>
    <Loaded component={brand} props={props} />
  </Suspense>
)

export const DeferredFooter = () => (
  <Suspense>
    <Loaded component={footer} props={{}} />
  </Suspense>
)

function Loaded<Props extends object>({ component, props }: { component: LazyComponent<Props>; props: Props }) {
  const Component = component.useLoaded()
  return <Component {...props} />
}
