import type { MouseEvent } from 'react'
import { useState } from 'react'
import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import type { Screenshot } from '#contracts/products/screenshot.ts'
import { getSmallScreenshotWidth, toSmallScreenshot } from '#contracts/rules/screenshot-files.ts'
import { createLazyImport, useLazyComponent } from '../../../lazy-import.ts'

/** The height of a thumbnail (`h-44`) in CSS pixels. */
const THUMBNAIL_HEIGHT = 176

const lazyViewer = createLazyImport(async () => (await import('./screenshot-viewer.tsx')).ScreenshotViewer)

/** A row of thumbnails. Each is a link to its file; after hydration, it opens the viewer instead. */
export function Screenshots({ screenshots }: { screenshots: readonly Screenshot[] }) {
  const { Component: Viewer, load, preload } = useLazyComponent(lazyViewer)
  const [openIndex, setOpenIndex] = useState<number | null>(null)

  async function openViewer(event: MouseEvent, index: number) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (await load()) setOpenIndex(index)
  }

  return (
    <section aria-label={PRODUCT_FIELDS.screenshots.label} className="mb-10">
      <h2 className="mb-3 text-lg print:break-after-avoid">{PRODUCT_FIELDS.screenshots.label}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a horizontally scrolling list must be scrollable by keyboard. */}
      <ul className="flex snap-x gap-4 overflow-x-auto pb-3 print:flex-wrap" tabIndex={0} onPointerEnter={preload}>
        {screenshots.map((screenshot, index) => (
          <li key={screenshot.url} className="shrink-0 snap-start break-inside-avoid">
            <a
              href={screenshot.url}
              className="block"
              onFocus={preload}
              onClick={(event) => void openViewer(event, index)}
            >
              <Thumbnail screenshot={screenshot} />
            </a>
          </li>
        ))}
      </ul>
      {Viewer && openIndex !== null && (
        <Viewer screenshots={screenshots} index={openIndex} onShow={setOpenIndex} onClose={() => setOpenIndex(null)} />
      )}
    </section>
  )
}

/** A thumbnail with its caption. Width and height reserve its space before the image has loaded. */
function Thumbnail({ screenshot: { url, caption, width, height } }: { screenshot: Screenshot }) {
  const smallUrl = toSmallScreenshot(url)
  return (
    <figure className="w-min">
      <img
        src={smallUrl}
        srcSet={`${smallUrl} ${getSmallScreenshotWidth({ width, height })}w, ${url} ${width}w`}
        sizes={`${Math.round((THUMBNAIL_HEIGHT * width) / height)}px`}
        alt={caption}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        className="h-44 w-auto max-w-[80vw] rounded-lg border border-line bg-sunken object-contain"
      />
      <figcaption aria-hidden className="mt-1.5 line-clamp-2 text-sm text-muted">
        {caption}
      </figcaption>
    </figure>
  )
}
