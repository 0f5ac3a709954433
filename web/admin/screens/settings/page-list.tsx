import { Button } from 'antd'
import { ExternalLink } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { fillPath, PAGES } from '#contracts/paths.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'

const PageJsonDialog = lazy(async () => ({ default: (await import('./page-json-dialog.tsx')).PageJsonDialog }))

/** The pages that have a content document, in the order of the site's navigation. */
const PAGE_CONTENTS: readonly { kind: DocumentKind; name: string; path: string }[] = [
  { kind: 'home', name: '首页', path: PAGES.home },
  { kind: 'community', name: '社区', path: PAGES.community },
  { kind: 'selection', name: '选型', path: PAGES.selection },
  { kind: 'products', name: '产品', path: PAGES.products },
  { kind: 'ai', name: '78AI', path: PAGES.ai },
  { kind: 'evaluation', name: '评估', path: PAGES.evaluation },
  { kind: 'submit', name: '提交', path: PAGES.submit },
]

/** Lists the content pages, each with a link to its editor and a button to edit its JSON here. */
export function PageList() {
  const [opened, setOpened] = useState<(typeof PAGE_CONTENTS)[number] | null>(null)
  return (
    <section className="panel px-5 py-5">
      <h2 className="text-lg">页面内容</h2>
      <p className="pt-1 pb-3 text-sm text-muted">编辑器在新窗口中打开；熟悉结构时，也可以在这里直接改JSON。</p>
      <ul className="divide-y divide-line">
        {PAGE_CONTENTS.map((page) => (
          <li key={page.kind} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 max-sm:w-full">
              <h3 className="text-base">{page.name}</h3>
              <a
                href={page.path}
                target="_blank"
                rel="noopener"
                className="text-sm max-md:inline-flex max-md:min-h-11 max-md:items-center"
                aria-label={`查看${page.name}页（新窗口）`}
              >
                {page.path}
              </a>
            </div>
            <div className="flex flex-wrap gap-2">
              <Button
                className="max-md:px-3"
                href={fillPath(ADMIN_PAGES.content, { kind: page.kind })}
                target="_blank"
                icon={<ExternalLink className="size-4" aria-hidden />}
                aria-label={`打开${page.name}编辑器（新窗口）`}
              >
                打开编辑器
              </Button>
              <Button className="max-md:px-3" aria-label={`编辑${page.name}的JSON`} onClick={() => setOpened(page)}>
                编辑JSON
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {opened && (
        <Suspense>
          <PageJsonDialog kind={opened.kind} name={opened.name} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </section>
  )
}
