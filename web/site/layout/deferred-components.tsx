/**
 * The components of the layout that need no script. Their hydration is deferred until the visitor first interacts with
 * the page.
 */
import { type ComponentType, Suspense } from 'react'
import { createLazyImport, type LazyImport } from '../lazy-import.ts'
import type { AppDownloadLinkProps } from './app-download-link.tsx'
import type { BrandLinkProps } from './brand-link.tsx'

const appDownload = createLazyImport(async () => (await import('./app-download-link.tsx')).AppDownloadLink)
const brand = createLazyImport(async () => (await import('./brand-link.tsx')).BrandLink)
const footer = createLazyImport(async () => (await import('./site-footer.tsx')).SiteFooter)
const deferredComponents = [appDownload, brand, footer] as const

/** Loads the components. The server does so at startup, as it renders them immediately. */
export const loadDeferredComponents = () => Promise.all(deferredComponents.map((component) => component.load()))

/** Keeps the server's markup of the components until the promise resolves. */
export function deferComponents(interaction: Promise<void>): void {
  for (const component of deferredComponents) component.defer(interaction)
}

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

function Loaded<Props extends object>({
  component,
  props,
}: {
  component: LazyImport<ComponentType<Props>>
  props: Props
}) {
  const Component = component.useLoaded()
  return <Component {...props} />
}
