import { useEffect } from 'react'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { Button } from '../../components/buttons.tsx'
import { createLazyImport, useLazyComponent } from '../../lazy-import.ts'

const lazySection = createLazyImport(async () => (await import('./questions-section.tsx')).QuestionsSection)

type QuestionsPanelProps = {
  catalogue: Catalogue
  product: { id: string; name: string }
  /** Whether the tab is chosen: until then, nothing is loaded. */
  isOpen: boolean
}

/** The questions about a product, which are loaded when their tab is opened. */
export function QuestionsPanel({ catalogue, product, isOpen }: QuestionsPanelProps) {
  const { Component: Section, hasFailed, preload } = useLazyComponent(lazySection)
  useEffect(() => {
    if (isOpen) preload()
  }, [isOpen, preload])
  if (!isOpen) return <p className="hidden print:block">问答请在网页上查看。</p>
  if (Section) return <Section catalogue={catalogue} product={product} />
  if (hasFailed)
    return (
      <Button variant="outline" onClick={preload}>
        重新加载问答
      </Button>
    )
  return (
    <>
      <p className="text-muted noscript:hidden">正在加载问答……</p>
      <noscript>
        <p>查看问答需要启用JavaScript。</p>
      </noscript>
    </>
  )
}
