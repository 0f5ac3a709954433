/**
 * The parts of the layout that need no script: their hydration is deferred until the visitor first interacts with the
 * page.
 */
import { type ComponentType, Suspense } from 'react'
import { createLazyComponent, type LazyComponent } from '../parts/lazy-component.tsx'
import type { AppDownloadLinkProps } from './app-download-link.tsx'
import type { BrandLinkProps } from './brand-link.tsx'

const createDeferredPart = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  createLazyComponent<Props>(async () => {
    await globalThis.zhijianEarly?.interest
    return load()
  })

const appDownload = createDeferredPart(async () => (await import('./app-download-link.tsx')).AppDownloadLink)
const brand = createDeferredPart(async () => (await import('./brand-link.tsx')).BrandLink)
const footer = createDeferredPart(async () => (await import('./site-footer.tsx')).SiteFooter)

/** Loads the parts for the server, which renders them. */
export const loadDeferredParts = () => Promise.all([appDownload.load(), brand.load(), footer.load()])

export const AppDownloadPart = (props: AppDownloadLinkProps) => (
  <Suspense>
    <Loaded part={appDownload} props={props} />
  </Suspense>
)

export const BrandPart = (props: BrandLinkProps) => (
  <Suspense>
    <Loaded part={brand} props={props} />
  </Suspense>
)

export const FooterPart = () => (
  <Suspense>
    <Loaded part={footer} props={{}} />
  </Suspense>
)

function Loaded<Props extends object>({ part, props }: { part: LazyComponent<Props>; props: Props }) {
  const Part = part.useLoaded()
  return <Part {...props} />
}
